import type { IssueActivity } from '#contract/issue.ts'
import { listActivity } from '#storage/issue-activity.ts'
import { requireIssueFamily } from './require-issue.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

const MAX_LINES = 500

/**
 * What happened to an issue beside its events, newest first, at most 500 lines.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function issueHistory(deps: TriageDeps, org: Org, issueId: string): Promise<IssueActivity[]> {
  const scope = readScope(deps, org)
  const { ids } = await requireIssueFamily(scope, issueId)
  const rows = await listActivity(scope, ids, MAX_LINES)
  return rows.map((row) => ({
    id: String(row.id),
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, email: row.actor_email },
    details: JSON.parse(row.details) as Record<string, unknown>,
  }))
}
