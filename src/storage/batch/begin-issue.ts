import { randomUUID } from 'node:crypto'
import { searchText } from '#domain/text/search-text.ts'
import { type BulkStatement, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchItem, BatchTransaction, PlacedItem, StoredItem } from './batch.ts'

export function placedItem(item: BatchItem, issueId: number): PlacedItem {
  if (item.kind === 'counted') {
    const { level, environment, release } = item.summary
    return { item, issueId, at: item.receivedAt, level, environment, release }
  }
  const { occurredAt, level, environment, release } = item.event
  return { item, issueId, at: occurredAt, level, environment, release }
}

export interface IssueDescription {
  fingerprint: string
  title: string
  culprit: string
  exception_type: string | null
  search_text: string
  platform: string
  is_placeholder: 0 | 1
}

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

const INSERT_ISSUES: BulkStatement = {
  columns: [
    ['uid', 'text'],
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['fingerprint', 'text'],
    ['title', 'text'],
    ['culprit', 'text'],
    ['exception_type', 'text'],
    ['search_text', 'text'],
    ['platform', 'text'],
    ['is_placeholder', 'bigint'],
    ['level', 'text'],
    ['environment', 'text'],
    ['release', 'text'],
    ['seen_at', 'bigint'],
    ['updated_at', 'bigint'],
  ],
  text: (
    rows,
  ) => `INSERT INTO issue (uid, org_id, project_id, fingerprint, title, culprit, exception_type, search_text,
      platform, is_placeholder, level, environment, release, first_seen_at, updated_at, last_seen_at, first_release,
      status, event_count, stored_event_count, evicted_event_count, unique_user_count)
    SELECT begun.*, column14, column13, 'unresolved', 0, 0, 0, 0 FROM (VALUES ${rows}) AS begun
    RETURNING id, uid`,
}

interface NewIssue {
  item: BatchItem
  description: IssueDescription
}

/** Begins issues with no events. @returns their row keys, in the order given. */
export async function insertIssues(tx: BatchTransaction, issues: readonly NewIssue[]): Promise<number[]> {
  const uids = issues.map(() => randomUUID())
  const rows = issues.map(({ item, description }, n) => {
    const { at, level, environment, release } = placedItem(item, 0)
    return [
      uids[n],
      item.orgId,
      item.projectId,
      description.fingerprint,
      description.title,
      description.culprit,
      description.exception_type,
      description.search_text,
      description.platform,
      description.is_placeholder,
      level,
      environment,
      release,
      at,
      tx.now,
    ]
  })
  const written = await bulkWrite<{ id: number; uid: string }>(tx, INSERT_ISSUES, rows)
  const ids = new Map(written.map(({ id, uid }) => [uid, id]))
  return uids.map((uid) => ids.get(uid)!)
}

/** The issues that a batch begins: they are written together, and until then each has a row key below 0. */
export class NewIssues {
  readonly #issues: NewIssue[] = []

  /** Begins an issue, described by its first record. @returns its temporary key. */
  begin(item: BatchItem): number {
    this.#issues.push({ item, description: descriptionOf(item) })
    return -this.#issues.length
  }

  adopt(key: number, item: StoredItem): boolean {
    const issue = this.#issues[-key - 1]!
    if (issue.description.is_placeholder === 0) return false
    issue.description = descriptionOf(item)
    return true
  }

  /** Writes them. @returns the row key of a temporary key; others stay the same. */
  async insert(tx: BatchTransaction): Promise<(key: number) => number> {
    const ids = await insertIssues(tx, this.#issues)
    return (key) => (key < 0 ? ids[-key - 1]! : key)
  }
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
