import type { NewsKind } from '#contract/vocabulary.ts'
import { type NewsItem, newsOf } from '#domain/notify/news.ts'
import { tellEndedSnoozes } from '../notify/ended-snooze.ts'
import { insertNotice } from '../notify/notice.ts'
import { orgsThatAsk } from '../notify/preference.ts'
import type { BatchTransaction } from './batch.ts'
import type { Transitions } from './tell-webhooks.ts'

/**
 * At most one row per organization, none if nobody asks: its recipients are found later, off the event path. Ended
 * snoozes, which are rare, have one per member concerned.
 */
export async function tellPeople(
  tx: BatchTransaction,
  { rows, created, regressed, unsnoozed, fired }: Transitions,
): Promise<void> {
  const ended = Map.groupBy(unsnoozed, ([issueId]) => rows.get(issueId)!.org_id)
  for (const [orgId, ofOrg] of ended) await tellEndedSnoozes({ db: tx.db, orgId }, new Map(ofOrg), tx.now)
  const told = [
    ...[...created].map((issueId) => ({ issueId, kind: 'issue_created' as const })),
    ...[...regressed].map(([issueId, { note }]) => ({ issueId, kind: 'regression' as const, note })),
    ...fired.map(({ issueId, rule, details }) => ({
      issueId,
      kind: 'rule_fired' as const,
      note: `${rule.name}: ${details.reason}`,
      measure: {
        events: details.event_count,
        users: details.user_count,
        windowMinutes: details.rule.window_minutes,
      },
    })),
  ]
  if (told.length === 0) return
  const byOrg = Map.groupBy(told, ({ issueId }) => rows.get(issueId)!.org_id)
  const asking = await orgsThatAsk(tx.db, [...byOrg.keys()], [...new Set(told.map(({ kind }) => kind))])
  for (const orgId of asking) {
    const items = byOrg.get(orgId)!.map(
      (one): NewsItem => ({
        ...one,
        kind: one.kind satisfies NewsKind,
        projectId: rows.get(one.issueId)!.project_id,
        at: tx.now,
      }),
    )
    await insertNotice({ db: tx.db, orgId }, newsOf(items), tx.now)
  }
}
