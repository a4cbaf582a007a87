import { sql } from 'kysely'
import { HOUR_MS } from '#contract/time.ts'
import { PRIORITY } from '#domain/issue/priority.ts'
import type { IssueChange } from '#domain/issue/queue-cursor.ts'
import type { OrgScope } from '../engine/scope.ts'
import { failedFixes } from '../fix/fix.ts'
import { type ClaimHolder, claimsEndedIn, otherClaims } from '../issue/claim.ts'
import { latestReleases } from '../release/latest-release.ts'
import { padded } from './asked-values.ts'
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
/** What an unread alert adds to a rank. */
const ALERT_BONUS = PRIORITY.unreadAlert * FLAGS + HAS_ALERT

type LookedUpQueue = MatchFilter &
  QueueFilter & {
    /** Of each project. */
    latestReleaseIds: readonly number[]
  }

export async function lookUpQueue(scope: OrgScope, filter: QueueFilter): Promise<LookedUpQueue> {
  const latest = await latestReleases(scope, filter.projectId)
  return {
    ...filter,
    lookup: withSets(await lookUpQuery(scope, filter), filter.query),
    latestReleaseIds: [...latest.values()].map(({ id }) => id),
  }
}

/**
 * The candidates with the highest scores after a place, at most `limit`. All of them are scored by their own columns; whether an
 * alert is unread is asked only of those that it could bring on the page.
 */
export async function scoredIssues(
  scope: OrgScope,
  filter: LookedUpQueue,
  { after, limit }: { after: QueuePlace | null; limit: number },
): Promise<QueueRow[]> {
  const candidates = changedCandidates(scope, filter).select([
    'issue.id',
    'issue.updated_at',
    'issue.has_merged',
    rankOf(scope, filter).as('base'),
  ])
  const page = scope.db
    .with(
      (cte) => cte('scored').materialized(),
      () => candidates,
    )
    .with('bound', (db) => {
      // These come after the place even if an alert is unread.
      const sure = db.selectFrom('scored').select('base')
      const later = after === null ? sure : sure.where('base', '<', after.rank - ALERT_BONUS)
      return later
        .orderBy('base', 'desc')
        .limit(1)
        .offset(limit - 1)
    })
    .with('ranked', (db) =>
      db
        .selectFrom('scored')
        .select([
          'id',
          'updated_at',
          sql<number>`base + CASE WHEN ${hasUnreadAlert(scope)} THEN ${lit(ALERT_BONUS)} ELSE 0 END`.as(
            'rank',
          ),
        ])
        .where(sql<boolean>`base >= coalesce((SELECT base FROM bound), 0) - ${lit(ALERT_BONUS)}`)
        .$if(after !== null, (query) => query.where('base', '<=', after!.rank)),
    )
    .selectFrom('ranked')
    .selectAll()
    .$if(after !== null, (query) => query.where(sql<boolean>`(rank, id) < (${after!.rank}, ${after!.id})`))
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

/** What an issue is ordered by but for unread alerts; the same rules as `#domain/issue/priority.ts`. */
function rankOf(scope: OrgScope, { now, latestReleaseIds }: LookedUpQueue) {
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
    + CASE WHEN (issue.project_id, issue.first_release) IN ${namedReleases(scope, latestReleaseIds)}
      THEN ${lit(PRIORITY.newInLatestRelease * FLAGS + IS_NEW)} ELSE 0 END`
}

/** As a set they cost less than a join. */
function namedReleases({ db, orgId }: OrgScope, ids: readonly number[]) {
  return db
    .selectFrom('release')
    .select(['release.project_id', 'release.version'])
    .where('release.org_id', '=', orgId)
    .where('release.id', 'in', ids.length === 0 ? [0] : padded(ids))
}

/** Whether a row of `scored`, or an issue merged into it, has an unread alert. The limits keep PostgreSQL from gathering all of them. */
function hasUnreadAlert({ db, orgId }: OrgScope) {
  const unread = db
    .selectFrom('alert')
    .select('alert.id')
    .where('alert.org_id', '=', orgId)
    .where('alert.read_at', 'is', null)
    .where('alert.ignored', '=', sql.lit(0))
    .where('alert.issue_id', 'is not', null)
  const ofMerged = db
    .selectFrom('issue as merged')
    .select('merged.id')
    .where('merged.org_id', '=', orgId)
    .where('merged.merge_parent_id', 'is not', null)
    .where('merged.merge_parent_id', '=', sql.ref<number>('scored.id'))
    .where((eb) =>
      eb.exists(unread.where('alert.issue_id', '=', sql.ref<number>('merged.id')).limit(1).offset(0)),
    )
  return sql`(EXISTS ${unread.where('alert.issue_id', '=', sql.ref<number>('scored.id')).limit(1).offset(0)}
    OR scored.has_merged = 1 AND EXISTS ${ofMerged.limit(1).offset(0)})`
}
