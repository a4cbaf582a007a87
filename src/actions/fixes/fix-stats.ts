import type { FixStats, FixStatsQuery } from '#contract/issue/fix.ts'
import { AGENT_LIMITS } from '#contract/limits.ts'
import type { FixState } from '#contract/vocabulary.ts'
import { median } from '#domain/issue/fix.ts'
import { windowMillis } from '#domain/issue/time-buckets.ts'
import { type CountedFix, listFixesSince } from '#storage/fix/numbers.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { projectKey } from '../projects/project-key.ts'

const MS_PER_SECOND = 1000

/** By person and token, with outcomes and durations. @throws not_found for an unknown project. */
export async function fixesStats(deps: ActionDeps, org: Org, query: FixStatsQuery): Promise<FixStats> {
  const { window, project_id } = query
  const since = deps.clock() - windowMillis(window)
  const listed = await deps.database.snapshotOf(org, async (scope) => {
    const projectId = await projectKey(scope, project_id)
    return listFixesSince(scope, { since, projectId }, AGENT_LIMITS.fixesCounted + 1)
  })
  const fixes = listed.slice(0, AGENT_LIMITS.fixesCounted)
  const groups = Map.groupBy(fixes, ({ actorKind, actorId }) => `${actorKind} ${actorId}`)
  const by = [...groups.values()].map(statsOf).toSorted((a, b) => b.fixes - a.fixes)
  return { window, fixes: fixes.length, ...(listed.length > fixes.length && { fixes_capped: true }), by }
}

function statsOf(fixes: readonly CountedFix[]): FixStats['by'][number] {
  const { actorKind: kind, actorId: id, actorName: name } = fixes[0]!
  const countOf = (state: FixState) => fixes.filter((fix) => fix.state === state).length
  const held = fixes.filter(({ state }) => state !== 'still_failing' && state !== 'withdrawn')
  return {
    actor: { kind, id, name },
    fixes: fixes.length,
    watching: countOf('watching'),
    verified: countOf('verified'),
    still_failing: countOf('still_failing'),
    unconfirmed: countOf('unconfirmed'),
    withdrawn: countOf('withdrawn'),
    median_seconds_to_fix: median(held.map(({ openedAt, fixedAt }) => (fixedAt - openedAt) / MS_PER_SECOND)),
  }
}
