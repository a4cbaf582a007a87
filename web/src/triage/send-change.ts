import { LIMITS } from '#contract/limits.ts'
import { assignIssue } from '../api/issue-family.ts'
import { type BulkChange, changeIssue, changeIssues, type Hold, snoozeIssue } from '../api/one-issue.ts'
import type { IssueSummary } from '../api/wire.ts'
import type { Change, SnoozeChange } from './change.ts'

/** Told of each part once the server has made it; of a single issue with the server's answer.
 * @returns false if the parts to come are not wanted any more */
type OnMade = (ids: ReadonlySet<string>, answer?: IssueSummary) => boolean

/**
 * Asks the server for a change, in as many requests as it takes, one after the other.
 * @throws ApiError if the server refuses or does not answer; parts it was told of before stay made
 */
export async function sendChange(issues: IssueSummary[], change: Change, onMade: OnMade): Promise<void> {
  const [first] = issues
  if (issues.length === 1 && first) onMade(new Set([first.id]), await changeOne(first.id, change))
  else await changeMany(issues, bulkOf(change), onMade)
}

/**
 * Gives each issue back what it had.
 * @param before the issues as they were
 * @throws ApiError as `sendChange`
 */
export async function sendUndo(
  before: IssueSummary[],
  change: Change,
  onMade: (ids: ReadonlySet<string>) => void,
): Promise<void> {
  const previous = (issue: IssueSummary): BulkChange =>
    change.kind === 'assign'
      ? { action: 'assign', assignee_id: issue.assignee?.id ?? null }
      : { action: issue.status, resolved_in_release: issue.resolved_in_release ?? '' }
  const told: OnMade = (ids) => {
    onMade(ids)
    return true
  }
  const groups = Map.groupBy(before, (issue) => JSON.stringify(previous(issue)))
  for (const group of groups.values()) {
    const [first] = group
    if (first) await changeMany(group, previous(first), told)
  }
}

function changeOne(id: string, change: Change): Promise<IssueSummary> {
  if (change.kind === 'snooze') return snoozeIssue(id, holdOf(change))
  if (change.kind === 'assign') return assignIssue(id, change.assignee?.id ?? null)
  const { status, release, isNext } = change
  if (release === undefined) return changeIssue(id, { status })
  return changeIssue(id, {
    status,
    resolved_in_release: release,
    ...(isNext && { in_next_release: true }),
  })
}

function holdOf({ mode, until }: SnoozeChange): Hold {
  return until === undefined ? { mode } : { mode, until }
}

function bulkOf(change: Change): BulkChange {
  if (change.kind === 'snooze') return { action: 'snooze', ...holdOf(change) }
  if (change.kind === 'assign') return { action: 'assign', assignee_id: change.assignee?.id ?? null }
  const { status, release } = change
  return release === undefined ? { action: status } : { action: status, resolved_in_release: release }
}

async function changeMany(issues: IssueSummary[], change: BulkChange, onMade: OnMade): Promise<void> {
  for (let at = 0; at < issues.length; at += LIMITS.bulkIssues) {
    const ids = issues.slice(at, at + LIMITS.bulkIssues).map(({ id }) => id)
    await changeIssues(ids, change)
    if (!onMade(new Set(ids))) return
  }
}
