import { beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#contract/account/auth.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import type { TokenScope } from '#contract/vocabulary.ts'
import { mcpClient } from '../support/client/mcp-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { countedName } from '../support/counted-name.ts'
import { ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { readFences } from '../support/fenced-text.ts'
import { payloadOf } from '../support/sample/context-payload.ts'
import { INJECTIONS, MARK } from '../support/sample/injection-corpus.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const READS = [
  'whoami',
  'list_queue',
  'search_issues',
  'list_releases',
  'get_issue_context',
  'list_events',
  'get_event',
  'list_alerts',
]
const WRITES = ['update_issue', 'snooze_issue', 'claim_issue', 'comment_issue']
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
}

describe('MCP at POST /mcp', () => {
  const fixture = issueServer(ENGINES[0]!)
  let project: SeedProject
  beforeAll(async () => {
    fixture.server.stoppedAt = START
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  const newIssue = (title = countedName('Error:'), text = 'zzz') =>
    seedIssue(fixture.server.database, {
      project,
      title,
      events: [{ at: START - HOUR, payload: payloadOf(text), release: '1.0' }],
    })
  async function connected(
    scopes: TokenScope[] = ['read:agent', 'write:triage'],
    mode: object = { mode: 'auto' },
  ) {
    const { secret, client: http } = await tokenClient(fixture.client, { label: 'mcp', scopes })
    return { ...(await mcpClient({ url: fixture.server.url, secret }, mode)), secret, http }
  }
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${fixture.server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })

  test.each([
    ['the current protocol', { mode: 'auto' }, '2026-07-28'],
    ['the one before', { mode: 'legacy' }, '2025-11-25'],
  ])('speaks %s with the official client, without sessions', async (_, mode, version) => {
    const { client, call } = await connected(undefined, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    const capabilities = client.getServerCapabilities()
    expect([capabilities?.tools?.listChanged, capabilities?.prompts?.listChanged]).toEqual([false, false])
    expect((await call('whoami')).fields).toMatchObject({ org_id: fixture.org.orgUid, role: 'owner' })
    await client.close()
  })

  test('at most 12 tools under 2,500 tokens in all, each with annotations', async () => {
    const { client } = await connected()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...READS, ...WRITES])
    // Four characters a token for such text, counted here as three.
    expect(JSON.stringify(tools).length / 3).toBeLessThan(2500)
    for (const { name, annotations } of tools) {
      expect([name, annotations?.readOnlyHint]).toEqual([name, READS.includes(name)])
      expect(annotations?.destructiveHint).toBe(false)
    }
  })

  test('tools are hidden without their scope, and cannot be called', async () => {
    const reader = await connected(['read:agent'])
    expect((await reader.client.listTools()).tools.map(({ name }) => name)).toEqual(READS)
    const { uid } = await newIssue()
    const attempt = reader.call('update_issue', { issue: uid, status: 'resolved' })
    await expect(attempt.then(({ isError }) => isError || Promise.reject(new Error('called'))))
      .resolves.toBe(true)
      .catch(() => expect(attempt).rejects.toThrow(/not found/i))
    expect((await fixture.client.get<IssueDetail>(`/api/v1/issues/${uid}`)).status).toBe('unresolved')
    const writer = await connected(['write:triage'])
    expect((await writer.client.listTools()).tools.map(({ name }) => name)).toEqual(WRITES)
  })

  test('queue, claim, context, resolve: the same as over HTTP', async () => {
    const { call } = await connected()
    const { uid } = await newIssue('TypeError: pay is not a function')
    const { fields: page } = await call('list_queue', { limit: 100 })
    expect((page as { queue: object[] }).queue).toContainEqual(
      expect.objectContaining({ id: uid, title: 'TypeError: pay is not a function', claim: null }),
    )
    const url = `https://errors.example.com/issues/${uid}?event=latest#stack`
    expect((await call('claim_issue', { issue: url, minutes: 5 })).fields).toMatchObject({ mine: true })
    const context = await call('get_issue_context', { issue: uid })
    const { queue } = await fixture.client.get<{ queue: { issue: { id: string }; claim: object }[] }>(
      '/api/v1/issues/queue?limit=100',
    )
    expect(queue.find(({ issue }) => issue.id === uid)?.claim).toMatchObject({ claimed_by: { name: 'mcp' } })
    const path = `/api/v1/issues/${uid}/context?format=markdown`
    expect(context.text).toBe((await fixture.client.request<string>('GET', path)).body)
    const resolution = { status: 'resolved', resolved_in_release: '1.1' }
    const resolved = await call('update_issue', { issue: uid, ...resolution })
    const unchanged = { assignee: null, snoozed: false }
    expect(resolved.fields).toEqual({
      id: uid,
      before: { status: 'unresolved', resolved_in_release: null, ...unchanged },
      after: { ...resolution, ...unchanged },
      fix: { state: 'watching', release: '1.1', commit: '', note: '', failed_in_release: '' },
      undo: expect.stringMatching(/^update_issue with undo [\da-f-]{36}$/),
    })
    expect((await call('claim_issue', { issue: uid, minutes: 0 })).fields).toEqual({ released: true })
  })

  test('an issue is given to a member, taken back, and resolved in the next release', async () => {
    const { call } = await connected()
    const { uid } = await newIssue()
    const { user } = await fixture.client.get<Me>('/api/v1/auth/me')
    const given = await call('update_issue', { issue: uid, assignee: ` ${user.email.toUpperCase()} ` })
    const undo = 'update_issue with assignee ""'
    expect(given.fields).toMatchObject({ before: { assignee: null }, after: { assignee: user.email }, undo })
    const { fields } = await call('update_issue', { issue: uid, assignee: '' })
    expect(fields).toMatchObject({ after: { assignee: null }, undo: expect.stringContaining(user.email) })
    const next = { issue: uid, status: 'resolved', resolved_in_release: '1.0', in_next_release: true }
    expect((await call('update_issue', next)).fields).toMatchObject({ after: { status: 'resolved' } })
  })

  test('search, events, parts of an event, alerts and snooze', async () => {
    const { call } = await connected()
    const { uid } = await newIssue('Error: to be found')
    const found = await call('search_issues', { q: '"to be found"', limit: 1 })
    expect(found.fields).toMatchObject({
      issues: [{ id: uid, event_count: 1, project: 'shop' }],
      next_cursor: null,
    })
    const unknown = await call('search_issues', { q: 'plna:pro' })
    expect(unknown.fields).toMatchObject({ search_notes: [expect.stringContaining('plna')] })
    const listed = await call('list_events', { issue: uid })
    const [event] = (listed.fields as { events: { id: string }[] }).events
    expect(listed.fields).toMatchObject({ total: 1, has_more: false })
    for (const part of ['stack', 'breadcrumbs', 'request', 'raw']) {
      const { text } = await call('get_event', { event: event!.id, part })
      expect(text).toContain(`Event ${event!.id} of issue ${uid}, ${part}, characters 0 to `)
      expect(readFences(text).blocks[0]!.lines.join('\n')).toContain('zzz')
    }
    expect((await call('list_alerts')).fields).toMatchObject({ alerts: [] })
    expect((await call('snooze_issue', { issue: uid })).fields).toMatchObject({ snoozed: true })
  })

  test('a snooze ends at a time, with an offset too; a time with another mode or in the past is refused', async () => {
    const { call } = await connected()
    const { uid } = await newIssue()
    const snooze = (hold: object) => call('snooze_issue', { issue: uid, ...hold })
    const end = new Date(START + 30 * HOUR).toISOString()
    expect((await snooze({ until: end })).fields).toMatchObject({ snoozed: true, snooze_until: end })
    const offset = end.replace('Z', '+00:00')
    expect((await snooze({ mode: 'hours', until: offset })).fields).toMatchObject({ snooze_until: end })
    for (const [hold, said] of [
      [{ mode: 'users', until: end }, /until: Use until only with mode hours/],
      [{ until: 'tomorrow' }, /until: Use a time such as/],
      [{ until: new Date(START - HOUR).toISOString() }, /would end in the past/],
    ] as const) {
      const refused = await snooze(hold)
      expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(said)])
    }
  })

  test('lists continue with cursors that only this service can read', async () => {
    const { call } = await connected()
    for (let n = 0; n < 3; n++) await newIssue(`Error: paged ${n}`)
    const first = (await call('search_issues', { q: 'paged', limit: 2 })).fields as { next_cursor: string }
    expect(first.next_cursor).not.toMatch(/^WyJ/)
    const second = await call('search_issues', { q: 'paged', limit: 2, cursor: first.next_cursor })
    expect((second.fields as { issues: object[] }).issues).toHaveLength(1)
    const queue = (await call('list_queue', { limit: 1 })).fields as { since_cursor: string }
    expect((await call('list_queue', { since: queue.since_cursor })).fields).toMatchObject({
      queue: [],
      left: [],
    })
  })

  test('errors say what to do', async () => {
    const { call } = await connected()
    const { uid } = await newIssue()
    await tokenClient(fixture.client, { label: 'rival' }).then(({ client }) =>
      client.request('POST', `/api/v1/agent/issues/${uid}/claim`, { minutes: 5 }),
    )
    const cases: [string, object, RegExp][] = [
      ['get_issue_context', { issue: 'TypeError' }, /Use an ID from list_queue/],
      ['get_issue_context', { issue: UNKNOWN }, /not_found: No issue has this ID.* event, search/],
      ['get_issue_context', { issue: uid, event: UNKNOWN }, /Use event=best/],
      ['get_issue_context', { issue: uid, event: 'newest' }, /Use best, latest, first or an event ID/],
      ['update_issue', { issue: uid }, /Set status, resolved_in_release, fix or assignee/],
      ['update_issue', { issue: uid, assignee: 'nobody@example.com' }, /No member .* has this email/],
      ['update_issue', { issue: uid, in_next_release: true }, /the newest release without the fix/],
      ['claim_issue', { issue: uid }, /rival has claimed this issue until .*Take another one/],
      ['list_queue', { project: 'shpo' }, /no project "shpo"\. It has .*shop/],
      ['search_issues', { cursor: 'abc' }, /not a cursor of this list/],
      ['get_event', { event: UNKNOWN }, /not stored, or never existed/],
    ]
    for (const [name, args, message] of cases) {
      const answer = await call(name, args)
      expect([name, answer.isError]).toEqual([name, true])
      expect(answer.text).toMatch(message)
    }
  })

  test('text of clients is harmless in lists and in parts of events, too', async () => {
    const { call } = await connected()
    for (const [at, text] of INJECTIONS.slice(0, 12).entries()) {
      const title = `poison ${at} ${text.replaceAll('\0', '')}`.slice(0, 250)
      const { uid } = await newIssue(title, text)
      const list = await call('search_issues', { q: `poison ${at}` })
      expect(list.text).not.toMatch(/`{9}|\]\(/)
      const { events } = (await call('list_events', { issue: uid })).fields as { events: { id: string }[] }
      const { outside } = readFences((await call('get_event', { event: events[0]!.id, part: 'raw' })).text)
      expect(outside.join('\n')).not.toContain(MARK)
    }
  })

  test('no token, a wrong one, a cookie or a token in the query: 401 with a challenge', async () => {
    const { secret } = await tokenClient(fixture.client)
    const cookie = await fixture.server.cookie(await fixture.server.newOwner())
    for (const headers of [{}, { authorization: 'Bearer svc_pat_x' }, { cookie }]) {
      const answer = await post(INITIALIZE, headers as Record<string, string>)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="errata"'])
    }
    const inQuery = await fetch(`${fixture.server.url}/mcp?access_token=${secret}`, { method: 'POST' })
    expect(inQuery.status).toBe(401)
  })

  test('a page of another site cannot speak to it; other methods are 405; a batch is refused', async () => {
    const { secret } = await tokenClient(fixture.client)
    const authorization = `Bearer ${secret}`
    expect((await post(INITIALIZE, { authorization, origin: 'https://evil.example' })).status).toBe(403)
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${fixture.server.url}/mcp`, { method, headers: { authorization } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect((await post([INITIALIZE, INITIALIZE], { authorization })).status).toBe(400)
    expect((await post(undefined, { authorization })).status).toBe(400)
    const nameless = { ...INITIALIZE, method: 'tools/call', params: { name: { toString: 1 } } }
    expect((await post(nameless, { authorization })).status).toBeLessThan(500)
    const tooLong = { ...INITIALIZE, more: 'x'.repeat(300_000) }
    expect((await post(tooLong, { authorization })).status).toBe(413)
  })

  test('nothing is kept open: a subscription is refused', async () => {
    const { secret } = await tokenClient(fixture.client)
    const answer = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
      },
      {
        authorization: `Bearer ${secret}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
    )
    expect(JSON.stringify(await answer.json())).toContain('error')
  })

  test('the rate limits of tokens hold: a write tool uses up a write, all else a read', async () => {
    const { secret } = await tokenClient(fixture.client)
    const headers = { authorization: `Bearer ${secret}` }
    const tool = (name: string) =>
      post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }, headers)
    for (const name of [...READS, ...WRITES]) {
      const answer = await tool(name)
      expect([name, answer.headers.get('ratelimit-limit')]).toEqual([
        name,
        WRITES.includes(name) ? '20' : '120',
      ])
    }
    for (let n = WRITES.length; n < 20; n++) await tool('claim_issue')
    const refused = await tool('claim_issue')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60])
    expect((await tool('whoami')).status).not.toBe(429)
  })
})
