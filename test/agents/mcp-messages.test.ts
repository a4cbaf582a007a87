import { beforeAll, expect, test } from 'vitest'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

let secret: string
const journey = ofSuite(() => Journey.start({ env: { SVC_TRUST_PROXY: '1' } }))
beforeAll(async () => {
  secret = (await journey.token(['read:agent', 'write:triage'])).secret
})

let sent = 0
/** From another address each time: the rate window is not what is tried here. */
const post = (body: string) =>
  journey.raw({
    path: '/mcp',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': `10.0.0.${sent++}`,
    },
    body,
  })
interface Answer {
  jsonrpc: string
  id: unknown
  error?: { code: number; message: string }
  result?: { isError?: boolean }
}
/** The one message of an answer, plain or as an event. */
async function answerTo(body: unknown): Promise<{ status: number; answer: Answer | null }> {
  const { status, text } = await post(typeof body === 'string' ? body : JSON.stringify(body))
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return { status, answer: json === '' ? null : JSON.parse(json) }
}
const call = (name: unknown, args: unknown, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
})

test.each([
  ['text that is not JSON', '{"jsonrpc":', -32700],
  ['nothing', '', -32700],
  ['nested without end', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, -32600],
  ['null', 'null', -32600],
  ['a number', '5', -32600],
  ['a batch', JSON.stringify([call('whoami', {}), call('whoami', {}, 2)]), -32600],
  ['an empty batch', '[]', -32600],
  ['no version', { id: 1, method: 'tools/list' }, -32600],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, -32600],
  ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 5 }, -32600],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'tools/list' }, -32600],
  ['parameters in a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [1] }, -32600],
])('%s is refused as JSON-RPC says', async (_, body, code) => {
  const { status, answer } = await answerTo(body)
  expect([status, answer]).toMatchObject([400, { jsonrpc: '2.0', error: { code } }])
  expect(answer).toHaveProperty('id')
})

test.each([
  ['an unknown method', { jsonrpc: '2.0', id: 7, method: 'nope' }, -32601],
  ['an unknown tool', call('nope', {}, 7), -32602],
  ['a tool that every object has', call('__proto__', {}, 7), -32602],
  ['another one', call('constructor', {}, 7), -32602],
  ['an unknown prompt', { ...call('', {}, 7), method: 'prompts/get', params: { name: 'nope' } }, -32602],
  [
    'a prompt for something else than an issue',
    { ...call('', {}, 7), method: 'prompts/get', params: { name: 'fix_issue', arguments: { issue: 'x' } } },
    -32602,
  ],
  ['a tool without a name', { ...call('', {}, 7), params: {} }, -32602],
  ['arguments in a list', call('whoami', [1], 7), -32602],
  ['arguments that are null', call('whoami', null, 7), -32602],
  ['a beginning without parameters', { jsonrpc: '2.0', id: 7, method: 'initialize' }, -32602],
  [
    'a beginning with odd ones',
    { jsonrpc: '2.0', id: 7, method: 'initialize', params: { capabilities: 5 } },
    -32602,
  ],
])('%s gets an error with the id of its request', async (_, body, code) => {
  const { answer } = await answerTo(body)
  expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code } })
  expect(answer!.error!.message).not.toContain('\n')
})

test('an unknown tool is not repeated at length', async () => {
  const { answer } = await answerTo(call(`\u001b[31m${'n'.repeat(200_000)}`, {}))
  expect(answer!.error!.message).toMatch(/^Unknown tool: n{100}… /)
})

test('a message without an id gets no answer, and does nothing', async () => {
  await journey.send({ kind: 'quiet' })
  const { id } = await journey.issue('quiet')
  const { id: _, ...silent } = call('update_issue', { issue: id, status: 'resolved' })
  expect(await answerTo(silent)).toEqual({ status: 202, answer: null })
  const unknown = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'nope' } }
  expect(await answerTo(unknown)).toEqual({ status: 202, answer: null })
  expect((await journey.issue('quiet')).status).toBe('unresolved')
})

test('arguments of any kind are refused, or taken for what they are', async () => {
  const long = 'x'.repeat(200_000)
  for (const [name, args] of [
    ['update_issue', { issue: 5 }],
    ['list_queue', { limit: 'x', project: 5, window: {}, unclaimed: 'no' }],
    ['search_issues', { q: long }],
    ['search_issues', { q: Array(50_000).fill(1) }],
    ['search_issues', { project: long }],
    ['search_issues', { cursor: long }],
    ['list_queue', { since: long }],
    ['get_event', { event: long }],
    ['get_issue_context', { issue: long }],
    ['get_issue_context', { issue: '6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11', max_chars: 1e308 }],
    ['update_issue', { issue: '6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11', fix: { note: long } }],
    ['snooze_issue', { issue: '6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11', until: '9'.repeat(200_000) }],
  ] as const) {
    const { status, answer } = await answerTo(call(name, args))
    expect([name, status, answer?.result?.isError]).toEqual([name, 200, true])
    expect(JSON.stringify(answer).length).toBeLessThan(2000)
  }
})

test('a message that is nested deep is refused as such', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const send = (levels: number) =>
    answerTo(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":${nested(levels)}}}`,
    )
  expect((await send(50)).status).toBe(200)
  expect(await send(200)).toMatchObject({ status: 400, answer: { id: 1, error: { code: -32600 } } })
})
