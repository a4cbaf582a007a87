import { epochDay } from '#contract/time.ts'
import type { GoesOn } from '#platform/background.ts'
import { lockIssues } from '#storage/issue/family.ts'
import { blockStart, foldCounters } from '#storage/issue/folding.ts'
import { dropOldLinks } from '#storage/issue/links.ts'
import { deleteQuietIssues } from '#storage/issue/quiet-issue.ts'
import { dropProjectHours } from '#storage/project/project-hour.ts'
import { dropUnusedReleases, type ReleasePage, type ReleasePlace } from '#storage/release/unused.ts'
import { noteFolded } from '#storage/upkeep/retention.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { ROWS_PER_STEP, restAfter, STEP_MS } from './rest-after.ts'
import { OVERLAP_DAYS, type SurveyedProject } from './survey-retention.ts'

/** Issues whose counters are read and folded together. */
const ISSUES_PER_STEP = 10
/** After so long, counts by the day become counts of 30 days. */
const DAILY_COUNTS_DAYS = 400

export interface FoldDeps extends ActionDeps {
  now: number
  goesOn: GoesOn
}

/** Folds counters of evicted events: hours into days, days into 30 days; then removes quiet issues nobody
 * touched, and unnamed releases. Every sum stays. @returns how many issues went; null if it ended early. */
export async function foldRemains(
  deps: FoldDeps,
  org: Org,
  project: SurveyedProject,
): Promise<number | null> {
  const { projectId, foldedTo, foldBefore } = project
  // Before the hours of issues are folded, which then no longer add up to them.
  await deps.database.inOrg(org, (scope) => dropProjectHours(scope, projectId, foldBefore))
  const fold = (ids: readonly number[]) => foldSome(deps, org, { project, ids })
  if ((await inSteps(deps, project.toFold, fold)) === null) return null
  const remove = (ids: readonly number[]) => removeQuiet(deps, org, { project, ids })
  const removed = await inSteps(deps, project.quietIssues, remove)
  if (removed === null || !(await dropReleases(deps, org, project))) return null
  const noted = Math.max(foldBefore, foldedTo ?? foldBefore)
  await noteFolded(deps.database.serviceScope(org), projectId, noted)
  return removed
}

interface Part {
  project: SurveyedProject
  ids: readonly number[]
}

interface Step {
  done: number
  removed: number
}

async function inSteps(
  { goesOn }: FoldDeps,
  all: readonly number[],
  step: (ids: readonly number[]) => Promise<Step>,
): Promise<number | null> {
  let removed = 0
  for (let at = 0; at < all.length; ) {
    const left = all.slice(at, at + ROWS_PER_STEP)
    const did = await restAfter(() => step(left))
    at += did.done
    removed += did.removed
    if (!(await goesOn())) return null
  }
  return removed
}

function foldSome(deps: FoldDeps, org: Org, { project, ids }: Part): Promise<Step> {
  const { before, foldBefore, foldedTo } = project
  const longBefore = blockStart(Math.min(foldBefore, epochDay(deps.now) - DAILY_COUNTS_DAYS))
  const days = { from: Math.max(0, (foldedTo ?? 0) - OVERLAP_DAYS), before: foldBefore, longBefore }
  return deps.database.inOrg(org, async (scope) => {
    const began = performance.now()
    let done = 0
    while (done < ids.length && performance.now() - began < STEP_MS) {
      const issueIds = ids.slice(done, done + ISSUES_PER_STEP)
      await lockIssues(scope, issueIds)
      await foldCounters(scope, { ...days, issueIds })
      const isMore = await dropOldLinks(scope, { issueIds, before, limit: ROWS_PER_STEP })
      if (isMore) break
      done += issueIds.length
    }
    return { done, removed: 0 }
  })
}

function removeQuiet(deps: FoldDeps, org: Org, { project, ids }: Part): Promise<Step> {
  return deps.database.inOrg(org, async (scope) => {
    const began = performance.now()
    const step: Step = { done: 0, removed: 0 }
    while (step.done < ids.length && performance.now() - began < STEP_MS) {
      const some = ids.slice(step.done, step.done + ISSUES_PER_STEP)
      step.removed += await deleteQuietIssues(scope, some, { before: project.quietBefore!, now: deps.now })
      step.done += some.length
    }
    return step
  })
}

async function dropReleases(deps: FoldDeps, org: Org, project: SurveyedProject): Promise<boolean> {
  const { projectId, before } = project
  for (let after: ReleasePlace | null = null; ; ) {
    const page: ReleasePage = { projectId, before, after, limit: ROWS_PER_STEP }
    after = await restAfter(() => deps.database.inOrg(org, (scope) => dropUnusedReleases(scope, page)))
    if (after === null) return true
    if (!(await deps.goesOn())) return false
  }
}
