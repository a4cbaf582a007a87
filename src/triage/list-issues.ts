import type { IssueListQuery, IssuePage } from '#contract/issue.ts'
import { LIMITS } from '#contract/limits.ts'
import { parseIssueQuery } from '#domain/issue-query.ts'
import { decodeCursor, encodeCursor } from '#domain/list-cursor.ts'
import { windowMillis } from '#domain/time-buckets.ts'
import { countMerged } from '#storage/issue.ts'
import { type IssuePlace, isPlaceOf, listIssues as listIssueRows } from '#storage/issue-list.ts'
import { issueSummary } from './issue-summary.ts'
import { cursorRefused } from './list-page.ts'
import { projectKey } from './project-key.ts'
import { inSnapshot, type Org, type TriageDeps } from './triage-deps.ts'

/**
 * One page of the issue list; `total` is exact up to 1,000.
 * @throws ServiceError not_found for an unknown project; invalid_request for a cursor that is not of this
 *   sort or not one of ours.
 */
export async function listIssues(deps: TriageDeps, org: Org, query: IssueListQuery): Promise<IssuePage> {
  const now = deps.clock()
  const filter = {
    query: parseIssueQuery(query.q),
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
  const { rows, next, total, merged } = await inSnapshot(deps, org, async (scope) => {
    const projectId = await projectKey(scope, query.project_id)
    const found = await listIssueRows(scope, { ...filter, projectId }, page)
    // Few rows have anything merged into them; a list without any asks for no counts.
    const parents = found.rows.filter((row) => row.has_merged === 1).map((row) => row.id)
    return { ...found, merged: await countMerged(scope, parents) }
  })
  const capped = total > LIMITS.issuesTotalExact
  return {
    issues: rows.map((row) =>
      issueSummary(row, { orgUid: org.orgUid, now, mergedCount: merged.get(row.id) ?? 0 }),
    ),
    next_cursor: next === null ? null : encodeCursor({ sort: query.sort, ...next }),
    total: capped ? LIMITS.issuesTotalExact : total,
    ...(capped && { total_capped: true }),
  }
}

function placeOf({ cursor, sort }: IssueListQuery): IssuePlace | null {
  if (!cursor) return null
  const place = decodeCursor(cursor)
  if (place?.sort === sort && isPlaceOf(sort, place)) return place
  throw cursorRefused('Give the next_cursor of the page before, with the same sort.')
}
