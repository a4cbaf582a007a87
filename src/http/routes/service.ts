import { z } from 'zod'
import { aliveAnswer, readyAnswer, unreadyAnswer } from '#contract/service.ts'
import { type DescribedRoute, serviceRoute } from './route.ts'

/** RFC 8058 sends some thirty bytes. */
export const UNSUBSCRIBE_BYTES = 4096

const ALIVE = { summary: 'Liveness check', answer: aliveAnswer, success: 'Alive.' } as const
const PAGE = z.string()
const MAIL_LINK = {
  query: z.object({ token: z.string().max(2000).meta({ description: 'From an email.' }) }),
  answer: PAGE,
  answerType: 'text/html',
  maxBodyBytes: UNSUBSCRIBE_BYTES,
} as const

export const SERVICE_ROUTES: readonly DescribedRoute[] = [
  serviceRoute('GET /healthz', ALIVE),
  serviceRoute('GET /health', { ...ALIVE, summary: 'The same as /healthz' }),
  serviceRoute('GET /readyz', {
    summary: 'Readiness check',
    success: 'Ready. `degraded`: a part is slow, but no events are lost.',
    answer: readyAnswer,
    otherAnswers: [
      {
        status: 503,
        description: 'Not ready; see `problems` and the log.',
        answer: unreadyAnswer,
      },
    ],
  }),
  serviceRoute('GET /metrics', {
    summary: 'Metrics of this process for Prometheus',
    limit: 'needs SVC_METRICS_TOKEN as a Bearer token',
    success:
      'The metrics. Needs the value of SVC_METRICS_TOKEN as a Bearer token; 404 if that setting is empty.',
    answer: PAGE,
    answerType: 'text/plain',
    errors: ['unauthenticated', 'not_found'],
  }),
  serviceRoute('GET /docs', {
    summary: 'API reference page',
    success: 'The page.',
    answer: PAGE,
    answerType: 'text/html',
  }),
  serviceRoute('GET /llms.txt', {
    summary: 'Summary of the service for agents',
    success: 'The text.',
    answer: PAGE,
    answerType: 'text/plain',
  }),
  serviceRoute('GET /unsubscribe', {
    ...MAIL_LINK,
    summary: 'Unsubscribe page for the email with this link',
    success: 'The page.',
  }),
  serviceRoute('POST /unsubscribe', {
    ...MAIL_LINK,
    summary: 'Unsubscribe from emails like the one with this link (RFC 8058)',
    success: 'Unsubscribed.',
  }),
]
