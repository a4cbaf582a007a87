import { queryOptions } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
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

/** Of one project. */
export function mergeIssues(canonicalId: string, ids: readonly string[]): Promise<void> {
  return inPieces(ids, (merge_ids) =>
    request('POST', '/api/v1/issues/merge', { body: { canonical_id: canonicalId, merge_ids } }),
  )
}

export function splitIssues(canonicalId: string, ids: readonly string[]): Promise<void> {
  return inPieces(ids, (split_ids) =>
    request('POST', '/api/v1/issues/split', { body: { canonical_id: canonicalId, split_ids } }),
  )
}

/** A request moves a limited number of issues; a family can have any number. */
async function inPieces(ids: readonly string[], send: (ids: readonly string[]) => Updated): Promise<void> {
  for (let at = 0; at < ids.length; at += LIMITS.mergeIssues)
    await send(ids.slice(at, at + LIMITS.mergeIssues))
}
