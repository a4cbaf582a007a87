import { randomUUID } from 'node:crypto'
import { searchText } from '#domain/text/search-text.ts'
import type { BatchItem, BatchTransaction, PlacedItem, StoredItem } from './batch.ts'

/** A record with the row key of its issue, and what it says of itself. */
export function placedItem(item: BatchItem, issueId: number): PlacedItem {
  if (item.kind === 'counted') {
    const { level, environment, release } = item.summary
    return { item, issueId, at: item.receivedAt, level, environment, release }
  }
  const { occurredAt, level, environment, release } = item.event
  return { item, issueId, at: occurredAt, level, environment, release }
}

/** What an issue says of itself, by which it is told from others. */
export interface IssueDescription {
  fingerprint: string
  title: string
  culprit: string
  exception_type: string | null
  search_text: string
  platform: string
  /** 1: made by counted-only records, until an event of it is processed. */
  is_placeholder: 0 | 1
}

/** What an issue shows of the record it begins with. */
function descriptionOf(item: BatchItem): IssueDescription {
  if (item.kind === 'counted') {
    const { title, platform } = item.summary
    return {
      fingerprint: `preview:${item.preview}`,
      title,
      culprit: '',
      exception_type: null,
      search_text: searchText([title]),
      platform,
      is_placeholder: 1,
    }
  }
  const { title, culprit, exceptionType, words, platform } = item.event
  return {
    fingerprint: item.fingerprints[0]!,
    title,
    culprit,
    exception_type: exceptionType,
    search_text: words,
    platform,
    is_placeholder: 0,
  }
}

/** Begins an issue with no events, by default described by its first record. @returns its row key. */
export async function insertIssue(
  tx: BatchTransaction,
  item: BatchItem,
  description = descriptionOf(item),
): Promise<number> {
  const { at, level, environment, release } = placedItem(item, 0)
  const row = await tx.db
    .insertInto('issue')
    .values({
      ...description,
      uid: randomUUID(),
      org_id: item.orgId,
      project_id: item.projectId,
      level,
      environment,
      release,
      status: 'unresolved',
      event_count: 0,
      stored_event_count: 0,
      evicted_event_count: 0,
      unique_user_count: 0,
      first_seen_at: at,
      last_seen_at: at,
      first_release: release,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Turns a placeholder made by counted-only records into the issue of the first event processed. */
export async function adoptPlaceholder(
  tx: BatchTransaction,
  issueId: number,
  item: StoredItem,
): Promise<boolean> {
  const result = await tx.db
    .updateTable('issue')
    .set({ ...descriptionOf(item), updated_at: tx.now })
    .where('org_id', '=', item.orgId)
    .where('id', '=', issueId)
    .where('is_placeholder', '=', 1)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
