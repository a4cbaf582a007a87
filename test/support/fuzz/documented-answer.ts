import { ERRORS } from '#contract/errors.ts'
import type { OpenApi, Operation, OperationResponse } from '#http/description/open-api.ts'
import { type BodyJudge, documentedBody } from './documented-body.ts'
import type { WireAnswer } from './fuzz-client.ts'

/** What an answer does that the description does not say; null if it keeps to it. */
export type AnswerJudge = (address: string, method: string, answer: WireAnswer) => string | null

const KNOWN_CODES = new Set(Object.keys(ERRORS))
/** Parts of a stack trace, of a driver's message, of a path of the machine. */
const LEAKS = /\bat .+:\d+:\d+|node_modules|SQLITE_|SqliteError|syntax error at|node:internal|\/src\/\w+\//

/** Judges answers by a description, as a client made from it would. `address` is `GET /api/v1/issues/{id}`. */
export function documentedAnswer(document: OpenApi): AnswerJudge {
  const judgeBody = documentedBody(document)
  return (address, method, answer) => {
    const [name, path] = address.split(' ') as [string, string]
    const operation: Operation | undefined = document.paths[path]?.[name.toLowerCase()]
    if (answer.status >= 500) return `a ${answer.status}`
    const response = operation?.responses[answer.status]
    if (!response) return `the status ${answer.status}, which is not documented`
    return (
      missingHeader(response, answer, document) ??
      (method === 'HEAD' ? null : (wrongBody(response, answer, judgeBody) ?? wrongError(response, answer)))
    )
  }
}

function missingHeader(
  response: OperationResponse,
  { headers, status }: WireAnswer,
  document: OpenApi,
): string | null {
  const always = Object.keys(response.headers).filter(
    (header) =>
      document.components.headers[header]?.required ||
      (header === 'Retry-After' && status === 429 && headers['x-sentry-rate-limits'] === undefined),
  )
  const missing = always.find((header) => headers[header.toLowerCase()] === undefined)
  return missing === undefined ? null : `no ${missing}`
}

function wrongBody(
  response: OperationResponse,
  { headers, text }: WireAnswer,
  judge: BodyJudge,
): string | null {
  const type = headers['content-type']?.split(';')[0]
  const documented = Object.entries(response.content ?? {})
  const [expected, media] = documented.find(([name]) => name === type) ?? documented[0] ?? []
  if (expected === undefined || !media) return text === '' ? null : 'a body where none is documented'
  if (type !== expected) return `the content type ${type} instead of ${expected}`
  if (type === 'text/event-stream') return null
  const value = type === 'application/json' ? parsed(text) : text
  const problem = value === undefined ? 'no JSON' : judge(media.schema, value)
  return problem === null ? null : `a body against its schema: ${problem}`
}

function wrongError(response: OperationResponse, { status, headers, text }: WireAnswer): string | null {
  const codes = response['x-error-codes']
  if (status < 400 || !codes) return null
  const { error, request_id } = parsed(text) as { error: string; request_id: string }
  if (!KNOWN_CODES.has(error) || !codes.includes(error)) return `the code ${error}, which is not documented`
  if (request_id !== headers['x-request-id']) return 'another request_id than X-Request-Id'
  return LEAKS.test(text) ? 'something of its inside' : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
