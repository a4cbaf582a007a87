import type { BatchTransaction, PlacedItem } from '../batch/batch.ts'
import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { OrgScope } from '../engine/scope.ts'
import { compressDocument, decompressDocument } from './payload-codec.ts'

const INSERT_DEAD_LETTERS = bulkInsert('dead_letter', [
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['event_id', 'bytes'],
  ['reason', 'text'],
  ['received_at', 'bigint'],
  ['created_at', 'bigint'],
  ['meta', 'text'],
  ['body', 'bytes'],
])

/** Keeps a batch's unprocessable records, with their scrubbed content if any. */
export async function insertDeadLetters(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const rows: unknown[][] = []
  for (const { item, issueId } of placed) {
    if (item.kind !== 'counted' || !item.deadLetter) continue
    const { reason, meta, body } = item.deadLetter
    rows.push([
      item.orgId,
      item.projectId,
      issueId,
      item.eventId,
      reason,
      item.receivedAt,
      tx.now,
      meta,
      body === null ? null : compressDocument(body, null),
    ])
  }
  await bulkWrite(tx, INSERT_DEAD_LETTERS, rows)
}

/** A dead letter as the list shows it, with public ids; of a merged issue that is the root's. */
export interface DeadLetterRow {
  id: number
  project_uid: string
  issue_uid: string | null
  event_id: Buffer
  reason: string
  received_at: number
  created_at: number
  is_retryable: 0 | 1
}

/** Dead letters of a project (row key; null: of all), newest first, at most `limit`; only those older than row key `beforeId`. */
export async function listDeadLetters(
  scope: OrgScope,
  projectId: number | null,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<DeadLetterRow[]> {
  return lettersOf(scope)
    .leftJoin('issue', (join) =>
      join.onRef('issue.org_id', '=', 'letter.org_id').onRef('issue.id', '=', 'letter.issue_id'),
    )
    .leftJoin('issue as root', (join) =>
      join.onRef('root.org_id', '=', 'letter.org_id').onRef('root.id', '=', 'issue.merge_parent_id'),
    )
    .select(['letter.id', 'letter.event_id', 'letter.reason', 'letter.received_at', 'letter.created_at'])
    .select((eb) => [
      'project.uid as project_uid',
      eb.fn.coalesce('root.uid', 'issue.uid').as('issue_uid'),
      eb
        .case()
        .when(eb.or([eb('letter.body', 'is', null), eb('letter.issue_id', 'is', null)]))
        .then(0)
        .else(1)
        .end()
        .as('is_retryable'),
    ])
    .$if(projectId !== null, (query) => query.where('letter.project_id', '=', projectId!))
    .$if(beforeId !== undefined, (query) => query.where('letter.id', '<', beforeId!))
    .orderBy('letter.id', 'desc')
    .limit(limit)
    .execute() as Promise<DeadLetterRow[]>
}

export interface StoredDeadLetter {
  id: number
  project_id: number
  /** Null once the issue it was counted in is deleted. */
  issue_id: number | null
  event_id: Buffer
  received_at: number
  meta: string
  body: string | null
}

export interface ReadDeadLetter extends StoredDeadLetter {
  /** True if a body was kept, but its bytes are damaged. */
  isDamaged: boolean
}

export async function findDeadLetter(scope: OrgScope, id: number): Promise<ReadDeadLetter | undefined> {
  const row = await lettersOf(scope)
    .select([
      'letter.id',
      'letter.project_id',
      'letter.issue_id',
      'letter.event_id',
      'letter.received_at',
      'letter.meta',
      'letter.body',
    ])
    .where('letter.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, ...readBody(row.body) }
}

function readBody(body: Buffer | null): Pick<ReadDeadLetter, 'body' | 'isDamaged'> {
  try {
    return { body: body === null ? null : decompressDocument(body, null), isDamaged: false }
  } catch {
    return { body: null, isDamaged: true }
  }
}

/** Those of a project that is deleted wait for their removal and no longer belong to anyone. */
function lettersOf(scope: OrgScope) {
  return scope.db
    .selectFrom('dead_letter as letter')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'letter.org_id')
        .onRef('project.id', '=', 'letter.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .where('letter.org_id', '=', scope.orgId)
}

/** Takes issues (row keys) that are about to be deleted out of the dead letters that name them. */
export async function forgetInDeadLetters(scope: OrgScope, issueIds: readonly number[]): Promise<void> {
  await scope.db
    .updateTable('dead_letter')
    .set({ issue_id: null })
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .execute()
}
