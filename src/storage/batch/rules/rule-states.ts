import type { RuleBook } from '#domain/alert/rule-book.ts'
import { RuleState } from '#domain/alert/rule-state.ts'
import { bulkInsert, bulkWrite } from '../../engine/bulk-write.ts'
import type { BatchTransaction } from '../batch.ts'
import type { IssueRow } from '../update-issues.ts'
import type { ActiveRule } from './project-rules.ts'

const UPSERT_STATES = bulkInsert(
  'issue_rule_state',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['state', 'text'],
    ['expires_at', 'bigint'],
  ],
  `ON CONFLICT (org_id, issue_id) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at`,
)

export interface CountedIssue {
  issue: IssueRow
  book: RuleBook<ActiveRule>
  /** Time of its latest record in the batch, epoch ms. */
  lastAt: number
}

/** What was counted, by issue: nothing for those in `created`, which the batch began. */
export async function readRuleStates(
  tx: BatchTransaction,
  issues: readonly CountedIssue[],
  created: ReadonlySet<number>,
): Promise<Map<number, RuleState<ActiveRule>>> {
  const ids = issues.map(({ issue }) => issue.id).filter((id) => !created.has(id))
  const texts = await readTexts(tx, [...new Set(issues.map(({ issue }) => issue.org_id))], ids)
  return new Map(issues.map(({ issue, book }) => [issue.id, new RuleState(book, texts.get(issue.id))]))
}

async function readTexts(
  tx: BatchTransaction,
  orgIds: number[],
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('issue_rule_state')
    .select(['issue_id', 'state'])
    .where('org_id', 'in', orgIds)
    .where('issue_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ issue_id, state }) => [issue_id, state]))
}

export async function writeRuleStates(
  tx: BatchTransaction,
  issues: readonly CountedIssue[],
  states: ReadonlyMap<number, RuleState<ActiveRule>>,
): Promise<void> {
  const rows: unknown[][] = []
  for (const { issue, lastAt } of issues) {
    const written = states.get(issue.id)!.write(lastAt)
    if (written) rows.push([issue.org_id, issue.id, written.text, written.expiresAt])
  }
  await bulkWrite(tx, UPSERT_STATES, rows)
}
