import type { IssueListQuery, IssuePage } from '#contract/issue/issue.ts'
import { LIMITS } from '#contract/limits.ts'
import { windowMillis } from '#domain/issue/time-buckets.ts'
import { eventIdIn, issueIdOf } from '#domain/search/query.ts'
import type { IssueQuery } from '#domain/search/query-term.ts'
import { decodeCursor, encodeCursor } from '#domain/text/list-cursor.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { findEvent } from '#storage/event/event.ts'
import { countMerged, findIssue } from '#storage/issue/issue.ts'
import { type IssuePlace, isPlaceOf, listIssues as listIssueRows } from '#storage/search/list.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { cursorRefused } from '../list-page.ts'
import { projectKey } from '../projects/project-key.ts'
import { readQuery, settleQuery, unknownNameNotes } from '../search/read-query.ts'
import { issueSummary } from './summary.ts'

/** `total` is exact up to 1,000. @throws not_found for an unknown project; invalid_request for a foreign
 * cursor, one of another sort, or too many terms. */
export async function listIssues(deps: ActionDeps, org: Org, query: IssueListQuery): Promise<IssuePage> {
  const now = deps.clock()
  const asked = readQuery(query.q)
  const named = query.cursor ? null : await namedIssue(deps, org, { query, asked, now })
  if (named !== null) return named
  const filter = {
    seenSince: now - windowMillis(query.window),
    now,
    userId: org.userId,
  }
  const page = {
    sort: query.sort,
    limit: query.limit,
    after: placeOf(query),
    countLimit: LIMITS.issuesTotalExact,
  }
  const { rows, next, total, merged, isCut, notes } = await deps.database.snapshotOf(org, async (scope) => {
    const projectId = await projectKey(scope, query.project_id)
    const { notes, ...settled } = await settleQuery(scope, query.q, asked)
    const found = await listIssueRows(scope, { ...filter, ...settled, projectId }, page)
    if (found.total === 0) notes.push(...(await unknownNameNotes(scope, asked, notes)))
    const parents = found.rows.filter((row) => row.has_merged === 1).map((row) => row.id)
    return { ...found, notes, merged: await countMerged(scope, parents) }
  })
  const capped = isCut || total > LIMITS.issuesTotalExact
  return {
    issues: rows.map((row) =>
      issueSummary(row, { orgUid: org.orgUid, now, mergedCount: merged.get(row.id) ?? 0 }),
    ),
    next_cursor: next === null ? null : encodeCursor({ sort: query.sort, ...next }),
    total: Math.min(total, LIMITS.issuesTotalExact),
    ...(capped && { total_capped: true }),
    ...(isCut && { search_limited: true }),
    ...(notes.length > 0 && { search_notes: notes }),
  }
}

interface NamedQuery {
  query: IssueListQuery
  asked: IssueQuery
  now: number
}

/** The list if a search names a stored event or an issue. Null if it names none, or one of another project. */
async function namedIssue(deps: ActionDeps, org: Org, named: NamedQuery): Promise<IssuePage | null> {
  const { query, asked, now } = named
  const eventId = eventIdIn(asked)
  const issueId = issueIdOf(asked)
  if (eventId === null && issueId === null) return null
  return deps.database.snapshotOf(org, async (scope) => {
    const event = eventId === null ? undefined : await findEvent(scope, Buffer.from(eventId, 'hex'))
    const issueUid = event?.issue_uid ?? issueId
    const issue = issueUid === null ? undefined : await findIssue(scope, issueUid)
    if (!issue || (query.project_id && query.project_id !== issue.project_uid)) return null
    const mergedCount = (await countMerged(scope, [issue.id])).get(issue.id) ?? 0
    return {
      issues: [issueSummary(issue, { orgUid: org.orgUid, now, mergedCount })],
      next_cursor: null,
      total: 1,
      ...(event && { event: { id: uuidFromBytes(event.event_id), issue_id: issue.uid } }),
    }
  })
}

function placeOf({ cursor, sort }: IssueListQuery): IssuePlace | null {
  if (!cursor) return null
  const place = decodeCursor(cursor)
  if (place?.sort === sort && isPlaceOf(sort, place)) return place
  throw cursorRefused('Use the next_cursor of the previous page, with the same sort.')
}
