import type { Fix } from '#contract/issue/fix.ts'
import { HOUR_MS, isoTime, isoTimeOrNull } from '#contract/time.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type FixRow, findFixes } from '#storage/fix/fix.ts'
import type { IssueRow } from '#storage/issue/issue.ts'

/** The last fix of an issue, or of the one it is merged into; undefined if there is none. */
export async function findFix(
  scope: OrgScope,
  { id, merge_parent_id }: Pick<IssueRow, 'id' | 'merge_parent_id'>,
): Promise<FixRow | undefined> {
  const rootId = merge_parent_id ?? id
  return (await findFixes(scope, [rootId])).get(rootId)
}

export function fixView(row: FixRow): Fix {
  return {
    state: row.state,
    release: row.release,
    commit: row.commit_id,
    url: row.url,
    note: row.note,
    by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    fixed_at: isoTime(row.fixed_at),
    verify_after_hours: row.watch_ms / HOUR_MS,
    seen_at: isoTimeOrNull(row.seen_at),
    decided_at: isoTimeOrNull(row.decided_at),
    failed_in_release: row.failed_in,
  }
}
