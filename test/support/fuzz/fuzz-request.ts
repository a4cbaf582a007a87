import fc from 'fast-check'
import { TOKEN_SCOPES } from '#contract/vocabulary.ts'
import type { JsonSchema, OpenApi, Operation, Parameter } from '#http/description/open-api.ts'
import { sampleEvents } from '../sample/events.ts'
import { mutatedBodies } from './mutated-bodies.ts'
import { idOf, oddText, oddValue, valuesOf } from './schema-values.ts'

/** A request as it is made up: IDs in it are marks, filled in when it is sent. */
export interface FuzzRequest {
  /** `GET /api/v1/issues/{id}`. */
  address: string
  method: string
  /** Path and query, encoded but for its marks. */
  target: string
  /** The caller, by a name that `FuzzWorld` knows. */
  caller: string
  /** Last two bytes of the address it comes from. */
  from: number
  headers: Record<string, string>
  body: { text: string } | { bytes: Buffer } | null
}

type Body = Pick<FuzzRequest, 'body' | 'headers'>

const ROLES = ['owner', 'admin', 'member']
const TOKENS = ROLES.flatMap((role) => TOKEN_SCOPES.map((scope) => `${scope} of ${role}`))
const HASTY = { from: 7, caller: 'write:triage of admin' }
/** The most that stays below the limit of 16 KB for all headers. */
const MAX_TARGET_CHARS = 6000

/** Requests to every operation of a description: valid ones, nearly valid ones and rubbish. */
export function fuzzRequests(document: OpenApi): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestsOf({ path, method, operation }, document)),
  )
  return fc.oneof(...operations)
}

interface Addressed {
  path: string
  method: string
  operation: Operation
}

function requestsOf({ path, method, operation }: Addressed, document: OpenApi): fc.Arbitrary<FuzzRequest> {
  const name = method.toUpperCase()
  const isIngest = operation.security.some((entry) => 'dsnHeader' in entry)
  const methods = name === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD') : fc.constant(name)
  return fc
    .record({
      method: methods,
      target: targets(path, operation.parameters, document),
      credential: isIngest ? dsnCredentials() : callers(operation),
      from: fc.oneof(
        { weight: 9, arbitrary: fc.nat({ max: 65535 }) },
        { weight: 1, arbitrary: fc.constant(HASTY.from) },
      ),
      body: name === 'GET' ? fc.constant<Body>({ body: null, headers: {} }) : bodies(operation, document),
    })
    .map(({ target, credential, body, ...rest }) => ({
      ...rest,
      address: `${name} ${path}`,
      target: withQuery(target, credential.query).slice(0, MAX_TARGET_CHARS),
      // One request in ten comes from one place, and meets its limits.
      caller: !isIngest && rest.from === HASTY.from ? HASTY.caller : credential.caller,
      headers: { ...body.headers, ...credential.headers },
      body: body.body,
    }))
}

interface Credential {
  caller: string
  query: string
  headers: Record<string, string>
}

function callers({ security }: Operation): fc.Arbitrary<Credential> {
  const isForTokens = !security.some((entry) => 'session' in entry)
  const named = (names: string[]) => fc.constantFrom(...names)
  return fc
    .oneof(
      { weight: isForTokens ? 3 : 12, arbitrary: named(['owner', 'owner', 'admin', 'member']) },
      { weight: isForTokens ? 15 : 5, arbitrary: named(TOKENS) },
      { weight: 2, arbitrary: named(['stranger', 'nobody', 'unknown token', 'unknown session']) },
    )
    .map((caller) => ({ caller, query: '', headers: {} }))
}

/** A key of the project that the path names, as a header or in the query, in one of the two dialects. */
function dsnCredentials(): fc.Arbitrary<Credential> {
  return fc
    .record({
      place: fc.constantFrom('query', 'query', 'header', 'none'),
      dialect: fc.constantFrom('compat', 'sentry'),
      key: fc.oneof(
        { weight: 9, arbitrary: fc.constant('@@keys:0@@') },
        { weight: 1, arbitrary: fc.constantFrom('x', 'ab'.repeat(16)) },
      ),
    })
    .map(({ place, dialect, key }) => {
      const [scheme, header] =
        dialect === 'compat' ? ['Compat', 'x-compat-auth'] : ['Sentry', 'x-sentry-auth']
      const query = place === 'query' ? `${dialect}_key=${key}` : ''
      const headers =
        place === 'header' ? { [header!]: `${scheme} ${dialect}_version=7, ${dialect}_key=${key}` } : {}
      return { caller: 'nobody', query, headers }
    })
}

function withQuery(target: string, more: string): string {
  return more === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${more}`
}

function targets(path: string, parameters: readonly Parameter[], document: OpenApi): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment, index, all) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined ? fc.constant(segment) : pathValues(name, all[index - 1]!)
  })
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((each) => queryPair(each, document))
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.tuple(oddText, oddText).map((pair) => pair.map(encoded).join('=')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a=%zz', '%', '&&&=', '__proto__=x', 'limit[]=1', 'q=%ed%a0%80'),
    },
  )
  return fc
    .tuple(fc.tuple(...segments), fc.tuple(...pairs, unknown))
    .map(([parts, query]) => withQuery(parts.join('/'), query.filter(Boolean).join('&')))
}

function pathValues(name: string, noun: string): fc.Arbitrary<string> {
  if (name === 'project') {
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant('@@keyprojects:0@@') },
      { weight: 1, arbitrary: fc.constantFrom('1', '999999', '00000000000000000000000000000000') },
    )
  }
  if (name === 'version') {
    return fc.oneof(fc.constantFrom('1.0', 'shop%401.4.2'), oddText.map(encoded))
  }
  return idOf(noun).map(encoded)
}

function queryPair({ name, required, schema }: Parameter, document: OpenApi): fc.Arbitrary<string> {
  const one = (values: fc.Arbitrary<unknown>) => values.map((value) => `${name}=${encoded(String(value))}`)
  const valid = one(valuesOf(schema, document.components.schemas, name))
  return fc.oneof(
    { weight: required ? 1 : 12, arbitrary: fc.constant('') },
    { weight: 8, arbitrary: valid },
    { weight: 1, arbitrary: one(oddText) },
    { weight: 1, arbitrary: fc.tuple(valid, valid).map((pair) => pair.join('&')) },
  )
}

/** Percent-encoded, marks left alone; half of a surrogate pair goes as the bytes of U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%40%40([\w-]+)%3A(\d+)%40%40/g, '@@$1:$2@@')
}

function bodies(operation: Operation, document: OpenApi): fc.Arbitrary<Body> {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === undefined || !media)
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant({ body: null, headers: {} }) },
      { weight: 1, arbitrary: brokenBodies() },
    )
  if (type === 'multipart/form-data') return forms()
  if ((media.schema as JsonSchema).format === 'binary') return eventBodies(type)
  const valid = valuesOf(media.schema, document.components.schemas)
  return fc.oneof(
    { weight: 12, arbitrary: valid.map((value) => jsonBody(JSON.stringify(value))) },
    { weight: 6, arbitrary: fc.tuple(valid, changes()).map(([value, change]) => jsonBody(change(value))) },
    { weight: 2, arbitrary: brokenBodies() },
  )
}

function jsonBody(text: string, type = 'application/json'): Body {
  return { body: { text }, headers: { 'content-type': type } }
}

/** One field of a valid body left out, put in or replaced. */
function changes(): fc.Arbitrary<(value: unknown) => string> {
  const change = fc.record({
    kind: fc.constantFrom('replace', 'remove', 'add', 'all'),
    at: fc.nat(),
    odd: oddValue,
  })
  return change.map(({ kind, at, odd }) => (value) => {
    if (kind === 'all' || typeof value !== 'object' || value === null) return JSON.stringify(odd)
    const fields = Object.entries(value)
    const place = at % Math.max(1, fields.length)
    if (kind === 'remove')
      return JSON.stringify(Object.fromEntries(fields.filter((_, index) => index !== place)))
    if (kind === 'replace' && fields[place]) fields[place][1] = odd
    const text = JSON.stringify(Object.fromEntries(fields))
    return kind === 'add'
      ? text.replace(/\}$/, `${fields.length > 0 ? ',' : ''}"__proto__":{"x":1},"unknown":[]}`)
      : text
  })
}

function brokenBodies(): fc.Arbitrary<Body> {
  const texts = [
    '{',
    '{"a":',
    '[]',
    'null',
    '""',
    '{"a":1}}',
    `${'['.repeat(9000)}`,
    `${'{"a":'.repeat(9000)}`,
    '\ufeff{}',
    ' ',
  ]
  const types = [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/xml',
    'x',
    '',
  ]
  const text = fc
    .tuple(fc.constantFrom(...texts), fc.constantFrom(...types))
    .map(([body, type]) => jsonBody(body, type))
  const bytes = fc.uint8Array({ maxLength: 60 }).map((body) => rawBody(Buffer.from(body), 'application/json'))
  const huge = fc
    .constantFrom(1024 * 1024 + 1, 200_000)
    .map((size) => jsonBody(`{"ids":["${'x'.repeat(size)}"]}`))
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 6, arbitrary: bytes },
    { weight: 1, arbitrary: huge },
  )
}

function rawBody(bytes: Buffer, type: string): Body {
  return { body: { bytes }, headers: { 'content-type': type } }
}

const EVENT = { message: 'fuzz', level: 'error', release: 'shop@1.0', user: { email: 'a@example.com' } }

function eventBodies(type: string): fc.Arbitrary<Body> {
  const isEnvelope = type.includes('envelope')
  const wrap = (document: string) => (isEnvelope ? `{}\n{"type":"event"}\n${document}` : document)
  const events = sampleEvents({ seed: 7, issues: 40 })
  const texts = [JSON.stringify(EVENT), ...Array.from({ length: 20 }, () => JSON.stringify(events().payload))]
  const seeds = { bodies: texts.map((text) => Buffer.from(wrap(text))), documents: [EVENT], wrap }
  const broken = mutatedBodies(seeds).map(({ body, headers }) => ({ body: { bytes: body }, headers }))
  // Without its id, each is another event.
  const valid = fc.constantFrom(...texts).map((text) => wrap(text.replaceAll(/"event_id":"\w+",?/g, '')))
  return fc.oneof(
    valid.map((text) => rawBody(isEnvelope ? Buffer.from(text) : Buffer.from(text), type)),
    broken,
  )
}

function forms(): fc.Arbitrary<Body> {
  const form = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b\r\n` +
    'Content-Disposition: form-data; name="file"; filename="a.js"\r\n\r\nx\r\n--b--\r\n'
  const names = fc.oneof(fc.constantFrom('~/a.js', 'https://example.com/b.js', '../c'), oddText)
  const types = [
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
  ]
  return fc
    .tuple(names, fc.constantFrom(...types))
    .map(([name, type]) => rawBody(Buffer.from(form(name)), type))
}
