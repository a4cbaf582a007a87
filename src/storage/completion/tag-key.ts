import type { OrgScope } from '../engine/scope.ts'
import { tagCountsOf } from '../issue/tag.ts'
import { type CompletionFilter, type CompletionValue, latestIssuesOf } from './completion.ts'

const MOST_ISSUES = 500

/** Names of tags that begin with what is typed, those of most issues first, of the 500 issues that were seen last. */
export async function completeTagKey(
  scope: OrgScope,
  { prefix, limit, projectId }: CompletionFilter,
): Promise<CompletionValue[]> {
  const counts = new Map<string, number>()
  const starts = [prefix, `tags[${prefix}`, `tags["${prefix}`]
  const rows = await latestIssuesOf(scope, projectId, MOST_ISSUES).select('tag_counts').execute()
  const capped = rows.length === MOST_ISSUES
  for (const { tag_counts } of rows) {
    for (const key of tagCountsOf(tag_counts).keys())
      if (starts.some((start) => key.startsWith(start))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count, capped }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit)
}
