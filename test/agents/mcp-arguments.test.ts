import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IssueDetail } from '#contract/issue/issue.ts'
import { AGENT_LIMITS } from '#contract/limits.ts'
import { mcpClient } from '../support/client/mcp-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { readFences } from '../support/fenced-text.ts'
import { payloadOf } from '../support/sample/context-payload.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

type Args = Record<string, unknown>

describe('arguments and answers over MCP', () => {
  const fixture = issueServer(ENGINES[0]!)
  let project: SeedProject
  let call: Awaited<ReturnType<typeof mcpClient>>['call']
  let tools: { name: string; inputSchema: { additionalProperties?: unknown; properties?: object } }[]
  beforeAll(async () => {
    fixture.server.stoppedAt = START
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  /** A token and an issue of their own: writes are limited. */
  async function newIssue(): Promise<string> {
    const { secret } = await tokenClient(fixture.client, { label: 'mcp' })
    const { client, ...rest } = await mcpClient({ url: fixture.server.url, secret })
    call = rest.call
    tools = (await client.listTools()).tools as typeof tools
    const events = [{ at: START - HOUR, release: '1.0' }]
    return (await seedIssue(fixture.server.database, { project, title: 'Error: x', events })).uid
  }
  const shownIssue = (uid: string) => fixture.client.get<IssueDetail>(`/api/v1/issues/${uid}`)

  test.each<[string, Args, RegExp]>([
    ['update_issue', { status: 'resolved', release: '1.1' }, /"release".* resolved_in_release, /],
    ['update_issue', { status: 'resolved', fix: { sha: 'f00' } }, /fix: .*"sha".* commit, url, note/],
    ['snooze_issue', { minutes: 5 }, /"minutes".* mode, until/],
    ['claim_issue', { hours: 1 }, /"hours".* minutes/],
    ['comment_issue', { body: 'x', mentions: [] }, /"mentions".* body/],
    ['get_issue_context', { event_id: 'latest' }, /"event_id".* event, format, max_chars/],
    ['list_events', { environment: 'staging' }, /"environment".* release, offset, limit/],
  ])('%s refuses an argument it does not have, and changes nothing', async (name, args, said) => {
    const issue = await newIssue()
    const before = await shownIssue(issue)
    const answer = await call(name, { issue, ...args })
    expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(said)])
    expect(await shownIssue(issue)).toEqual(before)
  })

  test('searches do not find everything because a filter is misspelled', async () => {
    await newIssue()
    for (const [name, args] of [
      ['search_issues', { query: 'nothing' }],
      ['list_queue', { project_id: 'shop' }],
      ['list_alerts', { status: 'unread' }],
    ] as const) {
      const answer = await call(name, args)
      expect([name, answer.isError, answer.text]).toEqual([name, true, expect.stringContaining('Use ')])
    }
    const long = await call(
      'search_issues',
      Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x${n}`, 1])),
    )
    expect(long.text.length).toBeLessThan(400)
  })

  test('a tool without arguments takes any; the others say so in their schema', async () => {
    await newIssue()
    expect((await call('whoami', { random_string: '' })).isError).toBeFalsy()
    for (const { name, inputSchema } of tools) {
      expect([name, inputSchema.additionalProperties]).toEqual([name, name === 'whoami' ? undefined : false])
    }
    expect(JSON.stringify(tools)).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('bounds are in the schema, and in the refusal', async () => {
    const issue = await newIssue()
    const { inputSchema } = tools.find(({ name }) => name === 'get_issue_context')!
    expect(inputSchema.properties).toMatchObject({
      max_chars: { minimum: AGENT_LIMITS.contextCharsMin, maximum: AGENT_LIMITS.contextCharsMax },
    })
    const { text } = await call('get_issue_context', { issue, max_chars: 3 })
    expect(text).toMatch(/max_chars: Use a number of at least 4,000/)
    expect((await call('search_issues', { limit: 500 })).text).toMatch(/limit: Use a number of at most 100/)
  })

  const RESOLVED = { status: 'resolved', resolved_in_release: '2.0' }
  const UNTIL = new Date(START + 50 * HOUR).toISOString()
  test.each<[string, Args[], Args]>([
    [
      'a release with a fix',
      [{ ...RESOLVED, fix: { commit: 'f00', note: 'say "hi"' } }],
      { status: 'ignored' },
    ],
    ['the next release', [{ ...RESOLVED, in_next_release: true }], { status: 'unresolved' }],
    ['no release', [{ status: 'resolved' }], { resolved_in_release: '3.0' }],
    ['an ignored issue', [{ status: 'ignored' }], RESOLVED],
    ['a snooze until a time', [{ until: UNTIL }], { status: 'unresolved' }],
    ['a snooze for events', [{ mode: 'occurrences' }], RESOLVED],
    ['a snooze that another replaced', [{ mode: 'users' }], { mode: 'occurrences' }],
    ['an issue that was not snoozed', [], { mode: 'hours' }],
  ])('undo gives back %s', async (_, first, change) => {
    const issue = await newIssue()
    const make = (args: Args) =>
      call('mode' in args || 'until' in args ? 'snooze_issue' : 'update_issue', { issue, ...args })
    for (const args of first) await make(args)
    const before = await shownIssue(issue)
    const { undo } = (await make(change)).fields as { undo: string }
    expect(await shownIssue(issue)).not.toEqual(before)
    const [, name] = /^update_issue with undo (\S+)$/.exec(undo)!
    const undone = await call('update_issue', { issue, undo: name })
    expect(await shownIssue(issue)).toEqual(before)
    expect(undone.fields).toMatchObject({ after: { status: before.status, snoozed: before.snoozed } })
    const again = await call('update_issue', { issue, undo: name })
    expect([again.isError, again.text]).toEqual([true, expect.stringMatching(/^conflict: .*latest change/)])
  })

  test('a change of a merged issue is told of the one that it is merged into', async () => {
    const [child, root] = [await newIssue(), await newIssue()]
    await call('update_issue', { issue: child, status: 'ignored' })
    const merge = { canonical_id: root, merge_ids: [child] }
    await fixture.client.request('POST', '/api/v1/issues/merge', merge)
    const { fields } = await call('update_issue', { issue: child, status: 'ignored' })
    const told = { id: root, before: { status: 'unresolved' }, after: { status: 'ignored' } }
    expect(fields).toMatchObject({ ...told, undo: expect.stringContaining('update_issue with undo') })
    const [, undo] = /(\S+)$/.exec((fields as { undo: string }).undo)!
    const undone = { id: root, before: told.after, after: told.before }
    expect((await call('update_issue', { issue: child, undo })).fields).toMatchObject(undone)
    expect((await call('snooze_issue', { issue: child })).fields).toMatchObject({ id: root })
  })

  test('one call gives many issues the same status or assignee, and takes it back', async () => {
    const issues = [await newIssue(), await newIssue(), await newIssue()]
    const [issue, ...more_issues] = issues as [string, ...string[]]
    const statuses = async () =>
      new Set((await Promise.all(issues.map(shownIssue))).map(({ status }) => status))
    const many = (args: Args) => call('update_issue', { issue, more_issues, ...args })
    const { fields } = await many(RESOLVED)
    expect(fields).toMatchObject({ issues: 3, updated: 3 })
    expect(await statuses()).toEqual(new Set(['resolved']))
    const [, name] = /^update_issue with undo (\S+) and the same issues$/.exec(String((fields as Args).undo))!
    expect((await many({ undo: name })).fields).toEqual({ issues: 3, updated: 3, undo: null })
    expect(await statuses()).toEqual(new Set(['unresolved']))
    const { user } = await fixture.client.get<{ user: { email: string } }>('/api/v1/auth/me')
    await many({ assignee: user.email })
    expect((await shownIssue(more_issues[1]!)).assignee).toMatchObject({ email: user.email })
    expect((await call('update_issue', { issue, more_issues: [issue], status: 'ignored' })).fields).toEqual(
      expect.objectContaining({ issues: 1, updated: 1 }),
    )
    for (const wrong of [
      { status: 'resolved', assignee: '' },
      { status: 'ignored', resolved_in_release: '1.1' },
      { status: 'resolved', fix: { note: 'x' } },
    ])
      expect((await many(wrong)).text).toMatch(/set one thing for all/)
    const odd = await call('update_issue', { issue, more_issues: ['TypeError'], status: 'ignored' })
    expect(odd.text).toMatch(/Use an ID from list_queue/)
  })

  test('a fix in a release that has the error is noted, since agents name the one that fails', async () => {
    const issue = await newIssue()
    const noteOf = async (args: Args) =>
      (await call('update_issue', { issue, status: 'resolved', ...args })).fields
    const noted = { note: expect.stringMatching(/seen in that release .* in_next_release without fix/) }
    expect(await noteOf({ resolved_in_release: '1.0' })).toMatchObject(noted)
    expect(await noteOf({ resolved_in_release: 'shop@0.9' })).toMatchObject(noted)
    for (const right of [
      { resolved_in_release: '1.1' },
      { resolved_in_release: '1.0', in_next_release: true },
    ])
      expect(await noteOf(right)).not.toHaveProperty('note')
  })

  test('an event is named without dashes, as SDKs do, or by the URL of the page that shows it', async () => {
    const issue = await newIssue()
    const { fields } = await call('list_events', { issue })
    const event = (fields as { events: { id: string }[] }).events[0]!.id
    const bare = event.replaceAll('-', '')
    expect((await call('get_event', { event: bare, part: 'raw' })).text).toContain(`Event ${event} of`)
    expect((await call('get_issue_context', { issue, event: bare })).text).toContain(`shown: ${event}`)
    const url = `https://errata.example.com/issues/${issue}?tab=event&event=${event}`
    expect((await call('get_issue_context', { issue: url })).text).toContain(`shown: ${event} of`)
    expect((await call('get_issue_context', { issue: url, event: 'latest' })).text).toContain('(latest')
    expect((await call('get_event', { event: url, part: 'raw' })).text).toContain(`Event ${event} of`)
    const wrong = await call('get_event', { event: 'latest' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('from list_events, or a URL')])
    const other = url.replace(event, randomUUID())
    expect((await call('get_issue_context', { issue: other })).text).toMatch(/Use event=best/)
  })

  test('a member who is named otherwise is told by email', async () => {
    const issue = await newIssue()
    const { user } = await fixture.client.get<{ user: { email: string } }>('/api/v1/auth/me')
    const assigned = (assignee: string) => call('update_issue', { issue, assignee })
    expect((await assigned(user.email.slice(0, 5))).text).toContain(`Did you mean ${user.email}?`)
    expect((await assigned('Grace Hopper')).text).toContain(`It has ${user.email}.`)
  })

  test('releases of a project, and the issues that each is the first of', async () => {
    const uid = await newIssue()
    const listed = await call('list_releases', { project: 'shop' })
    const [release, ...others] = (listed.fields as { releases: Record<string, unknown>[] }).releases
    expect([others, release]).toEqual([
      [],
      expect.objectContaining({ project: 'shop', release: '1.0', regressions: 0, resolved_issues: 0 }),
    ])
    const found = await call('search_issues', { q: 'first_release:>=1', limit: 100 })
    const { issues } = found.fields as { issues: { id: string }[] }
    expect(issues.map(({ id }) => id)).toContain(uid)
    expect(release!.new_issues).toBe(issues.length)
    const wrong = await call('list_releases', { project: 'shpo' })
    expect(wrong.text).toContain('It has shop')
  })

  test('an answer is the same whether a client shows the text of it or its fields', async () => {
    const issue = await newIssue()
    const { fields: listed } = await call('list_events', { issue })
    const event = (listed as { events: { id: string }[] }).events[0]!.id
    const given: Args[] = [{}, { issue }, { issue, format: 'json' }, { event }, { issue, body: 'x' }]
    const answered = new Set<string>()
    for (const { name } of tools) {
      for (const args of given) {
        const { isError, text, fields } = await call(name, args)
        if (isError) continue
        answered.add(name)
        expect([name, fields ?? text]).toEqual([name, fields === undefined ? text : JSON.parse(text)])
        expect(fields ?? readFences(text).blocks).toBeTruthy()
      }
    }
    expect([...answered, 'update_issue'].sort()).toEqual(tools.map(({ name }) => name).sort())
  })

  test('undo names each part of a change, and nothing where nothing changed', async () => {
    const issue = await newIssue()
    const { user } = await fixture.client.get<{ user: { email: string } }>('/api/v1/auth/me')
    const undoOf = async (args: Args) => (await call('update_issue', { issue, ...args })).fields
    const both = /^update_issue with undo \S+; then update_issue with assignee ""$/
    expect(await undoOf({ ...RESOLVED, assignee: user.email })).toMatchObject({
      undo: expect.stringMatching(both),
    })
    const same = await undoOf({ ...RESOLVED, assignee: 'me' })
    expect(same).toMatchObject({ after: { assignee: user.email }, undo: null })
    const { text } = await call('update_issue', { issue, status: 'ignored', undo: randomUUID() })
    expect(text).toMatch(/or undo alone/)
  })

  test.each(['', 'x'])('a page of an event ends with a whole character (%j)', async (shift) => {
    const { secret } = await tokenClient(fixture.client, { label: 'mcp' })
    const { call: ask } = await mcpClient({ url: fixture.server.url, secret })
    const extra = { shift, faces: Array.from({ length: 40 }, () => '\u{1f600}'.repeat(500)) }
    const events = [{ at: START - HOUR, payload: { ...payloadOf('x'), extra } }]
    const { uid } = await seedIssue(fixture.server.database, { project, title: 'Error: faces', events })
    const { fields } = await ask('list_events', { issue: uid })
    const event = (fields as { events: { id: string }[] }).events[0]!.id
    const pages: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const { text } = await ask('get_event', { event, part: 'raw', offset })
      pages.push(readFences(text).blocks[0]!.lines.join('\n'))
      const [, next] = /, next offset (\d+)\./.exec(text) ?? []
      offset = next === undefined ? null : Number(next)
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.map((page) => page.isWellFormed())).toEqual(pages.map(() => true))
    expect(pages.join('').match(/\u{1f600}/gu)).toHaveLength(20_000)
  })

  test('prompts name tools that their token has, and what was asked for', async () => {
    const issue = await newIssue()
    for (const [scopes, names] of [
      [
        ['read:agent', 'write:triage'],
        ['fix_next_issue', 'fix_issue', 'explain_issue'],
      ],
      [['read:agent'], ['explain_issue']],
    ] as const) {
      const { secret } = await tokenClient(fixture.client, { label: 'mcp', scopes: [...scopes] })
      const { client } = await mcpClient({ url: fixture.server.url, secret })
      const there = (await client.listTools()).tools.map(({ name }) => name)
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual(names)
      for (const { name } of prompts) {
        const given: Record<string, string> = name === 'fix_next_issue' ? { project: 'shop' } : { issue }
        const { messages } = await client.getPrompt({ name, arguments: given })
        const { text } = messages[0]!.content as { text: string }
        for (const value of Object.values(given)) expect(text).toContain(value)
        expect(text).not.toMatch(/in_next_release\) and fix/)
        const named = text.match(/\b(?:get|list|update|claim|comment|snooze)_[a-z_]+/g) ?? []
        expect(named).not.toEqual([])
        expect(there).toEqual(expect.arrayContaining(named))
      }
      await client.close()
    }
  })
})
