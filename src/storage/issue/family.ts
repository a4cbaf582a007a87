import type { Selectable } from 'kysely'
import { slicesOf } from '#platform/slices.ts'
import { lockRows } from '../engine/lock-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueOwnTable, IssueTable } from '../schema/schema.ts'
import { findMergedKeys, projectUid } from './issue.ts'

export type LockedIssue = Pick<
  Selectable<IssueTable>,
  'id' | 'uid' | 'project_id' | 'title' | 'merge_parent_id'
> & { project_uid: string }

type Numbers = Omit<Selectable<IssueOwnTable>, 'org_id' | 'issue_id'>

const NUMBERS = [
  'event_count',
  'stored_event_count',
  'evicted_event_count',
  'unique_user_count',
  'first_seen_at',
  'last_seen_at',
  'level',
  'environment',
  'release',
  'first_release',
  'labelled_at',
] as const satisfies readonly (keyof Numbers)[]

/** Locks issues with their whole families, in key order, oldest first; unknown and deleted are left out. */
export function lockFamilies(scope: OrgScope, ids: readonly number[]): Promise<LockedIssue[]> {
  return lockRows(scope, async () => {
    const wanted = await familyKeys(scope, ids)
    if (wanted.length === 0) return []
    const locked = await lockIssues(scope, wanted)
    const keys = new Set(locked.map(({ id }) => id))
    const now = new Set(await familyKeys(scope, ids))
    return now.isSubsetOf(keys) ? locked.filter(({ id }) => now.has(id)) : null
  })
}

/** Engines take some ten thousand parameters at most; the families of one merge may have more members. */
const LOCKED_TOGETHER = 10_000

/** Locks issues in key order, as every writer of counters does, until the transaction ends. */
export async function lockIssues(scope: OrgScope, ids: readonly number[]): Promise<LockedIssue[]> {
  const sorted = ids.toSorted((a, b) => a - b)
  const locked: LockedIssue[] = []
  for (const some of slicesOf(sorted, LOCKED_TOGETHER)) {
    for (const row of await lockSome(scope, some)) locked.push(row)
  }
  return locked
}

function lockSome(scope: OrgScope, ids: readonly number[]): Promise<LockedIssue[]> {
  return scope.db
    .selectFrom('issue')
    .select(['id', 'uid', 'project_id', 'title', 'merge_parent_id'])
    .select(projectUid)
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks an issue and its root: all that its counters change. False for unknown or deleted ones. */
export function lockWithRoot(scope: OrgScope, id: number): Promise<boolean> {
  return lockRows(scope, async () => {
    const named = await namedKeys(scope, [id])
    if (named.length === 0) return false
    const locked = await lockIssues(scope, named)
    const keys = new Set(locked.map((issue) => issue.id))
    return (await namedKeys(scope, [id])).every((key) => keys.has(key)) ? keys.has(id) : null
  })
}

/** Row keys of issues, of those they are merged into, and of everything merged into any of these. */
async function familyKeys(scope: OrgScope, ids: readonly number[]): Promise<number[]> {
  const keys = new Set(await namedKeys(scope, ids))
  for (const { id } of await findMergedKeys(scope, [...keys])) keys.add(id)
  return [...keys]
}

/** Row keys of issues, and of those they are merged into. */
async function namedKeys(scope: OrgScope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const named = await scope.db
    .selectFrom('issue')
    .select(['id', 'merge_parent_id'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .where(isOfShownProject(scope, 'project_id'))
    .execute()
  return [...new Set(named.flatMap(({ id, merge_parent_id }) => [id, merge_parent_id ?? id]))]
}

/** Moves issues to a root, or (null) to none. Lock families before, `refreshFamily` changed ones after. */
export async function moveIssues(
  scope: OrgScope,
  ids: readonly number[],
  { rootId, now }: { rootId: number | null; now: number },
): Promise<void> {
  if (ids.length === 0) return
  await scope.db
    .updateTable('issue')
    .set({ merge_parent_id: rootId, updated_at: now })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
}

/**
 * Makes a root's numbers again from its members': sums, distinct users, span, labels of the latest event,
 * first release of the first seen. A snooze's remaining events or users stay. Lock the family before.
 */
export async function refreshFamily(scope: OrgScope, rootId: number, now: number): Promise<void> {
  const row = await rootRow(scope, rootId)
  if (!row) return
  const { has_merged: hadMerged, snooze_until_count, snooze_until_users, ...root } = row
  const children = await scope.db
    .selectFrom('issue')
    .select(['id', ...NUMBERS])
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', '=', rootId)
    .orderBy('id')
    .execute()
  const own = hadMerged === 1 ? await ownNumbers(scope, rootId) : root
  if (children.length === 0) await dropOwn(scope, rootId)
  else if (hadMerged === 0) await keepOwn(scope, rootId, own)
  const shown =
    children.length === 0
      ? own
      : sumMembers([own, ...children], await countUsers(scope, [rootId, ...children.map(({ id }) => id)]))
  await scope.db
    .updateTable('issue')
    .set({
      ...shown,
      has_merged: children.length === 0 ? 0 : 1,
      snooze_until_count: shifted(snooze_until_count, shown.event_count - root.event_count),
      snooze_until_users: shifted(snooze_until_users, shown.unique_user_count - root.unique_user_count),
      updated_at: now,
    })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', rootId)
    .execute()
}

function rootRow(scope: OrgScope, rootId: number) {
  return scope.db
    .selectFrom('issue')
    .select(['has_merged', 'snooze_until_count', 'snooze_until_users', ...NUMBERS])
    .where('org_id', '=', scope.orgId)
    .where('id', '=', rootId)
    .executeTakeFirst()
}

function ownNumbers(scope: OrgScope, rootId: number): Promise<Numbers> {
  return scope.db
    .selectFrom('issue_own')
    .select(NUMBERS)
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', rootId)
    .executeTakeFirstOrThrow()
}

async function keepOwn(scope: OrgScope, rootId: number, own: Numbers): Promise<void> {
  await scope.db
    .insertInto('issue_own')
    .values({ org_id: scope.orgId, issue_id: rootId, ...own })
    .execute()
}

async function dropOwn(scope: OrgScope, rootId: number): Promise<void> {
  await scope.db
    .deleteFrom('issue_own')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', rootId)
    .execute()
}

async function countUsers(scope: OrgScope, issueIds: readonly number[]): Promise<number> {
  const row = await scope.db
    .selectFrom('issue_user')
    .select((eb) => eb.fn.count<number>('user_hash').distinct().as('count'))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Between members seen or labelled at the same time the one that comes first in the list decides. */
function sumMembers(members: readonly Numbers[], uniqueUsers: number): Numbers {
  const sum = (column: 'event_count' | 'stored_event_count' | 'evicted_event_count'): number =>
    members.reduce((total, member) => total + member[column], 0)
  const first = members.reduce((a, b) => (b.first_seen_at < a.first_seen_at ? b : a))
  const last = members.reduce((a, b) => (b.last_seen_at > a.last_seen_at ? b : a))
  const labelled = members.reduce((a, b) => (b.labelled_at > a.labelled_at ? b : a))
  return {
    event_count: sum('event_count'),
    stored_event_count: sum('stored_event_count'),
    evicted_event_count: sum('evicted_event_count'),
    unique_user_count: uniqueUsers,
    first_seen_at: first.first_seen_at,
    last_seen_at: last.last_seen_at,
    level: labelled.level,
    environment: labelled.environment,
    release: labelled.release,
    first_release: first.first_release,
    labelled_at: labelled.labelled_at,
  }
}

function shifted(threshold: number | null, by: number): number | null {
  return threshold === null ? null : threshold + by
}
