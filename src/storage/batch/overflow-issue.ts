import { HOUR_MS, isoTime } from '#contract/time.ts'
import { searchText } from '#domain/text/search-text.ts'
import { insertAlerts } from '../alert/alert.ts'
import type { BatchItem, BatchTransaction } from './batch.ts'
import { insertIssues } from './begin-issue.ts'
import { hourOfReceipt } from './new-issue-quota.ts'

export const OVERFLOW_FINGERPRINT = 'overflow'

const TITLE = 'Overflow: too many new issues'
const CULPRIT =
  'New errors past the hourly limit (SVC_NEW_ISSUES_PER_HOUR) are counted here. Stop their source, or raise the limit.'

export interface Overflow {
  item: BatchItem
  issueId: number
}

/** The overflow issue of a record's project; begun if it has none, its grouping key is the caller's to write. */
export async function findOrBeginOverflow(
  tx: BatchTransaction,
  item: BatchItem,
): Promise<{ issueId: number; isNew: boolean }> {
  // Writing a column locks the row in both engines: of two writers one begins the issue.
  await tx.db
    .updateTable('project')
    .set((eb) => ({ platform: eb.ref('platform') }))
    .where('org_id', '=', item.orgId)
    .where('id', '=', item.projectId)
    .execute()
  const found = await tx.db
    .selectFrom('issue_fingerprint')
    .select('issue_id')
    .where('org_id', '=', item.orgId)
    .where('project_id', '=', item.projectId)
    .where('fingerprint', '=', OVERFLOW_FINGERPRINT)
    .executeTakeFirst()
  if (found) return { issueId: found.issue_id, isNew: false }
  const description = {
    fingerprint: OVERFLOW_FINGERPRINT,
    title: TITLE,
    culprit: CULPRIT,
    exception_type: null,
    search_text: searchText([TITLE, CULPRIT]),
    platform: 'other',
    is_placeholder: 0 as const,
  }
  const [issueId] = await insertIssues(tx, [{ item, description }])
  return { issueId: issueId!, isNew: true }
}

/** One alert per project and hour of overflow. Lock the issues before. @returns issues with a new one. */
export async function raiseOverflowAlerts(
  tx: BatchTransaction,
  limit: number,
  overflows: readonly Overflow[],
): Promise<Set<number>> {
  const alerted = new Set<number>()
  const firsts = new Map<string, Overflow>()
  for (const overflow of overflows) {
    const key = `overflow:${overflow.item.projectId}:${hourOfReceipt(overflow.item)}`
    if (!firsts.has(key)) firsts.set(key, overflow)
  }
  for (const [dedupeKey, { item, issueId }] of [...firsts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const alert = {
      kind: 'overflow' as const,
      projectId: item.projectId,
      issueId,
      title: `More than ${limit} new issues in an hour`,
      details: { hour: isoTime(hourOfReceipt(item) * HOUR_MS), limit },
      dedupeKey,
      firedAt: tx.now,
    }
    if ((await insertAlerts({ db: tx.db, orgId: item.orgId }, [alert])) > 0) alerted.add(issueId)
  }
  return alerted
}
