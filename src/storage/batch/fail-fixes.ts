import { showsFailure } from '#domain/issue/fix.ts'
import { insertActivity, systemLine } from '../issue/activity.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import type { ComparedReleases } from './compared-releases.ts'
import type { IssueRow } from './update-issues.ts'

/** Fails fixes, verified ones too, with an activity line. `resolved`: records of issues resolved before. */
export async function failFixes(
  tx: BatchTransaction,
  resolved: readonly PlacedItem[],
  { issues, releases }: { issues: ReadonlyMap<number, IssueRow>; releases: ComparedReleases },
): Promise<void> {
  for (const fix of await fixesThatStand(tx, resolved)) {
    const issue = issues.get(fix.issue_id)!
    const comparison = issue.resolved_comparison
    const fixed = { release: fix.release, fixedAt: fix.fixed_at, comparison }
    const against = resolved.find(({ issueId, item, release }) => {
      if (issueId !== fix.issue_id || releases.isHidden(item.projectId, release)) return false
      const firstSeen = (version: string) => releases.firstSeen(item.projectId, version)
      return showsFailure(fixed, { release, receivedAt: item.receivedAt }, firstSeen)
    })
    if (against) await fail(tx, issue, { fixId: fix.id, fixRelease: fix.release, by: against })
  }
}

function fixesThatStand(tx: BatchTransaction, resolved: readonly PlacedItem[]) {
  return tx.db
    .selectFrom('issue_fix')
    .select(['id', 'issue_id', 'release', 'fixed_at'])
    .where('org_id', 'in', [...new Set(resolved.map(({ item }) => item.orgId))])
    .where('issue_id', 'in', [...new Set(resolved.map(({ issueId }) => issueId))])
    .where('is_current', '=', 1)
    .where('state', 'in', ['watching', 'verified', 'unconfirmed'])
    .orderBy('id')
    .execute()
}

async function fail(
  tx: BatchTransaction,
  issue: IssueRow,
  { fixId, fixRelease, by }: { fixId: number; fixRelease: string; by: PlacedItem },
): Promise<void> {
  await tx.db
    .updateTable('issue_fix')
    .set({ state: 'still_failing', decided_at: tx.now, check_at: null, failed_in: by.release })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', fixId)
    .execute()
  const details = { release: by.release, fixed_in: fixRelease }
  await insertActivity({ db: tx.db, orgId: issue.org_id }, [
    systemLine(issue.id, tx.now, { kind: 'fix_failed', details }),
  ])
}
