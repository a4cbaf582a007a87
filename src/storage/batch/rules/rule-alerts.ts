import { randomUUID } from 'node:crypto'
import type { AlertDetails } from '#contract/alert/alert.ts'
import { isoTime } from '#contract/time.ts'
import { firingReason, type RuleMeasure } from '#domain/alert/rule-threshold.ts'
import { jsonObjectOf } from '#domain/json/json.ts'
import { slicesOf } from '#platform/slices.ts'
import { bulkInsert, bulkWrite } from '../../engine/bulk-write.ts'
import type { BatchTransaction } from '../batch.ts'
import type { ActiveRule } from './project-rules.ts'

type FiredDetails = AlertDetails<'velocity_spike'>

export interface RuleFiring {
  orgId: number
  projectId: number
  issue: {
    id: number
    uid: string
    title: string
    firstSeenAt: number
    eventCount: number
    userCount: number
    release: string
    environment: string
  }
  rule: ActiveRule
  measure: RuleMeasure
}

const FIRES = { velocity: 'velocity_spike', custom: 'custom_rule' } as const

const UPSERT_ALERTS = bulkInsert(
  'alert',
  [
    ['uid', 'text'],
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['rule_id', 'text'],
    ['kind', 'text'],
    ['title', 'text'],
    ['details', 'text'],
    ['dedupe_key', 'text'],
    ['fired_at', 'bigint'],
  ],
  `ON CONFLICT (org_id, dedupe_key) DO UPDATE SET
     title = excluded.title, details = excluded.details, fired_at = excluded.fired_at, read_at = NULL`,
)

export interface FiredRule {
  orgId: number
  projectId: number
  issueId: number
  event: 'velocity_spike' | 'custom_rule'
  rule: { id: string; name: string }
  details: FiredDetails
}

/** One alert per rule and issue, with a count, unread again unless ignored. Lock the issues before. */
export async function raiseRuleAlerts(
  tx: BatchTransaction,
  firings: readonly RuleFiring[],
): Promise<FiredRule[]> {
  if (firings.length === 0) return []
  const known = await findAlerts(tx, firings)
  const raised = new Map<string, RaisedAlert>()
  const fired = firings.map((firing) => {
    const key = keyOf(firing)
    const details = detailsOf(tx.now, firing, raised.get(key)?.details ?? known.get(key))
    raised.set(key, { firing, details })
    return firedRule(firing, details)
  })
  const alerts = [...raised].sort(([a], [b]) => (a < b ? -1 : 1))
  await bulkWrite(
    tx,
    UPSERT_ALERTS,
    alerts.map(([key, alert]) => columnsOf(tx.now, key, alert)),
  )
  return fired
}

function firedRule({ orgId, projectId, issue, rule }: RuleFiring, details: FiredDetails): FiredRule {
  const { uid, name, kind } = rule
  return { orgId, projectId, issueId: issue.id, event: FIRES[kind], rule: { id: uid, name }, details }
}

interface RaisedAlert {
  firing: RuleFiring
  details: FiredDetails
}

const KEYS_PER_QUERY = 1000

async function findAlerts(
  tx: BatchTransaction,
  firings: readonly RuleFiring[],
): Promise<Map<string, FiredDetails>> {
  const found = new Map<string, FiredDetails>()
  for (const [orgId, ofOrg] of Map.groupBy(firings, (firing) => firing.orgId)) {
    const keys = [...new Set(ofOrg.map(keyOf))]
    for (const some of slicesOf(keys, KEYS_PER_QUERY)) {
      const rows = await tx.db
        .selectFrom('alert')
        .select(['dedupe_key', 'details'])
        .where('org_id', '=', orgId)
        .where('dedupe_key', 'in', some)
        .execute()
      for (const { dedupe_key, details } of rows) {
        const kept = jsonObjectOf(details)
        if (kept) found.set(dedupe_key!, kept as unknown as FiredDetails)
      }
    }
  }
  return found
}

function keyOf({ rule, issue }: RuleFiring): string {
  return `rule:${rule.uid}:${issue.uid}`
}

function detailsOf(now: number, firing: RuleFiring, before: FiredDetails | undefined): FiredDetails {
  const { rule, issue, measure } = firing
  const threshold = { type: rule.type, value: rule.value }
  return {
    reason: firingReason(rule, measure),
    rule: { name: rule.name, query: rule.query, window_minutes: rule.windowMinutes, threshold },
    event_count: measure.events,
    previous_event_count: rule.type === 'percent_increase' ? measure.previous : null,
    user_count: rule.type === 'users' ? measure.users : null,
    issue_event_count: issue.eventCount,
    issue_user_count: issue.userCount,
    issue_first_seen_at: isoTime(issue.firstSeenAt),
    release: issue.release,
    environment: issue.environment,
    times_fired: (before?.times_fired ?? 0) + 1,
    first_fired_at: before?.first_fired_at ?? isoTime(now),
  }
}

function columnsOf(now: number, key: string, { firing, details }: RaisedAlert): unknown[] {
  const { orgId, projectId, issue, rule } = firing
  return [
    randomUUID(),
    orgId,
    projectId,
    issue.id,
    rule.uid,
    FIRES[rule.kind],
    issue.title,
    JSON.stringify(details),
    key,
    now,
  ]
}
