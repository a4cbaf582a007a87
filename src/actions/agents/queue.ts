import type { IssueSummary } from '#contract/issue/issue.ts'
import type { QueueEntry, QueuePage, QueueQuery } from '#contract/issue/queue.ts'
import { AGENT_LIMITS } from '#contract/limits.ts'
import { priorityOf } from '#domain/issue/priority.ts'
import {
  CHANGES_OVERLAP_MS,
  decodeQueueCursor,
  encodeQueueCursor,
  type IssueChange,
  MOST_SEEN_CHANGES,
  type QueueCursor,
} from '#domain/issue/queue-cursor.ts'
import { windowMillis } from '#domain/issue/time-buckets.ts'
import { withoutRepeats } from '#domain/search/query.ts'
import { termsIn } from '#domain/search/query-groups.ts'
import type { IssueQuery, QueryTerm, TermKind } from '#domain/search/query-term.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type FixRow, findFixes } from '#storage/fix/fix.ts'
import { type ClaimRow, findClaims } from '#storage/issue/claim.ts'
import { countMerged, findIssuesByKey, type IssueRow } from '#storage/issue/issue.ts'
import { changedIssues, leftIssues, lookUpQueue, type QueueRow, scoredIssues } from '#storage/search/queue.ts'
import type { ActionDeps, Actor, Org } from '../action-deps.ts'
import { fixView } from '../fixes/fix-view.ts'
import { issueSummary } from '../issues/summary.ts'
import { cursorRefused } from '../list-page.ts'
import { projectKey } from '../projects/project-key.ts'
import { readQuery, settleQuery, unknownNameNotes } from '../search/read-query.ts'
import { claimView } from './claim-view.ts'

export interface QueueReader extends Org {
  actor: Actor
}

/** Most urgent first, over all candidates; with `since`, those that changed. Later pages score by the first
 * one's time.
 * @throws not_found for an unknown project; invalid_request for a foreign cursor or too many terms. */
export async function agentQueue(
  deps: ActionDeps,
  reader: QueueReader,
  query: QueueQuery,
): Promise<QueuePage> {
  const page = cursorOf(query.cursor, 'cursor')
  const since = cursorOf(query.since, 'since')
  const now = page?.readAt ?? deps.clock()
  const asked = readQuery(query.q)
  const filter = {
    seenSince: now - windowMillis(query.window),
    now,
    userId: reader.userId,
    changedSince: since === null ? null : since.readAt - CHANGES_OVERLAP_MS,
    unclaimedBy: query.unclaimed === 'true' ? { kind: reader.actor.kind, id: reader.actor.id ?? '' } : null,
  }
  return deps.database.snapshotOf(reader, async (scope) => {
    const projectId = await projectKey(scope, query.project_id)
    const { query: settled, notes } = await settleQuery(scope, query.q, asked)
    const terms = queueTerms(settled, query.environment)
    const lookedUp = await lookUpQueue(scope, { ...filter, query: terms, projectId })
    const known = since?.seen ?? []
    const rows = await scoredIssues(scope, lookedUp, {
      after: page?.place ?? null,
      limit: query.limit + 1 + known.length,
    })
    if (rows.length === 0 && since === null) notes.push(...(await unknownNameNotes(scope, terms, notes)))
    const fresh = rows.filter(({ id, updated_at }) => !isKnown(known, id, updated_at))
    const shown = fresh.slice(0, query.limit)
    const changes = page?.seen ?? (await lastChanges(scope, filter))
    const last = fresh.length > query.limit ? shown.at(-1) : undefined
    return {
      queue: await entriesOf(scope, shown, { now, viewer: reader.actor }),
      next_cursor: last ? encodeQueueCursor({ readAt: now, place: last, seen: changes }) : null,
      since_cursor: encodeQueueCursor({ readAt: now, seen: changes }),
      ...(since && !page && (await leftSince(scope, lookedUp, since))),
      ...(lookedUp.lookup.isCut && { search_limited: true }),
      ...(notes.length > 0 && { search_notes: notes }),
    }
  })
}

function cursorOf(text: string | undefined, name: 'cursor' | 'since'): QueueCursor | null {
  if (!text) return null
  const cursor = decodeQueueCursor(text)
  if (cursor && (name === 'since' || cursor.place)) return cursor
  throw name === 'cursor'
    ? cursorRefused('Use the next_cursor of the previous page.')
    : cursorRefused('Use the since_cursor or next_cursor of an earlier response.', 'since')
}

/** The defaults if `q` has no status: unresolved and regressed issues, and resolved ones whose fix failed, not snoozed, of the environment if one is named. */
function queueTerms(query: IssueQuery, environment: string | undefined): IssueQuery {
  const terms = termsIn(query)
  const given = (kind: TermKind) => terms.some((term) => term.kind === kind)
  const asksForSnoozed = given('snoozed') || terms.some((term) => term.kind === 'status' && term.orSnoozed)
  const added: QueryTerm[] = []
  if (!given('status')) {
    added.push({
      kind: 'status',
      values: ['unresolved', 'regression'],
      negated: false,
      orFailedFix: true,
    })
  }
  if (!asksForSnoozed) added.push({ kind: 'snoozed', values: [], negated: true })
  if (environment) added.push({ kind: 'environment', values: [environment], negated: false })
  return withoutRepeats({ ...query, terms: [...query.terms, ...added] })
}

function isKnown(known: readonly IssueChange[], id: number, updatedAt: number): boolean {
  return known.some(([knownId, at]) => knownId === id && at === updatedAt)
}

async function lastChanges(
  scope: OrgScope,
  { now, seenSince }: { now: number; seenSince: number },
): Promise<IssueChange[]> {
  const since = now - CHANGES_OVERLAP_MS
  const rows = await changedIssues(scope, { since, seenSince }, MOST_SEEN_CHANGES)
  return rows.map(({ id, updated_at }) => [id, updated_at])
}

async function leftSince(
  scope: OrgScope,
  filter: Awaited<ReturnType<typeof lookUpQueue>>,
  { readAt, seen }: QueueCursor,
): Promise<Pick<QueuePage, 'left' | 'left_capped'>> {
  const most = AGENT_LIMITS.queueLeftShown
  const changedSince = readAt - CHANGES_OVERLAP_MS
  const left = await leftIssues(scope, { ...filter, changedSince }, { seen, limit: most + 1 })
  return { left: left.slice(0, most), ...(left.length > most && { left_capped: true }) }
}

async function entriesOf(
  scope: OrgScope,
  scored: readonly QueueRow[],
  { now, viewer }: { now: number; viewer: Actor },
): Promise<QueueEntry[]> {
  const ids = scored.map(({ id }) => id)
  const issues = new Map((await findIssuesByKey(scope, ids)).map((row) => [row.id, row]))
  const parents = [...issues.values()].filter((row) => row.has_merged === 1).map((row) => row.id)
  const merged = await countMerged(scope, parents)
  const claims = await findClaims(scope, ids, now)
  const fixes = await findFixes(scope, ids)
  return scored.flatMap((row) => {
    const issue = issues.get(row.id)
    if (!issue) return []
    const summary = issueSummary(issue, { orgUid: scope.orgUid, now, mergedCount: merged.get(row.id) ?? 0 })
    return [
      entryOf({ row, issue, claim: claims.get(row.id), fix: fixes.get(row.id) }, summary, { now, viewer }),
    ]
  })
}

interface QueuedIssue {
  row: QueueRow
  issue: IssueRow
  claim: ClaimRow | undefined
  fix: FixRow | undefined
}

function entryOf(
  { row, issue, claim, fix }: QueuedIssue,
  summary: IssueSummary,
  { now, viewer }: { now: number; viewer: Actor },
): QueueEntry {
  const facts = {
    status: issue.status,
    level: issue.level,
    eventCount: issue.event_count,
    uniqueUserCount: issue.unique_user_count,
    lastSeenAt: issue.last_seen_at,
    hasUnreadAlert: row.hasUnreadAlert,
    hasFailedFix: fix?.state === 'still_failing',
    isNewInLatestRelease: row.isNewInLatestRelease,
  }
  const { reasons } = priorityOf(facts, now)
  return {
    issue: summary,
    priority_score: row.score,
    reasons,
    claim: claim ? claimView(claim, viewer) : null,
    fix: fix ? fixView(fix) : null,
  }
}
