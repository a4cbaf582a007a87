import { sql } from 'kysely'
import { HOUR_MS } from '#contract/time.ts'
import { PRIORITY } from '#domain/issue/priority.ts'
import type { IssueChange } from '#domain/issue/queue-cursor.ts'
import type { OrgScope } from '../engine/scope.ts'
import { type ClaimHolder, claimsEndedIn, otherClaims } from '../issue/claim.ts'
import { failedFixes } from '../issue/fix.ts'
import { type IssueListFilter, type MatchFilter, matchingIssues } from './list.ts'
import { lookUpQuery, withSets } from './query-lookup.ts'

export interface QueueFilter extends IssueListFilter {
  /** Epoch ms: only what changed at that time or after; null: everything. */
  changedSince: number | null
  /** Without issues that someone else has claimed; null: with them. */
  unclaimedBy: ClaimHolder | null
}

export interface QueuePlace {
  rank: number
  id: number
}

export interface QueueRow extends QueuePlace {
  score: number
  hasUnreadAlert: boolean
  isNewInLatestRelease: boolean
  updated_at: number
}

/** A rank is the score with two flags below it: looking each part up again would double the work. */
const FLAGS = 4
const IS_NEW = 1
const HAS_ALERT = 2

const MOST_PROJECTS = 10_000

export async function lookUpQueue(scope: OrgScope, filter: QueueFilter): Promise<MatchFilter & QueueFilter> {
  return { ...filter, lookup: withSets(await lookUpQuery(scope, filter), filter.query) }
}

/** The candidates with the highest scores after a place, at most `limit`. All of them are scored. */
export async function scoredIssues(
  scope: OrgScope,
  filter: MatchFilter & QueueFilter,
  { after, limit }: { after: QueuePlace | null; limit: number },
): Promise<QueueRow[]> {
  const ranked = changedCandidates(scope, filter).select([
    'issue.id',
    'issue.updated_at',
    rankOf(scope, filter.now).as('rank'),
  ])
  let page = scope.db.selectFrom(ranked.as('ranked')).selectAll()
  if (after !== null) page = page.where(sql<boolean>`(rank, id) < (${after.rank}, ${after.id})`)
  const rows = await page.orderBy('rank', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    ...row,
    score: Math.floor(row.rank / FLAGS),
    isNewInLatestRelease: (row.rank & IS_NEW) !== 0,
    hasUnreadAlert: (row.rank & HAS_ALERT) !== 0,
  }))
}

/** Changed issues that are not candidates, merged ones included; changes already seen are left out. */
export async function leftIssues(
  scope: OrgScope,
  filter: MatchFilter & QueueFilter & { changedSince: number },
  { seen, limit }: { seen: readonly IssueChange[]; limit: number },
): Promise<string[]> {
  let changed = scope.db
    .selectFrom('issue')
    .select('issue.id')
    .where('issue.org_id', '=', scope.orgId)
    .where('issue.updated_at', '>=', filter.changedSince)
  for (const [id, at] of seen) {
    changed = changed.where(sql<boolean>`NOT (issue.id = ${id} AND issue.updated_at = ${at})`)
  }
  const ofProject =
    filter.projectId === null ? changed : changed.where('issue.project_id', '=', filter.projectId)
  const roots = ofProject
    .where('issue.merge_parent_id', 'is', null)
    .where('issue.last_seen_at', '>=', filter.seenSince)
    .where('issue.id', 'not in', changedCandidates(scope, filter).select('issue.id'))
  const merged = ofProject.where('issue.merge_parent_id', 'is not', null)
  const rows = await scope.db
    .selectFrom('issue')
    .select('uid')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', scope.db.selectFrom(roots.unionAll(merged).as('gone')).select('gone.id').limit(limit))
    .orderBy('id')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Issues (row keys) that changed at a time or after, and when; at most `limit`. */
export async function changedIssues(
  scope: OrgScope,
  { since, seenSince }: { since: number; seenSince: number },
  limit: number,
): Promise<{ id: number; updated_at: number }[]> {
  return scope.db
    .selectFrom('issue')
    .select(['id', 'updated_at'])
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where('last_seen_at', '>=', seenSince)
    .where('updated_at', '>=', since)
    .limit(limit)
    .execute()
}

function changedCandidates(scope: OrgScope, filter: MatchFilter & QueueFilter) {
  const { changedSince, unclaimedBy, now } = filter
  let candidates = matchingIssues(scope, filter)
  if (unclaimedBy !== null) {
    candidates = candidates.where('issue.id', 'not in', otherClaims(scope, unclaimedBy, now))
  }
  if (changedSince !== null) {
    candidates = candidates.where((eb) =>
      eb.or([
        eb('issue.updated_at', '>=', changedSince),
        eb('issue.id', 'in', claimsEndedIn(scope, { from: changedSince, to: now })),
      ]),
    )
  }
  return candidates
}

const lit = (value: number) => sql.lit(value)

/** What an issue is ordered by; the same rules as `#domain/issue/priority.ts`. Asks for `latest`. */
function rankOf(scope: OrgScope, now: number) {
  const { perTenfoldEvents, mostForEvents, perUser, mostForUsers } = PRIORITY
  const manyEvents = 10 ** (mostForEvents / perTenfoldEvents) - 1
  const lastSeen = PRIORITY.lastSeen.map(
    ({ hours, points }) => sql`WHEN issue.last_seen_at >= ${now - hours * HOUR_MS} THEN ${lit(points)}`,
  )
  return sql<number>`(CASE issue.status WHEN 'regression' THEN ${lit(PRIORITY.regression)}
      WHEN 'resolved' THEN CASE WHEN issue.id IN ${failedFixes(scope.orgId)} THEN ${lit(PRIORITY.failedFix)} ELSE 0 END
      ELSE 0 END
    + CASE issue.level WHEN 'fatal' THEN ${lit(PRIORITY.fatal)} WHEN 'error' THEN ${lit(PRIORITY.error)} ELSE 0 END
    + CASE WHEN issue.event_count >= ${lit(manyEvents)} THEN ${lit(mostForEvents)}
      ELSE CAST(floor(${lit(perTenfoldEvents)} * log10(CAST(issue.event_count + 1 AS DOUBLE PRECISION))) AS INTEGER) END
    + CASE WHEN issue.unique_user_count >= ${lit(mostForUsers / perUser)} THEN ${lit(mostForUsers)}
      ELSE issue.unique_user_count * ${lit(perUser)} END
    + CASE ${sql.join(lastSeen, sql` `)} ELSE 0 END) * ${lit(FLAGS)}
    + CASE WHEN (issue.project_id, issue.first_release) IN ${latestReleases(scope)}
      THEN ${lit(PRIORITY.newInLatestRelease * FLAGS + IS_NEW)} ELSE 0 END
    + CASE WHEN issue.id IN ${unreadAlerts(scope)} THEN ${lit(PRIORITY.unreadAlert * FLAGS + HAS_ALERT)} ELSE 0 END`
}

/** Of each project the release that was first seen most recently and is not hidden. As a set it costs less than a join. */
function latestReleases(scope: OrgScope) {
  return (
    scope.db
      .selectFrom('project')
      .select((eb) => [
        'project.id as project_id',
        eb
          .selectFrom('release')
          .select('release.version')
          .where('release.org_id', '=', scope.orgId)
          .whereRef('release.project_id', '=', 'project.id')
          .where('release.hidden_at', 'is', null)
          .orderBy('release.first_seen_at', 'desc')
          .orderBy('release.id', 'desc')
          .limit(1)
          .as('version'),
      ])
      .where('project.org_id', '=', scope.orgId)
      // With a limit it is made once, and not asked for each issue.
      .limit(MOST_PROJECTS)
  )
}

function unreadAlerts(scope: OrgScope) {
  const unread = scope.db
    .selectFrom('alert')
    .select((eb) => eb.ref('alert.issue_id').$notNull().as('issue_id'))
    .where('alert.org_id', '=', scope.orgId)
    .where('alert.read_at', 'is', null)
    .where('alert.ignored', '=', sql.lit(0))
    .where('alert.issue_id', 'is not', null)
  const ofMerged = scope.db
    .selectFrom('issue as merged')
    .select((eb) => eb.ref('merged.merge_parent_id').$notNull().as('issue_id'))
    .where('merged.org_id', '=', scope.orgId)
    .where('merged.merge_parent_id', 'is not', null)
    // Asked for each of the few: SQLite would gather all unread alerts a second time.
    .where((eb) => eb.exists(unread.where('alert.issue_id', '=', sql.ref<number>('merged.id'))))
  return unread.unionAll(ofMerged)
}
