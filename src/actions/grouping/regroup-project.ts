import { type GroupingRules, type RegroupedEvent, regroup, underRules } from '#domain/grouping/regrouping.ts'
import { groupByRules } from '#domain/grouping/rules/group-by-rules.ts'
import { rulesOf } from '#domain/grouping/rules/match-rules.ts'
import { findPathProject } from '#storage/account/credentials.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { readProjectEvents } from '#storage/event/project-events.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import { findProject, type ProjectRow } from '#storage/project/project.ts'
import { noProject } from '../projects/require-project.ts'
import { eventsAtRoots } from './root-issues.ts'

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
  /** Of any organization: the operator names it. */
  projectUid: string
  events: number
  rules: GroupingRules
}

/** Groups the newest stored events by the current algorithm under other rules. Issues merged by hand count
 * as one. Writes nothing. @throws not_found for an unknown project. */
export async function regroupProject(
  database: Database,
  { projectUid, events: limit, rules }: RegroupWish,
): Promise<DryRun> {
  const { scope, project } = await requireAnyProject(database, projectUid)
  const own = rulesOf(project.fingerprint_rules ?? '')
  const placed: RegroupedEvent[] = []
  let unreadable = 0
  for await (const { issueId, platform, document } of readProjectEvents(scope, project.id, limit)) {
    if (document === null) unreadable++
    else {
      const payload = underRules(document.payload, rules)
      placed.push({ issueId, keys: groupByRules({ payload, platform }, own).keys })
    }
  }
  const { events: known, roots } = await eventsAtRoots(scope, placed)
  const byKey = new Map(roots.map((root) => [root.id, root]))
  const nameOf = (issueId: number) => named(byKey.get(issueId)!)
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

async function requireAnyProject(
  database: Database,
  uid: string,
): Promise<{ scope: OrgScope; project: ProjectRow }> {
  const place = await findPathProject(database.queries, { uid })
  const scope = place && database.serviceScope(place)
  const project = scope && (await findProject(scope, uid))
  if (project) return { scope, project }
  throw noProject()
}

function named({ uid, title }: IssueRow): NamedIssue {
  return { id: uid, title }
}
