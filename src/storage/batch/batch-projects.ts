import type { BatchItem, BatchTransaction, ProjectChange } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

export interface BatchProject {
  id: number
  uid: string
  org_id: number
  first_event_at: number | null
  rules_revision: number
}

/** The projects of a batch by row key; those deleted meanwhile are missing. */
export async function findBatchProjects(
  tx: BatchTransaction,
  items: BatchItem[],
): Promise<Map<number, BatchProject>> {
  const wanted = new Set(items.map((item) => item.projectId))
  if (wanted.size === 0) return new Map()
  const rows = await tx.db
    .selectFrom('project')
    .select(['id', 'uid', 'org_id', 'first_event_at', 'rules_revision'])
    .where('id', 'in', [...wanted])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function noteFirstEvents(
  tx: BatchTransaction,
  projects: Map<number, BatchProject>,
  items: BatchItem[],
): Promise<void> {
  const fresh = [...projects.values()].filter((project) => project.first_event_at === null)
  for (const { id, org_id } of fresh.sort((a, b) => a.id - b.id)) {
    const times = items.filter((item) => item.projectId === id).map((item) => item.receivedAt)
    if (times.length === 0) continue
    await tx.db
      .updateTable('project')
      .set({ first_event_at: Math.min(...times) })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .execute()
  }
}

/** The issues of a written batch; `created` and `changed` are row keys. */
export interface WrittenIssues {
  rows: Map<number, IssueRow>
  shown: Iterable<number>
  created: Set<number>
  changed: Set<number>
  alerted: Set<number>
}

export function projectChanges(
  projects: Map<number, BatchProject>,
  { rows, shown, created, changed, alerted }: WrittenIssues,
): ProjectChange[] {
  const changes = new Map<number, ProjectChange>()
  for (const issueId of shown) {
    const issue = rows.get(issueId)!
    const { id, uid, org_id, first_event_at } = projects.get(issue.project_id)!
    let change = changes.get(id)
    if (!change) {
      const hasFirstEvent = first_event_at === null
      change = { orgId: org_id, projectUid: uid, hasFirstEvent, hasAlerts: false, issues: [] }
      changes.set(id, change)
    }
    if (alerted.has(issueId)) change.hasAlerts = true
    const kind = created.has(issueId) ? 'created' : changed.has(issueId) ? 'changed' : 'events'
    change.issues.push({ issueUid: issue.uid, change: kind })
  }
  return [...changes.values()]
}
