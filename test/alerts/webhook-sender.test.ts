import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebhookSender } from '#actions/alerts/webhook-sender.ts'
import { sweepDeliveries } from '#actions/upkeep/sweep-deliveries.ts'
import { listWaiting } from '#storage/alert/delivery.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { WebhookQueue } from '../support/alert/webhook-queue.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'
import { WebhookReceiver } from '../support/server/webhook-receiver.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOn(ENGINES, 'Deliveries by the clock', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-sender-'))
  let database: Database
  let receiver: WebhookReceiver
  let queue: WebhookQueue
  let senders: WebhookSender[] = []
  beforeAll(async () => {
    receiver = await WebhookReceiver.start()
    database = await openDatabase({ dataDir, databaseUrl: await engine.databaseUrl() })
  })
  beforeEach(() => {
    queue = new WebhookQueue(database)
  })
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.close()))
    senders = []
    await database.queries.deleteFrom('webhook').execute()
    receiver.respond = (_received, response) => void response.writeHead(204).end()
    expect(queue.errors).toEqual([])
  })
  afterAll(async () => {
    await database?.close()
    await receiver?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** More than two nodes send at once. */
  const many = 300
  let made = 0
  async function newProject(): Promise<SeedProject> {
    return seedProject(database, await seedOrg(database, `org ${++made}`), 'shop')
  }
  /** Lets nodes send all that is due, and end; then lets time pass. */
  async function round(webhookId: number, { nodes = 1, ms }: { nodes?: number; ms: number }): Promise<void> {
    const started = Array.from({ length: nodes }, start)
    await queue.until(async () => (await queue.dueCount(webhookId)) === 0, 60_000)
    await Promise.all(started.map((sender) => sender.close()))
    queue.now += ms
  }
  const sweep = (retentionNow = queue.now) =>
    sweepDeliveries({ database, clock: () => queue.now, retentionNow }, async () => true)
  const start = (): WebhookSender => {
    const sender = queue.startSender()
    senders.push(sender)
    return sender
  }

  test(`${many} to a receiver that fails 30 % at random all arrive, whatever nodes share them`, async () => {
    const project = await newProject()
    const path = '/unsteady'
    const webhook = await queue.addWebhook(project, receiver.url(path))
    const ids = await queue.addDeliveries(project, webhook, many)
    const random = seededRandom(12)
    const arrived: string[] = []
    receiver.respond = ({ headers }, response) => {
      const fails = random.next() < 0.3
      if (!fails) arrived.push(headers['webhook-id']!)
      response.writeHead(fails ? 503 : 200).end()
    }
    // What failed is due again at most 18 hours later.
    for (let n = 0; n < 9; n++) await round(webhook, { nodes: 2, ms: 18 * HOUR })
    expect(await queue.statuses(webhook)).toEqual({ delivered: many })
    expect(arrived.sort()).toEqual(ids.sort())
    expect(receiver.at(path).length).toBeGreaterThan(many * 1.2)
    expect((await queue.webhook(webhook)).failing_since).toBeNull()
  })

  test("a receiver that hangs doesn't delay others", async () => {
    const slow = await newProject()
    const hanging: number[] = []
    for (let n = 0; n < 5; n++) {
      hanging.push(await queue.addWebhook(slow, receiver.url(`/hangs-${made}-${n}`)))
      await queue.addDeliveries(slow, hanging[n]!, 200)
    }
    const project = await newProject()
    const path = `/quick-${made}`
    const webhook = await queue.addWebhook(project, receiver.url(path))
    await queue.addDeliveries(project, webhook, 20)
    receiver.respond = (received, response) => {
      if (received.path === path) response.writeHead(200).end()
    }
    start()
    const begun = Date.now()
    await queue.until(async () => (await queue.statuses(webhook)).delivered === 20, 8_000)
    expect(Date.now() - begun).toBeLessThan(8_000)
    const underWay = receiver.received.filter((one) => one.path.startsWith(`/hangs-${made - 1}-`)).length
    expect(underWay).toBeLessThanOrEqual(16)
  })

  test('a delivery whose stored data is damaged fails, and holds up no other', async () => {
    const project = await newProject()
    const webhook = await queue.addWebhook(project, receiver.url(`/damaged-${made}`))
    const [damaged] = await queue.addDeliveries(project, webhook, 4)
    await database.queries
      .updateTable('webhook_delivery')
      .set({ facts: '{"project_id":' })
      .where('uid', '=', damaged!)
      .execute()
    await round(webhook, { ms: 0 })
    expect(await queue.statuses(webhook)).toEqual({ delivered: 3, failed: 1 })
  })

  test('finding due deliveries costs no more if many are pending', async () => {
    const [one, project] = [await newProject(), await newProject()]
    const busy = await queue.addWebhook(project, receiver.url('/busy'))
    await queue.addDeliveries(project, busy, 20_000)
    const webhooks = [busy]
    for (let n = 0; n < 60; n++) webhooks.push(await queue.addWebhook(project, receiver.url('/idle')))
    webhooks.push(await queue.addWebhook(one, receiver.url('/one')))
    for (const webhook of webhooks.slice(1, -1)) await queue.addDeliveries(project, webhook, 1)
    await queue.addDeliveries(one, webhooks.at(-1)!, 2)
    const durations: number[] = []
    for (let n = 0; n < 5; n++) {
      const begun = performance.now()
      const waiting = await listWaiting(database.queries, { orgId: 0, webhookId: 0 }, 500)
      durations.push(performance.now() - begun)
      expect(waiting.map(({ webhookId }) => webhookId)).toEqual([webhooks.at(-1), ...webhooks.slice(0, -1)])
    }
    // Milliseconds, where going through all that is pending for each webhook takes a second.
    expect(Math.min(...durations)).toBeLessThan(100)
    const part = await listWaiting(database.queries, { orgId: project.orgId, webhookId: busy }, 3)
    expect(part.map(({ webhookId }) => webhookId)).toEqual(webhooks.slice(1, 4))
  })

  test('a node that ended without a word leaves its deliveries to others', async () => {
    const project = await newProject()
    const path = `/left-${made}`
    const webhook = await queue.addWebhook(project, receiver.url(path))
    const [id] = await queue.addDeliveries(project, webhook, 1)
    receiver.respond = () => {}
    const first = start()
    await receiver.until(path, 1)
    await first.close()
    receiver.respond = (_received, response) => void response.writeHead(200).end()
    const second = start()
    second.wake()
    queue.now += 61_000
    second.wake()
    await queue.until(async () => (await queue.statuses(webhook)).delivered === 1)
    expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  })

  test('a node that ends while it claims a delivery sends it first', async () => {
    const project = await newProject()
    const webhook = await queue.addWebhook(project, receiver.url(`/ending-${made}`))
    await queue.addDeliveries(project, webhook, 1)
    let [asked, closed]: [number, Promise<void> | null] = [0, null]
    queue.onClock = () => {
      asked += 1
      if (asked === 2) closed = sender.close()
    }
    const sender = start()
    await expect.poll(() => closed).not.toBeNull()
    await closed
    expect(await queue.statuses(webhook)).toEqual({ delivered: 1 })
  })

  test('an outage of an hour loses nothing', async () => {
    const project = await newProject()
    const path = `/outage-${made}`
    const webhook = await queue.addWebhook(project, receiver.url(path))
    await queue.addDeliveries(project, webhook, 20)
    let isDown = true
    receiver.respond = (_received, response) => void response.writeHead(isDown ? 502 : 200).end()
    for (let n = 0; n < 5; n++) await round(webhook, { ms: HOUR / 4 })
    expect(await queue.statuses(webhook)).toEqual({ pending: 20 })
    isDown = false
    await round(webhook, { ms: 0 })
    queue.now += 3 * HOUR
    await round(webhook, { ms: 0 })
    expect(await queue.statuses(webhook)).toEqual({ delivered: 20 })
    expect(receiver.at(path).length).toBeGreaterThan(20)
  })

  test('failing for 5 days disables, cancels pending deliveries and raises one alert', async () => {
    const project = await newProject()
    const webhook = await queue.addWebhook(project, receiver.url('/down'))
    receiver.respond = (_received, response) => void response.writeHead(500).end()
    const sender = start()
    await queue.addDeliveries(project, webhook, 1)
    await queue.until(async () => (await queue.webhook(webhook)).failing_since !== null)
    queue.now += 5 * DAY
    await queue.addDeliveries(project, webhook, 3)
    sender.wake()
    await queue.until(async () => (await queue.webhook(webhook)).enabled === 0)
    expect(await queue.webhook(webhook)).toMatchObject({ disabled_reason: 'failing' })
    const { canceled = 0, pending = 0 } = await queue.statuses(webhook)
    expect([canceled > 0, pending]).toEqual([true, 0])
    const alerts = await database.queries
      .selectFrom('alert')
      .select(['kind', 'title'])
      .where('project_id', '=', project.projectId)
      .execute()
    expect(alerts).toEqual([
      { kind: 'webhook_disabled', title: expect.stringMatching(/^Webhook to 127.0.0.1:\d+ was disabled$/) },
    ])
  })

  test('a clock that is put 6 days ahead disables nothing', async () => {
    const project = await newProject()
    const path = `/ahead-${made}`
    const webhook = await queue.addWebhook(project, receiver.url(path))
    receiver.respond = (_received, response) => void response.writeHead(500).end()
    await queue.addDeliveries(project, webhook, 1)
    await round(webhook, { ms: 6 * DAY })
    queue.ahead = 6 * DAY
    await round(webhook, { ms: 0 })
    expect(receiver.at(path)).toHaveLength(2)
    expect(await queue.webhook(webhook)).toMatchObject({ enabled: 1 })
  })

  test('a clock that was a year ahead keeps nothing back once it is set, and empties no log', async () => {
    const project = await newProject()
    const webhook = await queue.addWebhook(project, receiver.url(`/ahead-${made}`))
    await queue.addDeliveries(project, webhook, 3)
    await round(webhook, { ms: 365 * DAY })
    await queue.addDeliveries(project, webhook, 2)
    await sweep(queue.now - 365 * DAY)
    queue.now -= 365 * DAY
    await sweep()
    await round(webhook, { ms: 0 })
    expect(await queue.statuses(webhook)).toEqual({ delivered: 5 })
  })

  test('the log keeps 1,000 finished deliveries of 30 days, and all that are pending', async () => {
    const project = await newProject()
    const webhook = await queue.addWebhook(project, receiver.url('/log'))
    const finished = { status: 'delivered', next_attempt_at: null } as const
    await queue.addDeliveries(project, webhook, 10)
    await database.queries.updateTable('webhook_delivery').set(finished).execute()
    queue.now += 31 * DAY
    await queue.addDeliveries(project, webhook, 1_300)
    await database.queries.updateTable('webhook_delivery').set(finished).execute()
    await queue.addDeliveries(project, webhook, 5)
    await sweep()
    expect(await queue.statuses(webhook)).toEqual({ delivered: 1_000, pending: 5 })
    queue.now += 31 * DAY
    await sweep()
    expect(await queue.statuses(webhook)).toEqual({ pending: 5 })
  })
})
