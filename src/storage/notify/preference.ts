import type { Selectable } from 'kysely'
import type { NewsKind } from '#contract/vocabulary.ts'
import { DEFAULT_PREFERENCES, type NotificationPreferences } from '#domain/notify/preferences.ts'
import type { OrgScope, Queries } from '../engine/scope.ts'
import type { NotificationPreferenceTable } from '../schema/notify.ts'
import { isDue } from './letter.ts'

export async function readPreferences(scope: OrgScope, userId: string): Promise<NotificationPreferences> {
  const row = await preferenceRow(scope, userId).executeTakeFirst()
  return row ? preferencesOf(row) : DEFAULT_PREFERENCES
}

/** As `readPreferences`; nobody else changes them until the transaction ends, a member's first ones included. */
export async function lockPreferences(scope: OrgScope, userId: string): Promise<NotificationPreferences> {
  await scope.db
    .insertInto('notification_preference')
    .values({ org_id: scope.orgId, user_id: userId, ...columnsOf(DEFAULT_PREFERENCES) })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .execute()
  const row = await preferenceRow(scope, userId).forUpdate().executeTakeFirstOrThrow()
  return preferencesOf(row)
}

function preferenceRow(scope: OrgScope, userId: string) {
  return scope.db
    .selectFrom('notification_preference')
    .selectAll()
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
}

/** The preferences of everyone who chose some, by user id. */
export async function listPreferences(scope: OrgScope): Promise<Map<string, NotificationPreferences>> {
  const rows = await scope.db
    .selectFrom('notification_preference')
    .selectAll()
    .where('org_id', '=', scope.orgId)
    .execute()
  return new Map(rows.map((row) => [row.user_id, preferencesOf(row)]))
}

export async function writePreferences(
  scope: OrgScope,
  userId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  const columns = columnsOf(preferences)
  await scope.db
    .insertInto('notification_preference')
    .values({ org_id: scope.orgId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

/** Moves a due digest on, so one node makes it; false if another one has. */
export async function moveDigest(
  scope: OrgScope,
  userId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const row = await scope.db
    .updateTable('notification_preference')
    .set({ digest_at: to })
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('digest_at', '=', from)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listDueDigests(
  scope: OrgScope,
  now: number,
  limit: number,
): Promise<{ userId: string; digestAt: number; timeZone: string }[]> {
  const rows = await scope.db
    .selectFrom('notification_preference')
    .select(['user_id', 'digest_at', 'time_zone'])
    .where('org_id', '=', scope.orgId)
    .where(isDue('digest_at', now))
    .orderBy('digest_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, digestAt: row.digest_at!, timeZone: row.time_zone }))
}

/** Which of these organizations (row keys) have a member who asks for one of these kinds of news. */
export async function orgsThatAsk(
  db: Queries,
  orgIds: readonly number[],
  kinds: readonly Exclude<NewsKind, 'assigned' | 'mentioned' | 'snooze_ended'>[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('notification_preference')
    .select('org_id')
    .distinct()
    .where('org_id', 'in', orgIds)
    .where((eb) => eb.or(kinds.map((kind) => eb(kind, '=', 1))))
    .execute()
  return rows.map(({ org_id }) => org_id)
}

function preferencesOf(row: Selectable<NotificationPreferenceTable>): NotificationPreferences {
  const { quiet_from: from, quiet_to: to } = row
  return {
    kinds: {
      assigned: row.assigned === 1,
      mentioned: row.mentioned === 1,
      snooze_ended: row.snooze_ended === 1,
      issue_created: row.issue_created === 1,
      regression: row.regression === 1,
      rule_fired: row.rule_fired === 1,
    },
    timeZone: row.time_zone,
    quiet: from === null || to === null ? null : { from, to },
    mutedUntil: row.muted_until,
    mutedProjects: row.muted_projects === '' ? [] : row.muted_projects.split(' ').map(Number),
    digestAt: row.digest_at,
  }
}

function columnsOf(preferences: NotificationPreferences) {
  const { kinds, timeZone, quiet, mutedUntil, mutedProjects, digestAt } = preferences
  const flag = (kind: NewsKind) => (kinds[kind] ? 1 : 0)
  return {
    assigned: flag('assigned'),
    mentioned: flag('mentioned'),
    snooze_ended: flag('snooze_ended'),
    issue_created: flag('issue_created'),
    regression: flag('regression'),
    rule_fired: flag('rule_fired'),
    time_zone: timeZone,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    muted_until: mutedUntil,
    muted_projects: mutedProjects.join(' '),
    digest_at: digestAt,
  }
}
