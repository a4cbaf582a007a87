import { z } from 'zod'
import { aliveAnswer, readyAnswer, unreadyAnswer } from '#contract/service.ts'
import { type DescribedRoute, serviceRoute } from './route.ts'

/** RFC 8058 sends some thirty bytes. */
export const UNSUBSCRIBE_BYTES = 4096

/** What is served beside the API and the dashboard; a part of the page of routes. */
export function serviceRoutes(): DescribedRoute[] {
  const alive = { summary: 'Whether the process lives', answer: aliveAnswer, success: 'It does.' } as const
  const page = z.string()
  const mailLink = {
    query: z.object({ token: z.string().max(2000).meta({ description: 'From a mail.' }) }),
    answer: page,
    answerType: 'text/html',
    maxBodyBytes: UNSUBSCRIBE_BYTES,
  } as const
  return [
    serviceRoute('GET /healthz', alive),
    serviceRoute('GET /health', { ...alive, summary: 'The same as /healthz' }),
    serviceRoute('GET /readyz', {
      summary: 'Whether every part of the service can work',
      success: 'All can; `degraded`: one works late, but takes and loses nothing.',
      answer: readyAnswer,
      otherAnswers: [
        {
          status: 503,
          description: 'One cannot. What to do is in `problems`, why is in the log.',
          answer: unreadyAnswer,
        },
      ],
    }),
    serviceRoute('GET /docs', {
      summary: 'This description as a page',
      success: 'The page.',
      answer: page,
      answerType: 'text/html',
    }),
    serviceRoute('GET /llms.txt', {
      summary: 'What the service is and takes, in short, for agents',
      success: 'The text.',
      answer: page,
      answerType: 'text/plain',
    }),
    serviceRoute('GET /unsubscribe', {
      ...mailLink,
      summary: 'A page with a button that ends mails like the one with this link',
      success: 'The page.',
    }),
    serviceRoute('POST /unsubscribe', {
      ...mailLink,
      summary: 'End mails like the one with this link (RFC 8058)',
      success: 'They have ended.',
    }),
  ]
}
