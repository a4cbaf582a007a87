import { LIMITS } from '#contract/limits.ts'
import { assignIssue, type BulkChange, changeIssue, changeIssues, snoozeIssue } from '../api/issue.ts'
import type { IssueSummary, SnoozeBody } from '../api/wire.ts'
import type { Change, SnoozeChange } from './change.ts'

/** A change, and the random name by which the server finds it again to take it back. */
export interface NamedChange {
  change: Change
  name: string
}

/** Told of each part once the server has made it; of a single issue with the server's answer.
 * @returns false if the parts to come are not wanted any more */
type OnMade = (ids: ReadonlySet<string>, answer?: IssueSummary) => boolean

/**
 * Asks the server for a change, in as many requests as it takes, one after the other.
 * @throws ApiError if the server refuses or does not answer; parts it was told of before stay made
 */
export async function sendChange(issues: IssueSummary[], named: NamedChange, onMade: OnMade): Promise<void> {
  const [first] = issues
  if (issues.length === 1 && first) onMade(new Set([first.id]), await changeOne(first.id, named))
  else await changeMany(issues, bulkOf(named), onMade)
}

/**
 * Gives each issue back what it had, unless that has been changed since.
 * @param before the issues as they were
 * @returns how many issues the server has changed
 * @throws ApiError as `sendChange`; Error if there is none
 */
export async function sendUndo(
  before: IssueSummary[],
  { change, name }: NamedChange,
  onMade: (ids: ReadonlySet<string>) => void,
): Promise<number> {
  const told: OnMade = (ids) => {
    onMade(ids)
    return true
  }
  if (change.kind !== 'assign') {
    const undone = await changeMany(before, { action: 'undo', change_id: name }, told)
    if (undone === 0) throw new Error('It has been changed since.')
    return undone
  }
  const groups = Map.groupBy(before, ({ assignee }) => assignee?.id ?? null)
  let undone = 0
  for (const [assignee_id, group] of groups)
    undone += await changeMany(group, { action: 'assign', assignee_id }, told)
  return undone
}

function changeOne(id: string, { change, name }: NamedChange): Promise<IssueSummary> {
  if (change.kind === 'snooze') return snoozeIssue(id, holdOf(change, name))
  if (change.kind === 'assign') return assignIssue(id, change.assignee?.id ?? null)
  const { status, release, isNext } = change
  return changeIssue(id, {
    status,
    change_id: name,
    ...(release !== undefined && { resolved_in_release: release }),
    ...(release !== undefined && isNext && { in_next_release: true }),
  })
}

function holdOf({ mode, until }: SnoozeChange, name: string): SnoozeBody {
  return { mode, change_id: name, ...(until !== undefined && { until }) }
}

function bulkOf({ change, name }: NamedChange): BulkChange {
  if (change.kind === 'snooze') return { action: 'snooze', ...holdOf(change, name) }
  if (change.kind === 'assign') return { action: 'assign', assignee_id: change.assignee?.id ?? null }
  const { status, release } = change
  return {
    action: status,
    change_id: name,
    ...(release !== undefined && { resolved_in_release: release }),
  }
}

/** @returns how many issues the server has changed */
async function changeMany(issues: IssueSummary[], change: BulkChange, onMade: OnMade): Promise<number> {
  let changed = 0
  for (let at = 0; at < issues.length; at += LIMITS.bulkIssues) {
    const ids = issues.slice(at, at + LIMITS.bulkIssues).map(({ id }) => id)
    changed += (await changeIssues(ids, change)).updated
    if (!onMade(new Set(ids))) break
  }
  return changed
}
