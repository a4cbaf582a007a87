import type { IssueSummary } from '../../api/wire.ts'
import { tabOf } from './issue-filter.ts'

/** Whether a changed issue still belongs to the list that a search shows; unknown searches keep it. */
export function issueFits(q: string, issue: Pick<IssueSummary, 'status' | 'snoozed'>): boolean {
  switch (tabOf(q)?.key) {
    case 'open':
      return !issue.snoozed && (issue.status === 'unresolved' || issue.status === 'regression')
    case 'regressions':
      return issue.status === 'regression'
    case 'snoozed':
      return issue.snoozed
    case 'ignored':
      return issue.status === 'ignored'
    case 'resolved':
      return issue.status === 'resolved'
    default:
      return true
  }
}
