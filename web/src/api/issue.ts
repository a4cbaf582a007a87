import { queryOptions } from '@tanstack/react-query'
import { request, requestText } from './client.ts'
import { issueKeys } from './issue-keys.ts'
import type {
  BulkChangeBody,
  IssueActivity,
  IssuePatch,
  IssueReleases,
  IssueSummary,
  IssueTags,
  SnoozeBody,
  SuspectCommits,
} from './wire.ts'

/** Requests about an open issue, and changes of issues; kept out of the first load. */

export function issueReleasesQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.live(id, 'releases'),
    queryFn: ({ signal }) =>
      request<Required<IssueReleases>>('GET', `/api/v1/issues/${id}/releases?events=true`, { signal }),
    staleTime: 60_000,
  })
}

/** Tags and users of the newest events, as they were when the issue was opened: reading them costs the documents. */
export function issueTagsQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.still(id, 'tags'),
    queryFn: ({ signal }) => request<IssueTags>('GET', `/api/v1/issues/${id}/tags`, { signal }),
    staleTime: 60_000,
  })
}

export function suspectCommitsQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.still(id, 'suspect-commits'),
    queryFn: ({ signal }) =>
      request<SuspectCommits>('GET', `/api/v1/issues/${id}/suspect-commits`, { signal }),
    staleTime: 60_000,
  })
}

/** An issue's activity, newest first. */
export function issueActivityQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.live(id, 'activity'),
    queryFn: ({ signal }) =>
      request<{ activity: IssueActivity[] }>('GET', `/api/v1/issues/${id}/activity`, { signal }),
    staleTime: 5000,
  })
}

export function changeIssue(id: string, change: IssuePatch): Promise<IssueSummary> {
  return request('PATCH', `/api/v1/issues/${id}`, { body: change })
}

/** A bulk change without its issues. */
export type BulkChange = WithoutIds<BulkChangeBody>
type WithoutIds<Body> = Body extends unknown ? Omit<Body, 'ids'> : never

/** At most `LIMITS.bulkIssues` ids. */
export function changeIssues(ids: string[], change: BulkChange): Promise<{ updated: number }> {
  return request('PATCH', '/api/v1/issues/bulk', { body: { ids, ...change } })
}

export function snoozeIssue(id: string, hold: SnoozeBody): Promise<IssueSummary> {
  return request('POST', `/api/v1/issues/${id}/snooze`, { body: hold })
}

/** Deletes issues with all their events, for good. At most `LIMITS.bulkIssues` ids. */
export function deleteIssues(ids: string[]): Promise<{ updated: number }> {
  return request('DELETE', '/api/v1/issues/bulk', { body: { ids, action: 'delete' } })
}

/** Null: nobody. */
export function assignIssue(id: string, memberId: string | null): Promise<IssueSummary> {
  return request('PATCH', `/api/v1/issues/${id}`, { body: { assignee_id: memberId } })
}

/** An issue's context for agents, as Markdown. */
export function issueContext(issueId: string): Promise<string> {
  return requestText(`/api/v1/issues/${issueId}/context?format=markdown`)
}
