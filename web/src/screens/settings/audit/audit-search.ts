import type { IssueWindow } from '../../../api/wire.ts'
import { parseIssuesSearch } from '../../../entities/issue/issue-filter.ts'
import { dropUnset, text } from '../../../url/router-search.ts'

/** The URL of the audit log; absent: all. */
export interface AuditSearch {
  action?: string
  actor?: string
  target?: string
  window?: IssueWindow
}

export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  return dropUnset<AuditSearch>({
    action: text(search.action),
    actor: text(search.actor),
    target: text(search.target),
    window: parseIssuesSearch(search).window,
  })
}
