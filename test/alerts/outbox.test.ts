import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookFormat } from '#contract/vocabulary.ts'
import { claimDue, type DeliveryOutcome, recordAttempt } from '#storage/alert/delivery.ts'
import type { DeliveryFacts } from '#storage/alert/delivery-facts.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { moveIssues, refreshFamily } from '#storage/issue/family.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'

const START = Date.UTC(2026, 10, 20, 10, 30)
const MINUTE = 60_000

const DELIVERED: DeliveryOutcome = {
  status: 'delivered',
  nextAttemptAt: null,
  request: { url: 'https://example.com/', body: '{}' },
  attempt: { at: START + MINUTE, durationMs: 5, status: 200, error: null, answer: null },
}

describeOn(ENGINES, 'The outbox is written with the change', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-outbox-'))
  let database: Database
  let feed: PipelineFeed
  let org: Awaited<ReturnType<typeof seedOrg>>

  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: await engine.databaseUrl(), threads: false })
    org = await seedOrg(database, 'Test')
    feed = await PipelineFeed.start(database)
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function addWebhook(
    project: SeedProject,
    events: string,
    { enabled = 1, format = 'generic' }: { enabled?: number; format?: WebhookFormat } = {},
  ): Promise<number> {
    const row = await database.queries
      .insertInto('webhook')
      .values({
        uid: randomUUID(),
        org_id: project.orgId,
        project_id: project.projectId,
        url: 'https://example.com/',
        format,
        events,
        enabled,
        secret: '',
        secret_prefix: '',
        failing_since: null,
        disabled_reason: null,
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  async function deliveries(webhookId: number) {
    const rows = await database.queries
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .orderBy('id')
      .execute()
    return rows.map(({ event, facts, status }) => ({
      event,
      status,
      ...(JSON.parse(facts) as DeliveryFacts),
    }))
  }
  async function change(title: string, columns: object): Promise<void> {
    const changed = await database.queries
      .updateTable('issue')
      .set(columns)
      .where('title', '=', `${title}: it broke`)
      .returning('id')
      .execute()
    expect(changed).toHaveLength(1)
  }
  const resolved = (at: number) => ({ status: 'resolved', resolved_in_release: '1.0.0', resolved_at: at })

  test('a chat gets a summary of a storm, a generic webhook gets everything', async () => {
    const project = await seedProject(database, org, 'stormy')
    const generic = await addWebhook(project, 'issue_created')
    const chats = [
      await addWebhook(project, 'issue_created', { format: 'chat_a' }),
      await addWebhook(project, 'issue_created', { format: 'chat_b' }),
    ]
    const names = (part: string) => Array.from('abcdefghijklmnopqrst', (letter) => `Storm${part}${letter}`)
    const send = (part: string, at: number) =>
      feed.send(
        project,
        names(part).map((kind) => ({ kind, at })),
      )
    const told = async (webhookId: number) =>
      (await deliveries(webhookId)).map(({ event, details }) => (event === 'summary' ? details : event))
    const ten = Array.from({ length: 10 }, () => 'issue_created')
    await send('x', START)
    await send('y', START + 1)
    expect((await deliveries(generic)).map(({ event }) => event)).toEqual([...ten, ...ten, ...ten, ...ten])
    for (const chat of chats) expect(await told(chat)).toEqual([...ten, { issue_created: 30 }])
    const scope = database.serviceScope(org)
    const due = { now: START + MINUTE, claimUntil: START + 2 * MINUTE, limit: 20 }
    const claimed = await claimDue(scope, chats[0]!, due)
    expect(claimed.map(({ event }) => event)).toEqual([...ten, 'summary'])
    // Another node takes over what this one has had for too long.
    await claimDue(scope, chats[0]!, { ...due, now: due.claimUntil, claimUntil: due.claimUntil + 1 })
    expect(await recordAttempt(scope, claimed[0]!, DELIVERED)).toBe(false)
    expect((await deliveries(chats[0]!))[0]).toMatchObject({ status: 'pending' })
    await send('z', START + 2 * MINUTE)
    expect((await told(chats[0]!)).slice(11)).toEqual([...ten, { issue_created: 10 }])
    expect((await told(chats[1]!)).slice(10)).toEqual([{ issue_created: 50 }])
    await database.queries
      .updateTable('webhook_delivery')
      .set({ facts: '' })
      .where('gathers', '=', 1)
      .execute()
    await send('w', START + 2 * MINUTE + 1)
    for (const chat of chats) expect((await told(chat)).at(-1)).toEqual({ issue_created: 20 })
  })

  test('each enabled webhook of the project gets the events it asks for, once per transition', async () => {
    const [project, other] = [await seedProject(database, org, 'a'), await seedProject(database, org, 'b')]
    const both = await addWebhook(project, 'issue_created regression')
    const one = await addWebhook(project, 'regression')
    const disabled = await addWebhook(project, 'issue_created', { enabled: 0 })
    const elsewhere = await addWebhook(other, 'issue_created')
    const kind = 'Once'
    await feed.send(project, [
      { kind, at: START, release: '1.0.0', user: { id: '1' } },
      { kind, at: START + 1, release: '1.0.0', user: { id: '2' } },
    ])
    expect(await deliveries(both)).toEqual([
      {
        event: 'issue_created',
        status: 'pending',
        project_id: project.projectUid,
        project_name: 'a',
        rule: null,
        details: {},
        issue: {
          id: expect.any(String),
          title: 'Once: it broke',
          status: 'unresolved',
          level: 'error',
          environment: 'production',
          release: '1.0.0',
          event_count: 2,
          unique_user_count: 2,
          first_seen_at: START,
        },
      },
    ])
    await change(kind, resolved(START + 2))
    await feed.send(project, [
      { kind, at: START + MINUTE, release: '1.1.0' },
      { kind, at: START + MINUTE, release: '1.2.0' },
    ])
    await feed.send(project, [{ kind, at: START + 2 * MINUTE, release: '1.3.0' }])
    const regression = {
      event: 'regression',
      issue: { status: 'regression', event_count: 4 },
      details: { note: 'compared 1.1.0 > 1.0.0 by semver', release: '1.1.0', resolved_in_release: '1.0.0' },
    }
    expect(await deliveries(both)).toMatchObject([{ event: 'issue_created' }, regression])
    expect(await deliveries(one)).toMatchObject([regression])
    expect(await deliveries(disabled)).toEqual([])
    expect(await deliveries(elsewhere)).toEqual([])
  })

  test('ignored and snoozed issues send nothing; a regression ends a snooze and is sent', async () => {
    const project = await seedProject(database, org, 'c')
    const kinds = ['Ignored', 'Snoozed', 'Returns']
    await feed.send(
      project,
      kinds.map((kind) => ({ kind, at: START, release: '1.0.0' })),
    )
    const webhook = await addWebhook(project, 'issue_created regression velocity_spike custom_rule')
    const hold = { snooze_until: START + 100 * MINUTE }
    await change('Ignored', { status: 'ignored' })
    await change('Snoozed', hold)
    await change('Returns', { ...resolved(START), ...hold })
    await feed.send(
      project,
      kinds.map((kind) => ({ kind, at: START + MINUTE, release: '2.0.0' })),
    )
    expect(await deliveries(webhook)).toMatchObject([
      { event: 'regression', issue: { title: 'Returns: it broke' } },
    ])
    const returned = await database.queries
      .selectFrom('issue')
      .select('snooze_until')
      .where('title', '=', 'Returns: it broke')
      .execute()
    expect(returned).toEqual([{ snooze_until: null }])
  })

  test('an event of a merged issue makes its root a regression, which speaks', async () => {
    const project = await seedProject(database, org, 'd')
    await feed.send(project, [
      { kind: 'Root', at: START, release: '1.0.0' },
      { kind: 'Child', at: START, release: '1.0.0' },
    ])
    const webhook = await addWebhook(project, 'regression')
    const issues = await database.queries
      .selectFrom('issue')
      .select(['id', 'uid', 'title'])
      .where('project_id', '=', project.projectId)
      .orderBy('id')
      .execute()
    const [root, child] = issues as [(typeof issues)[0], (typeof issues)[0]]
    const scope = { db: database.queries, ...org }
    await moveIssues(scope, [child.id], { rootId: root.id, now: START })
    await refreshFamily(scope, root.id, START)
    await change('Root', resolved(START))
    await feed.send(project, [{ kind: 'Child', at: START + MINUTE, release: '2.0.0' }])
    expect(await deliveries(webhook)).toMatchObject([
      { event: 'regression', issue: { id: root.uid, status: 'regression', event_count: 3 } },
    ])
  })

  test('a batch that is rolled back notifies nobody', async () => {
    const project = await seedProject(database, org, 'e')
    const webhook = await addWebhook(project, 'issue_created')
    const behind = feed.restart()
    await feed.send(project, [{ kind: 'First', at: START }])
    await expect(behind.send(project, [{ kind: 'Second', at: START }])).rejects.toThrow()
    expect(await deliveries(webhook)).toMatchObject([{ issue: { title: 'First: it broke' } }])
  })
})
