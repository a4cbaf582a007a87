import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, epochDay } from '#contract/time.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  countUnexpected,
  type IssueAge,
  issuesWithEventsBefore,
  listIssueAges,
  type ProjectRetention,
} from '#storage/upkeep/retention.ts'
import { REST_MS } from './rest-after.ts'

const ISSUES_PER_PAGE = 500
export const OVERLAP_DAYS = 2
/** Expected: what became old since the last sweep, up to a day unswept. If more than this part of a
 * project's events would go beside that, a clock or the data is wrong. */
const MAX_UNEXPECTED_SHARE = 0.3

export interface DueProject extends ProjectRetention {
  before: number
  keptDays: number
  /** Hours of days before are to be folded, epoch day. */
  foldBefore: number
  /** Issues without an event since then may go, epoch ms; null: none. */
  quietBefore: number | null
}

export interface SurveyedProject extends DueProject {
  oldIssues: number[]
  /** Row keys of issues that may have something to fold; none if the project was folded on that day already. */
  toFold: number[]
  /** Row keys of issues that had no event for so long that they may go; on the same days. */
  quietIssues: number[]
  stored: number
  /** Events that would go, and were not to be expected to. */
  unexpected: number
}

export interface DefaultDays {
  defaultDays: number
  quietIssueDays: number
}

/** Counts by the hour: hours are charted for a week, and trends of two weeks have buckets of half a day. */
const HOURLY_COUNTS_DAYS = 31

export function dueOf(
  project: ProjectRetention,
  now: number,
  { defaultDays, quietIssueDays }: DefaultDays,
): DueProject {
  const keptDays = project.days ?? defaultDays
  const before = now - keptDays * DAY_MS
  return {
    ...project,
    keptDays,
    before,
    foldBefore: epochDay(Math.min(before, now - HOURLY_COUNTS_DAYS * DAY_MS)),
    quietBefore: quietIssueDays === 0 ? null : now - Math.max(keptDays, quietIssueDays) * DAY_MS,
  }
}

export function isToFold({ foldedTo, foldBefore }: DueProject): boolean {
  return foldedTo === null || foldBefore > foldedTo
}

/** Looks through the issues of the organization in pages, for those with events that are to go. */
export async function surveyRetention(
  scope: OrgScope,
  projects: readonly DueProject[],
): Promise<SurveyedProject[]> {
  const found = new Map<number, SurveyedProject>(
    projects.map((project) => [project.projectId, { ...project, ...nothingFound() }]),
  )
  for (let after = 0; ; ) {
    const page = await listIssueAges(scope, after, ISSUES_PER_PAGE)
    for (const [projectId, issues] of Map.groupBy(page, (issue) => issue.projectId)) {
      const project = found.get(projectId)
      if (project) await surveyIssues(scope, project, issues)
    }
    if (page.length < ISSUES_PER_PAGE) return [...found.values()]
    after = page.at(-1)!.id
    await sleep(REST_MS)
  }
}

function nothingFound() {
  return { oldIssues: [], toFold: [], quietIssues: [], stored: 0, unexpected: 0 }
}

async function surveyIssues(
  scope: OrgScope,
  project: SurveyedProject,
  issues: readonly IssueAge[],
): Promise<void> {
  const { before } = project
  for (const issue of issues) {
    project.stored += issue.storedCount
    if (!isToFold(project)) continue
    if (mayFold(project, issue)) project.toFold.push(issue.id)
    if (isQuiet(project, issue)) project.quietIssues.push(issue.id)
  }
  const aged = issues.filter(({ hasStored, firstSeenAt }) => hasStored && firstSeenAt < before)
  const old = await issuesWithEventsBefore(
    scope,
    aged.map(({ id }) => id),
    before,
  )
  for (const id of old) project.oldIssues.push(id)
  if (maySweep(project)) return
  const from = sweptTo(project)
  project.unexpected += await countUnexpected(scope, old, { before, expected: { from, to: from + DAY_MS } })
}

function mayFold({ foldedTo }: DueProject, { lastSeenAt }: IssueAge): boolean {
  return foldedTo === null || lastSeenAt >= (foldedTo - OVERLAP_DAYS) * DAY_MS
}

function isQuiet({ quietBefore }: DueProject, { hasStored, lastSeenAt }: IssueAge): boolean {
  return quietBefore !== null && !hasStored && lastSeenAt < quietBefore
}

/** True if more would go than was to be expected, and nobody has said that it may. */
export function isHeld({ unexpected, stored }: SurveyedProject): boolean {
  return unexpected > MAX_UNEXPECTED_SHARE * stored
}

/** Up to where a sweep of this project has come. A clock that was behind takes nothing back. */
export function sweptOf(project: DueProject): { sweptTo: number; days: number } {
  const { before, keptDays } = project
  const isSame = project.sweptDays === keptDays
  return { sweptTo: isSame ? Math.max(before, project.sweptTo ?? before) : before, days: keptDays }
}

/** Someone has said how long events are kept: what is older goes, however much it is. */
function maySweep({ isAllowed, sweptDays, keptDays }: DueProject): boolean {
  return isAllowed || (sweptDays !== null && sweptDays !== keptDays)
}

function sweptTo({ sweptTo, createdAt, keptDays }: DueProject): number {
  return sweptTo ?? createdAt - keptDays * DAY_MS
}
