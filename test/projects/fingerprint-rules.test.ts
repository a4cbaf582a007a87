import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { IssueGrouping } from '#contract/issue/grouping.ts'
import type { GroupingPreview } from '#contract/project/grouping-preview.ts'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders } from '../support/journey.ts'
import { errata } from '../support/server/run-errata.ts'
import { Service } from '../support/server/service.ts'
import { STOCK, stockMissing } from '../support/stock-package.ts'

const SECRET = 'hunter2hunter2'
const RULES = `# ours
type:Db* -> database-down
type:Timeout -> {{ default }}, {{ tags.tenant }}
tags.password:* -> {{ tags.password }} kept`

describeOn(ENGINES, 'fingerprint rules of a project over HTTP', (engine) => {
  const nodes: Service[] = []
  let client: ApiClient
  let project: Project
  let databaseUrl: string | null
  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    for (let n = 0; n < (databaseUrl === null ? 1 : 2); n++) {
      const node = new Service({ databaseUrl })
      nodes.push(node)
      await node.start()
    }
    client = await signedIn(nodes[0]!.url)
    project = await client.createProject('shop')
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
  })

  const path = (what: string) => `/api/v1/projects/${project.id}/${what}`
  /** To the last node, which was told of no change; answers the event once it is stored. */
  async function send(
    type: string,
    tags: Record<string, string> = {},
    frames: object[] = [{ function: `do_${type}`, filename: 'shop.py', in_app: true }],
  ): Promise<EventDetail> {
    const exception = { values: [{ type, value: 'it broke', stacktrace: { frames } }] }
    const answer = await fetch(`${nodes.at(-1)!.url}/api/${project.id}/store/`, {
      method: 'POST',
      headers: { ...dsnHeaders(project), 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'python', exception, tags, fingerprint: ['{{ default }}'] }),
    })
    const { id } = (await answer.json()) as { id: string }
    const stored = () => client.request<EventDetail>('GET', `/api/v1/events/${id}`)
    await expect.poll(async () => (await stored()).status).toBe(200)
    return (await stored()).body
  }
  const preview = (fingerprint_rules: string) =>
    client.request<GroupingPreview>('POST', path('grouping-preview'), { fingerprint_rules })
  const save = (fingerprint_rules: string) =>
    client.request<ProjectIntake>('PATCH', path('intake'), { grouping: { fingerprint_rules } })
  const explain = (issueId: string) => client.get<IssueGrouping>(`/api/v1/issues/${issueId}/grouping`)

  it('says what is wrong with a line, and saves nothing then', async () => {
    const refused = await save('type:A -> a\ntype:B\ncolor:red -> x')
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        message: expect.stringMatching(/^Line 2: The rule has no `->`.*Other lines with a problem: 3\.$/),
        details: [{ path: 'grouping.fingerprint_rules' }],
      },
    })
    expect((await preview('type:B')).status).toBe(400)
    expect((await client.get<ProjectIntake>(path('intake'))).grouping).toEqual({ fingerprint_rules: '' })
  })

  it('shows on stored events what rules would join and split, and then groups new ones like that', async () => {
    const [first, second] = [await send('DbA'), await send('DbB')]
    const timeouts = [await send('Timeout', { tenant: 'a' }), await send('Timeout', { tenant: 'b' })]
    const kept = await send('Other')
    const [a, b, timeout] = [first.issue_id, second.issue_id, timeouts[0]!.issue_id]
    expect(timeouts[1]!.issue_id).toBe(timeout)

    const { status, body } = await preview(RULES)
    expect(status).toBe(200)
    expect(body).toMatchObject({ events: 5, left_out: 0, complete: true, moved: 4, unchanged_issues: 1 })
    const split = body.changed.find(({ issue }) => issue.id === timeout)!
    expect(split).toMatchObject({ events: 2, staying: 0, parts_more: 0 })
    expect(split.parts.map(({ into, events, event_id }) => [into, events, event_id])).toEqual(
      timeouts.map(({ id }) => [null, 1, id]),
    )
    expect(body.joined).toHaveLength(1)
    expect(body.joined[0]).toMatchObject({
      into: null,
      events: 2,
      event_id: second.id,
      rule: 'type:Db* -> database-down',
    })
    expect(body.joined[0]!.issues.map(({ id }) => id).sort()).toEqual([a, b].sort())
    expect(body.rules.map(({ line, events }) => [line, events])).toEqual([
      [2, 2],
      [3, 2],
      [4, 0],
    ])
    // Each part shows an event of the issue that it leaves.
    expect(body.changed.find(({ issue }) => issue.id === a)?.parts).toMatchObject([
      { into: null, events: 1, event_id: first.id, rule: 'type:Db* -> database-down', joined: true },
    ])
    const into = await preview(`type:DbA -> "{{ type }}"\ntype:Timeout -> {{ default }}`)
    expect(into.body).toMatchObject({ moved: 1, joined: [] })

    expect((await save(RULES)).body.grouping).toEqual({ fingerprint_rules: RULES })
    expect((await preview(RULES)).body).toMatchObject({ moved: 0, changed: [], joined: [] })
    await expect.poll(async () => (await send('DbA')).issue_id, { interval: 500 }).not.toBe(a)
    const fresh = await send('DbA')
    expect((await send('DbB')).issue_id).toBe(fresh.issue_id)
    const tenants = [await send('Timeout', { tenant: 'a' }), await send('Timeout', { tenant: 'b' })]
    expect(new Set([timeout, ...tenants.map(({ issue_id }) => issue_id)]).size).toBe(3)
    expect((await send('Other')).issue_id).toBe(kept.issue_id)

    const rule = { text: 'type:Db* -> database-down', fingerprint: ['database-down'] }
    expect(fresh.grouping).toMatchObject({ method: 'fingerprint', rule })
    expect(await explain(fresh.issue_id)).toMatchObject({
      summary: 'Grouped by a fingerprint rule of this project: 1 fingerprint.',
      rule,
      rule_now: rule,
      rules_changed: false,
      left_out: [{ rule: 'project_rule' }],
    })
    expect(await explain(b)).toMatchObject({ rule: null, rule_now: rule, rules_changed: true })
  })

  it('never makes a secret a key', async () => {
    const event = await send('Leak', { password: SECRET })
    expect(event.grouping!.components).toEqual(['fingerprint: [Filtered]', 'fingerprint: kept'])
    expect(JSON.stringify(event)).not.toContain(SECRET)
  })

  it('notes in the audit log who changed the rules, and agrees with errata verify', async () => {
    const { entries } = await client.get<{ entries: { action: string; details: object }[] }>(
      '/api/v1/audit-log',
    )
    expect(entries.find(({ action }) => action === 'project.changed')?.details).toEqual({
      grouping_fingerprint_rules: { from: '', to: RULES },
    })
    const settings: Record<string, string> = databaseUrl === null ? {} : { SVC_DATABASE_URL: databaseUrl }
    const verified = await errata(['verify'], { SVC_DATA_DIR: nodes[0]!.dataDir, ...settings })
    expect([verified.code, verified.stderr]).toEqual([0, ''])
  })

  if (!ONE_ENGINE.includes(engine)) return
  it('shows what rules would do to one after the other', async () => {
    const costly = 'a'.repeat(900)
    const frames = Array.from({ length: 100 }, () => ({
      function: costly,
      abs_path: costly,
      module: costly,
    }))
    for (let n = 0; n < 10; n++) await send('Costly', {}, frames)
    const rules = Array.from({ length: 50 }, (_, n) => `function:*a*b${n} path:*a*a module:*c* !app:no -> x`)
    const began = performance.now()
    const previews = Array.from({ length: 8 }, async () => {
      expect((await preview(rules.join('\n'))).status).toBe(200)
      return performance.now() - began
    })
    const took = (await Promise.all(previews)).toSorted((a, b) => a - b)
    // Side by side, all of them would end together.
    expect(took[0]! / took.at(-1)!).toBeLessThan(0.5)
  })

  const withoutSdk = stockMissing('@sentry/node')
  it.skipIf(withoutSdk)(`groups what a stock SDK sends${withoutSdk ? ` (${withoutSdk})` : ''}`, async () => {
    const own = await client.createProject('with an SDK')
    await client.request('PATCH', `/api/v1/projects/${own.id}/intake`, {
      grouping: { fingerprint_rules: 'message:"*failed" family:javascript -> failed' },
    })
    // In force within seconds; the application can't be asked to wait.
    const words = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => letter.repeat(5))
    const isInForce = async () => {
      // Without the rule, messages of other words are issues of their own.
      const body = JSON.stringify({ message: `${words.shift()} failed`, platform: 'node' })
      const headers = { ...dsnHeaders(own), 'content-type': 'application/json' }
      await fetch(`${nodes[0]!.url}/api/${own.id}/store/`, { method: 'POST', headers, body })
      const issues = await client.allIssues(own.id)
      return issues.some(({ event_count }) => event_count > 1)
    }
    await expect.poll(isInForce, { interval: 500 }).toBe(true)
    const before = (await client.allIssues(own.id)).reduce((sum, issue) => sum + issue.event_count, 0)
    const application = spawn(process.execPath, [join(STOCK, 'app.ts')], {
      env: { ...process.env, SENTRY_DSN: own.keys[0]!.sdk_dsn },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(application, 'exit')
    const issues = await client.untilCounted(own.id, before + 5)
    const titles = issues.map(({ title }) => title)
    expect(titles.filter((title) => /Checkout failed|Backup failed/.test(title))).toHaveLength(1)
    expect(titles).toContain('Disk almost full')
  })
})
