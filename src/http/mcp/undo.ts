import type { IssueDetail, IssueSummary } from '#contract/issue/issue.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

const SHOWN_EMAIL_CHARS = 200

/** The calls that take back a change of this name; null if it changed nothing that could be. */
export function undoOf(changeId: string, before: IssueDetail, after: IssueSummary): string | null {
  const calls: string[] = []
  if (hasNewState(before, after)) calls.push(undoCall(changeId))
  if (before.assignee?.id !== after.assignee?.id) {
    const email = JSON.stringify(cutLine(inertLine(before.assignee?.email ?? ''), SHOWN_EMAIL_CHARS))
    calls.push(`update_issue with assignee ${email}`)
  }
  return calls.join('; then ') || null
}

export function undoCall(changeId: string): string {
  return `update_issue with undo ${changeId}`
}

/** True for what an activity line keeps: nothing is kept of a fix that was only described further. */
function hasNewState(before: IssueDetail, after: IssueSummary): boolean {
  return (
    before.status !== after.status ||
    before.resolved_in_release !== after.resolved_in_release ||
    before.snoozed !== after.snoozed
  )
}
