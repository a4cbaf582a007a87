import { ServiceError } from '#contract/errors.ts'
import { type GroupingRules, type RegroupedEvent, regroup, underRules } from '#domain/grouping/regrouping.ts'
import { explainGrouping } from '#domain/grouping/v1/fingerprint.ts'
import { slicesOf } from '#platform/slices.ts'
import { findPathProject, type ProjectName } from '#storage/account/credentials.ts'
import { OVERFLOW_FINGERPRINT } from '#storage/batch/overflow-issue.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { readProjectEvents } from '#storage/event/project-events.ts'
import { findIssuesByKey, type IssueRow } from '#storage/issue/issue.ts'
import { findProject, type ProjectRow } from '#storage/project/project.ts'

export interface NamedIssue {
  id: string
  title: string
}

/** Issues that other rules would join and split. Changes nothing. */
export interface DryRun {
  project: string
  events: number
  /** Events that were left out: unreadable, or in the overflow issue. */
  skipped: number
  issues: number
  groups: number
  joins: { issues: (NamedIssue & { events: number })[] }[]
  splits: { issue: NamedIssue; events: number[] }[]
}

interface RegroupWish {
  project: ProjectName
  events: number
  rules: GroupingRules
}

const ISSUES_PER_READ = 500

/** Groups the newest stored events by the current algorithm under other rules. Issues merged by hand count
 * as one. Writes nothing. @throws not_found for an unknown project. */
export async function regroupProject(
  database: Database,
  { project: name, events: limit, rules }: RegroupWish,
): Promise<DryRun> {
  const { scope, project } = await requireAnyProject(database, name)
  const placed: RegroupedEvent[] = []
  let unreadable = 0
  for await (const { issueId, platform, document } of readProjectEvents(scope, project.id, limit)) {
    if (document === null) unreadable++
    else {
      const payload = underRules(document.payload, rules)
      placed.push({ issueId, keys: explainGrouping({ payload, platform }).keys })
    }
  }
  const issues = await issuesOf(scope, placed)
  const known = placed.flatMap((event) => {
    const issue = issues.get(event.issueId)
    if (issue === undefined || issue.fingerprint === OVERFLOW_FINGERPRINT) return []
    return [{ ...event, issueId: issue.merge_parent_id ?? issue.id }]
  })
  const roots = await issuesOf(scope, known)
  const nameOf = (issueId: number) => named(roots.get(issueId))
  const { joins, splits, ...counts } = regroup(known.reverse())
  return {
    project: project.name,
    events: known.length,
    skipped: unreadable + placed.length - known.length,
    ...counts,
    joins: joins.map((group) => ({
      issues: group.map(({ issueId, events }) => ({ ...nameOf(issueId), events })),
    })),
    splits: splits.map(({ issueId, groups }) => ({ issue: nameOf(issueId), events: groups })),
  }
}

/** Of any organization: the operator names it. */
async function requireAnyProject(
  database: Database,
  name: ProjectName,
): Promise<{ scope: OrgScope; project: ProjectRow }> {
  const place = await findPathProject(database.queries, name)
  const scope = place && database.serviceScope(place)
  const project = scope && (await findProject(scope, place.projectUid))
  if (project) return { scope, project }
  const given = 'uid' in name ? name.uid : name.number
  throw new ServiceError('not_found', `Project ${given} was not found. The project's settings show its ID.`)
}

async function issuesOf(scope: OrgScope, events: readonly RegroupedEvent[]): Promise<Map<number, IssueRow>> {
  const ids = [...new Set(events.map(({ issueId }) => issueId))]
  const found = new Map<number, IssueRow>()
  for (const some of slicesOf(ids, ISSUES_PER_READ)) {
    const rows = await findIssuesByKey(scope, some)
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

function named(issue: IssueRow | undefined): NamedIssue {
  return issue === undefined ? { id: '', title: '(deleted)' } : { id: issue.uid, title: issue.title }
}
