import type { IssueDetail, IssueSummary } from '#contract/issue/issue.ts'
import { LIMITS } from '#contract/limits.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

interface Change {
  before: IssueDetail
  after: IssueSummary
  assignee: boolean
}

/** The calls that give an issue back what a change took from it. A fix is watched, and a snooze counts, from then on. */
export function undoOf({ before, after, assignee }: Change): string {
  const parts = [
    ...(assignee ? [`assignee ${quoted(before.assignee?.email ?? '')}`] : []),
    `status ${before.status}`,
    ...(before.resolved_in_release === after.resolved_in_release ? [] : releaseOf(before)),
  ]
  const change = `update_issue with ${parts.join(', ')}`
  return before.snoozed && !after.snoozed ? `${change}; then snooze_issue with ${holdOf(before)}` : change
}

function releaseOf({ status, resolved_in_release: release, fix }: IssueDetail): string[] {
  if (release === null) return status === 'resolved' ? ['resolved_in_release ""'] : []
  const named = `resolved_in_release ${quoted(release)}`
  if (status !== 'resolved') return [named]
  if (fix?.release !== release || fix.state === 'withdrawn') return [named, 'in_next_release true']
  const { commit, url, note } = fix
  const told = Object.entries({ commit, url, note }).filter(([, text]) => text !== null)
  if (told.length === 0) return [named]
  return [named, `fix {${told.map(([name, text]) => `"${name}": ${quoted(text ?? '')}`).join(', ')}}`]
}

function holdOf({ snooze_until: until, snooze_until_count: events }: IssueDetail): string {
  if (until !== null) return `until ${until}`
  return `mode ${events === null ? 'users' : 'occurrences'}`
}

function quoted(text: string): string {
  return JSON.stringify(cutLine(inertLine(text), LIMITS.fixNoteChars))
}
