import { LIMITS } from '#contract/limits.ts'
import { LEVELS } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import { type CompletionFilter, type CompletionValue, latestIssuesOf } from './completion.ts'

/** The latest issues, whose levels are counted. */
const MOST_COUNTED = 5_000

/** Latest levels of issues that start with `prefix`, those of most issues first; counted in one pass. */
export async function completeLevel(scope: OrgScope, filter: CompletionFilter): Promise<CompletionValue[]> {
  const prefix = filter.prefix.toLowerCase()
  const levels = LEVELS.filter((level) => level.startsWith(prefix))
  if (levels.length === 0) return []
  const latest = latestIssuesOf(scope, filter.projectId, MOST_COUNTED).select('level')
  const counts = await scope.db
    .selectFrom(latest.as('latest'))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      ...levels.map((level) => eb.fn.countAll<number>().filterWhere('level', '=', level).as(level)),
    ])
    .executeTakeFirstOrThrow()
  const isCut = counts.all === MOST_COUNTED
  return levels
    .map((value) => ({ value, count: counts[value] }))
    .filter(({ count }) => count > 0 || isCut)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, filter.limit)
    .map(({ value, count }) => {
      const capped = isCut || count > LIMITS.completionCount
      return { value, count: Math.min(count, LIMITS.completionCount), capped }
    })
}
