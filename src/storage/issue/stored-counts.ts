import { type RawBuilder, sql } from 'kysely'
import type { Level } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Notes evicted events in what an issue and its family show. Lock the family before. */
export function addEvicted(scope: OrgScope, issueId: number, count: number): Promise<void> {
  return addToStored(scope, issueId, {
    stored_event_count: sql<number>`stored_event_count - ${count}`,
    evicted_event_count: sql<number>`evicted_event_count + ${count}`,
  })
}

/** The event that an issue takes its labels from, if none that is stored came later. */
export interface StoredLabels {
  level: Level
  environment: string
  release: string
  occurredAt: number
}

/** Notes that an event that was only counted is stored now; as `addEvicted`. */
export function addRestored(
  scope: OrgScope,
  issueId: number,
  { level, environment, release, occurredAt }: StoredLabels,
): Promise<void> {
  const latest = (column: string, value: string | number) =>
    sql<never>`CASE WHEN ${occurredAt} >= labelled_at THEN ${value} ELSE ${sql.ref(column)} END`
  return addToStored(scope, issueId, {
    stored_event_count: sql<number>`stored_event_count + 1`,
    level: latest('level', level),
    environment: latest('environment', environment),
    release: latest('release', release),
    labelled_at: latest('labelled_at', occurredAt),
  })
}

type StoredChange = Partial<
  Record<'stored_event_count' | 'evicted_event_count' | 'labelled_at', RawBuilder<number>> &
    Record<'environment' | 'release', RawBuilder<string>> & { level: RawBuilder<Level> }
>

async function addToStored(scope: OrgScope, issueId: number, change: StoredChange): Promise<void> {
  const issue = await scope.db
    .updateTable('issue')
    .set(change)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issueId)
    .returning(['merge_parent_id', 'has_merged'])
    .executeTakeFirst()
  if (!issue) return
  if (issue.has_merged === 1) {
    await scope.db
      .updateTable('issue_own')
      .set(change)
      .where('org_id', '=', scope.orgId)
      .where('issue_id', '=', issueId)
      .execute()
  }
  if (issue.merge_parent_id === null) return
  await scope.db
    .updateTable('issue')
    .set(change)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issue.merge_parent_id)
    .execute()
}
