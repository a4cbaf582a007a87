import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireUnsubscribeToken, unsubscribe } from '#actions/notify/unsubscribe.ts'
import { ServiceError } from '#contract/errors.ts'
import type { ApiServices } from '../api-services.ts'
import { type Html, html } from '../docs/html.ts'
import { UNSUBSCRIBE_BYTES } from '../routes/service.ts'
import { answerProblem } from '../server/answer-problem.ts'
import { readBytes } from '../server/read-json-body.ts'

type Services = Pick<ApiServices, 'database' | 'clock' | 'key'>

/** Serves the link of mails by which they end: mail programs post to it by themselves, people get a button,
 * since what only looks at links must end nothing. */
export function registerUnsubscribe(fastify: FastifyInstance, services: Services): void {
  fastify.removeAllContentTypeParsers()
  // The token says everything; the body is a form, whose one field never changes.
  fastify.addContentTypeParser('*', async (_request: FastifyRequest, payload: IncomingMessage) => {
    await readBytes(payload, { maxBytes: UNSUBSCRIBE_BYTES, hold: null })
  })
  fastify.setErrorHandler((error, request, reply) => {
    // Programs get the error that is documented.
    if (!(error instanceof ServiceError) || !wantsPage(request)) return answerProblem(error, request, reply)
    return sendPage(reply.code(error.status), html`<p>${error.message}</p>${SETTINGS}`)
  })
  fastify.get('/unsubscribe', async (request, reply) => {
    const token = tokenOf(request)
    requireUnsubscribeToken(services.key, token)
    const action = `/unsubscribe?${new URLSearchParams({ token })}`
    return sendPage(
      reply,
      html`<p>Stop getting emails like this one?</p>
<form method="post" action="${action}"><button>Unsubscribe</button></form>`,
    )
  })
  fastify.post('/unsubscribe', async (request, reply) => {
    await unsubscribe(services, tokenOf(request))
    return sendPage(reply, html`<p>You will no longer get emails like that one.</p>${SETTINGS}`)
  })
}

const SETTINGS = html`<p><a href="/account">Notification settings</a></p>`

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

function sendPage(reply: FastifyReply, content: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Emails · Errata</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body><main><h1>Emails from Errata</h1>${content}</main></body>
</html>
`
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text)
}
