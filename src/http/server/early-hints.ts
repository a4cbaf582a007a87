import type { FastifyRequest } from 'fastify'

const ISSUE_PAGE = /^issues\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const EVENT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const RANGE = /^[0-9a-z]{2,3}$/
/** The files of the issue screen, which the page itself would ask for only once it runs. */
const ISSUE_FILES = /^assets\/(?:issue|shared)-[^/]+\.js$/

export function earlyHints(files: ReadonlySet<string>) {
  const scripts = [...files]
    .filter((name) => ISSUE_FILES.test(name))
    .map((name) => `</${name}>; rel=modulepreload; as=script; crossorigin`)

  /** The `Link` header of a page: the browser reads ahead what the dashboard starts with, while its code is
   * still on the way. The same requests as those of the loaders in `web/src/app/router.tsx`; null for a
   * reader without a session, who would get nothing but refusals. */
  return (request: FastifyRequest, name: string): string | null => {
    if (!(request.headers.cookie ?? '').includes('Svc.sid=')) return null
    const reads = ['/api/v1/auth/me']
    const issueId = ISSUE_PAGE.exec(name)?.[1]
    if (issueId !== undefined) reads.push(...readsOfIssue(issueId, request.query as Record<string, unknown>))
    const links = reads.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`)
    return [...links, ...(issueId === undefined ? [] : scripts)].join(', ')
  }
}

function readsOfIssue(id: string, { event, range }: Record<string, unknown>): string[] {
  const shown = typeof event === 'string' && EVENT_ID.test(event) ? event : undefined
  const window = typeof range === 'string' && RANGE.test(range) ? range : '7d'
  const issue = `/api/v1/issues/${id}`
  const shownEvent = shown === undefined ? `${issue}/events/latest` : `/api/v1/events/${shown}`
  return [issue, shownEvent, `${issue}/timeline?window=${window}`]
}
