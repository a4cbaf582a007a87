import type { BatchItem, BatchTransaction, ProjectChange } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

/** A project of a batch, as it was before. */
export interface BatchProject {
  id: number
  uid: string
  org_id: number
  first_event_at: number | null
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
    .select(['id', 'uid', 'org_id', 'first_event_at'])
    .where('id', 'in', [...wanted])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Notes when the first event of each project that had none was received. */
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

/** The issues of a written batch, as they were before; `created` and `changed` are row keys. */
export interface WrittenIssues {
  issues: Map<number, IssueRow>
  created: Set<number>
  /** Whose status or snooze changed. */
  changed: Set<number>
}

/** What a written batch did, project by project. */
export async function projectChanges(
  tx: BatchTransaction,
  projects: Map<number, BatchProject>,
  { issues, created, changed }: WrittenIssues,
): Promise<ProjectChange[]> {
  const rootUids = await findRootUids(tx, [...issues.values()])
  const changes = new Map<number, ProjectChange>()
  for (const issue of issues.values()) {
    const { id, uid, org_id, first_event_at } = projects.get(issue.project_id)!
    let change = changes.get(id)
    if (!change) {
      change = { orgId: org_id, projectUid: uid, hasFirstEvent: first_event_at === null, issues: [] }
      changes.set(id, change)
    }
    const kind = created.has(issue.id) ? 'created' : changed.has(issue.id) ? 'changed' : 'events'
    const issueUid = rootUids.get(issue.merge_parent_id ?? issue.id) ?? issue.uid
    change.issues.push({ issueUid, change: kind })
  }
  return [...changes.values()]
}

/** Public ids of the issues that some of these are merged into, by row key. */
async function findRootUids(tx: BatchTransaction, issues: IssueRow[]): Promise<Map<number, string>> {
  const rootIds = new Set(issues.flatMap(({ merge_parent_id }) => merge_parent_id ?? []))
  if (rootIds.size === 0) return new Map()
  const rows = await tx.db
    .selectFrom('issue')
    .select(['id', 'uid'])
    .where('org_id', 'in', [...new Set(issues.map(({ org_id }) => org_id))])
    .where('id', 'in', [...rootIds])
    .execute()
  return new Map(rows.map(({ id, uid }) => [id, uid]))
}
