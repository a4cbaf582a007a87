import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../engine/scope.ts'
import type { TakeSnapshot } from '../engine/snapshot.ts'
import { EVENT_KEY_LANES } from '../upkeep/consumer.ts'
import type { Difference } from './difference.ts'
import type { VerifyProgress } from './progress.ts'

const OF_ISSUES = [
  'alert',
  'issue_rule_state',
  'issue_own',
  'issue_fingerprint',
  'issue_preview',
  'issue_hour',
  'issue_day',
  'issue_user',
  'issue_facet',
  'issue_email',
  'issue_tag',
  'issue_message',
  'issue_activity',
  'issue_comment',
  'issue_claim',
  'issue_fix',
  'payload_dictionary',
  'event',
  'dead_letter',
  'webhook_delivery',
] as const

const OF_PROJECTS = [
  'issue',
  'dsn_key',
  'release',
  'release_commits',
  'release_file',
  'release_file_use',
  'feedback',
  'alert',
  'dead_letter',
  'alert_rule',
  'new_issue_count',
  'hourly_use',
  'project_drop',
  'project_hour',
  'saved_view',
  'webhook',
] as const

const OF_MEMBERS = [
  'session',
  'agent_token',
  'password_link',
  'notification_preference',
  'letter',
  'saved_view',
  'two_factor',
  'recovery_code',
  'oidc_identity',
] as const

interface Reference {
  table: string
  column: string
  owner: [table: string, column: string, name: string]
  isOfOrg: boolean
}

/** Every foreign key of the schema: the pipeline writes without having them checked. */
export const REFERENCES: readonly Reference[] = [
  ...OF_ISSUES.map((table) => reference(table, 'issue_id', ['issue', 'id', 'an issue'])),
  reference('event_payload', 'seq', ['event', 'seq', 'an event']),
  ...OF_PROJECTS.map((table) => reference(table, 'project_id', ['project', 'id', 'a project'])),
  ...['project', 'membership', 'audit_entry', 'email_address', 'notice', 'saved_view'].map((table) => ({
    ...reference(table, 'org_id', ['org', 'id', 'an organization']),
    isOfOrg: false,
  })),
  { ...reference('membership', 'user_id', ['app_user', 'id', 'a user']), isOfOrg: false },
  reference('webhook_delivery', 'webhook_id', ['webhook', 'id', 'a webhook']),
  reference('webhook_attempt', 'delivery_id', ['webhook_delivery', 'id', 'a delivery']),
  ...OF_MEMBERS.map((table) => reference(table, 'user_id', ['membership', 'user_id', 'a member'])),
]

function reference(table: string, column: string, owner: Reference['owner']): Reference {
  return { table, column, owner, isOfOrg: true }
}

/** @param onProgress is told after each of the references between tables. */
export async function orphanProblems(
  take: TakeSnapshot,
  onProgress: (progress: VerifyProgress) => void,
): Promise<Difference[]> {
  const found: Difference[] = []
  const total = REFERENCES.length
  for (const [checked, reference] of REFERENCES.entries()) {
    onProgress({ what: 'references', checked, total })
    const count = await take((db) => countOrphans(db, reference))
    found.push(...orphans(reference.table, count, reference.owner[2]))
  }
  return found
}

async function countOrphans(db: Queries, { table, column, owner, isOfOrg }: Reference): Promise<number> {
  const [ownerTable, ownerColumn] = owner
  const part = sql.ref(`part.${column}`)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} AS part WHERE ${part} IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM ${sql.table(ownerTable)} AS owner WHERE ${sql.ref(`owner.${ownerColumn}`)} = ${part}
        ${isOfOrg ? sql`AND owner.org_id = part.org_id` : sql``})`.execute(db)
  return rows[0]!.count
}

function orphans(table: string, count: number, owner: string): Difference[] {
  if (count === 0) return []
  const message = `${count} rows hang on ${owner} that does not exist`
  return [{ check: 'orphans', subject: `table ${table}`, message }]
}

/** Lanes whose next event would get a row key that is taken, or none. */
export async function positionProblems(db: Queries): Promise<Difference[]> {
  const lanes = await db
    .selectFrom('consumer')
    .select(['lane', 'next_event_number'])
    .orderBy('lane')
    .execute()
  const found: Difference[] = []
  for (const { lane, next_event_number: next } of lanes) {
    const highest = await highestSeq(db, sql<boolean>`seq % ${sql.lit(EVENT_KEY_LANES)} = ${lane}`)
    if (highest === null || highest < next * EVENT_KEY_LANES + lane) continue
    const message = `its next event number is ${next}, but event row ${highest} is taken`
    found.push({ check: 'consumer.next_event_number', subject: `lane ${lane}`, message })
  }
  const known = lanes.map(({ lane }) => sql`, ${lane}`)
  const other = await highestSeq(
    db,
    sql<boolean>`seq % ${sql.lit(EVENT_KEY_LANES)} NOT IN (-1${sql.join(known, sql``)})`,
  )
  if (other !== null) {
    const message = `event row ${other} exists, but its lane has no next number`
    found.push({
      check: 'consumer.next_event_number',
      subject: `lane ${other % EVENT_KEY_LANES}`,
      message,
    })
  }
  return found
}

async function highestSeq(db: Queries, condition: RawBuilder<boolean>): Promise<number | null> {
  const row = await db
    .selectFrom('event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return row.seq
}
