import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newWebhookSecret } from '#actions/alerts/webhook-secret.ts'
import { WebhookSender } from '#actions/alerts/webhook-sender.ts'
import { InstallationKey } from '#platform/installation-key.ts'
import { OutboundGuard } from '#platform/outbound/target.ts'
import { insertWebhook } from '#storage/alert/webhook.ts'
import type { Database } from '#storage/engine/database.ts'
import type { SeedProject } from '../database/seed.ts'
import { DEADLINE_MS } from '../deadline.ts'

const KEY = new InstallationKey(Buffer.alloc(32, 7))
const NEVER = new Date('2026-11-20T10:00:00Z').getTime()

/** Deliveries in a database, and senders of them with a clock that the test moves. */
export class WebhookQueue {
  readonly database: Database
  /** Epoch ms. */
  now = NEVER
  /** By how much `now` is ahead of the time that nobody put forward, ms. */
  ahead = 0
  readonly errors: unknown[] = []
  /** Called whenever a sender asks for the time: before each look, each claim and each attempt. */
  onClock: () => void = () => {}

  constructor(database: Database) {
    this.database = database
  }

  /** A node of its own, already sending. */
  startSender(): WebhookSender {
    const sender = new WebhookSender({
      database: this.database,
      live: { alertsChanged: () => {} },
      onError: (error) => this.errors.push(error),
      guard: new OutboundGuard({ allowPrivate: true }),
      retentionClock: { read: async () => this.now - this.ahead },
      key: KEY,
      clock: () => {
        this.onClock()
        return this.now
      },
    })
    sender.start('https://errata.example.com')
    return sender
  }

  /** @returns its row key. */
  async addWebhook(project: SeedProject, url: string): Promise<number> {
    const uid = randomUUID()
    const { sealed, prefix } = newWebhookSecret(KEY, uid)
    const scope = this.database.serviceScope(project)
    const { projectId } = project
    await insertWebhook(scope, {
      ...{ uid, projectId, url, format: 'generic', events: ['issue_created'] },
      ...{ secret: sealed, secretPrefix: prefix, createdAt: this.now },
    })
    const row = await this.database.queries
      .selectFrom('webhook')
      .select('id')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    return row.id
  }

  /** Queues deliveries that are due. @returns their public ids. */
  async addDeliveries(project: SeedProject, webhookId: number, count: number): Promise<string[]> {
    const facts = {
      project_id: project.projectUid,
      project_name: 'shop',
      issue: null,
      rule: null,
      details: {},
    }
    const rows = Array.from({ length: count }, () => ({
      uid: randomUUID(),
      org_id: project.orgId,
      webhook_id: webhookId,
      issue_id: null,
      event: 'test' as const,
      facts: JSON.stringify(facts),
      status: 'pending' as const,
      next_attempt_at: this.now,
      occurred_at: this.now,
      created_at: this.now,
    }))
    for (let at = 0; at < count; at += 500) {
      await this.database.queries
        .insertInto('webhook_delivery')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    return rows.map(({ uid }) => uid)
  }

  /** How many deliveries of a webhook have each status. */
  async statuses(webhookId: number): Promise<Record<string, number>> {
    const rows = await this.database.queries
      .selectFrom('webhook_delivery')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('webhook_id', '=', webhookId)
      .groupBy('status')
      .execute()
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
  }

  /** Deliveries of a webhook that nobody has begun to send, and that are due. */
  async dueCount(webhookId: number): Promise<number> {
    const rows = await this.database.queries
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('next_attempt_at', '<=', this.now)
      .execute()
    return rows.length
  }

  async webhook(webhookId: number) {
    return this.database.queries
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow()
  }

  /** Waits until something holds. Throws at the deadline. */
  async until(holds: () => Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
    const deadline = Date.now() + deadlineMs
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error('it did not come to that in time')
      await sleep(20)
    }
  }
}
