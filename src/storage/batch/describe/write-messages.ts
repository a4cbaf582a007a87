import { epochDay } from '#contract/time.ts'
import { shortHash } from '#domain/text/short-hash.ts'
import { shapeOf } from '#domain/words/issue-words.ts'
import { bulkInsert, bulkWrite } from '../../engine/bulk-write.ts'
import type { BatchTransaction } from '../batch.ts'
import type { NewDescriptions } from './new-descriptions.ts'

/** Texts kept of an issue beside those in its own row. */
const MOST_MESSAGES = 500

const UPSERT_MESSAGES = bulkInsert(
  'issue_message',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['shape', 'bigint'],
    ['text', 'text'],
    ['seen_day', 'bigint'],
  ],
  `ON CONFLICT (org_id, issue_id, shape) DO UPDATE SET seen_day = excluded.seen_day
    WHERE issue_message.seen_day < excluded.seen_day`,
)

/** Keeps, within bounds, what issues no longer have room for: hardly any batch has some. Lock the issues before. */
export async function writeMessages(
  tx: BatchTransaction,
  said: NewDescriptions,
  orgOf: (issueId: number) => number,
): Promise<void> {
  const ids = [...said].filter(([, { gone = [] }]) => gone.length > 0).map(([id]) => id)
  if (ids.length === 0) return
  const counts = await countMessages(tx, ids, orgOf)
  const day = epochDay(tx.now)
  const rows: unknown[][] = []
  for (const id of ids.sort((a, b) => a - b)) {
    const room = MOST_MESSAGES - (counts.get(id) ?? 0)
    const byShape = new Map(said.get(id)!.gone!.map((text) => [shortHash(shapeOf(text)), text]))
    for (const [shape, text] of [...byShape].slice(0, Math.max(0, room)))
      rows.push([orgOf(id), id, shape, text, day])
  }
  await bulkWrite(tx, UPSERT_MESSAGES, rows)
}

async function countMessages(
  tx: BatchTransaction,
  issueIds: readonly number[],
  orgOf: (issueId: number) => number,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const [orgId, ids] of Map.groupBy(issueIds, orgOf)) {
    const rows = await tx.db
      .selectFrom('issue_message')
      .select(['issue_id', (eb) => eb.fn.countAll<number>().as('messages')])
      .where('org_id', '=', orgId)
      .where('issue_id', 'in', ids)
      .groupBy('issue_id')
      .execute()
    for (const row of rows) counts.set(row.issue_id, row.messages)
  }
  return counts
}
