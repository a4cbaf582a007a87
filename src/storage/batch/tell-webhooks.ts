import type { AlertDetails } from '#contract/alert/alert.ts'
import type { SnoozeEnd } from '#domain/issue/snooze.ts'
import type { NewTransition } from '../alert/outbox.ts'
import { insertTransitions } from '../alert/outbox.ts'
import type { BatchTransaction } from './batch.ts'
import type { FiredRule } from './rules/rule-alerts.ts'
import type { IssueRow } from './update-issues.ts'

export interface Transitions {
  rows: Map<number, IssueRow>
  created: ReadonlySet<number>
  /** Row keys, each with what made it a regression. */
  regressed: ReadonlyMap<number, AlertDetails<'regression'>>
  unsnoozed: ReadonlyMap<number, SnoozeEnd>
  fired: readonly FiredRule[]
}

export async function tellWebhooks(
  tx: BatchTransaction,
  { rows, created, regressed, fired }: Transitions,
): Promise<void> {
  if (created.size + regressed.size + fired.length === 0) return
  const common = (issueId: number) => ({
    issueId,
    projectId: rows.get(issueId)!.project_id,
    rule: null,
    occurredAt: tx.now,
  })
  const transitions: NewTransition[] = [
    ...[...created].map((id) => ({ ...common(id), event: 'issue_created' as const, details: {} })),
    ...[...regressed].map(([id, details]) => ({ ...common(id), event: 'regression' as const, details })),
    ...fired.map(({ issueId, event, rule, details }) => ({ ...common(issueId), event, rule, details })),
  ]
  const byOrg = Map.groupBy(transitions, ({ issueId }) => rows.get(issueId)!.org_id)
  for (const [orgId, ofOrg] of byOrg) await insertTransitions({ db: tx.db, orgId }, ofOrg)
}
