import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import { issueKeys } from './issue-keys.ts'
import type { IssueSummary } from './wire.ts'

type Updated = Promise<{ updated: number }>

/** The issues merged into one, each with its own numbers. */
export function mergedQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.live(id, 'merged'),
    queryFn: async ({ signal }) =>
      (await request<{ issues: IssueSummary[] }>('GET', `/api/v1/issues/${id}/merged`, { signal })).issues,
    staleTime: 15_000,
  })
}

/** At most 200 ids of one project. */
export function mergeIssues(canonicalId: string, ids: string[]): Updated {
  return request('POST', '/api/v1/issues/merge', { body: { canonical_id: canonicalId, merge_ids: ids } })
}

/** At most 200 ids. */
export function splitIssues(canonicalId: string, ids: string[]): Updated {
  return request('POST', '/api/v1/issues/split', { body: { canonical_id: canonicalId, split_ids: ids } })
}

/** Deletes issues with all their events, for good. At most 500 ids. */
export function deleteIssues(ids: string[]): Updated {
  return request('DELETE', '/api/v1/issues/bulk', { body: { ids, action: 'delete' } })
}

/** Null: nobody. */
export function assignIssue(id: string, memberId: string | null): Promise<IssueSummary> {
  return request('PATCH', `/api/v1/issues/${id}`, { body: { assignee_id: memberId } })
}
