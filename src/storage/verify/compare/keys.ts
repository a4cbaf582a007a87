import { LIMITS } from '#contract/limits.ts'
import { OVERFLOW_FINGERPRINT } from '../../batch/overflow-issue.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts } from '../issue-facts.ts'
import type { ComparedEvent } from './event.ts'

/** The first known key leads to the event's issue, and its user is among that issue's. */
export async function compareKeys(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  events: readonly ComparedEvent[],
): Promise<Difference[]> {
  if (events.length === 0) return []
  const issueOfKey = await knownKeys(scope, events)
  const people = await knownPeople(scope, events)
  return events.flatMap(({ row, event }) => {
    const { issue } = facts.get(row.issue_id)!
    const subject = `issue ${issue.uid}`
    const found: Difference[] = []
    const leadsTo = event.keys
      .map((key) => issueOfKey.get(`${row.project_id}:${key}`))
      .find((id) => id !== undefined)
    const isGrouped = event.keys.length > 0 && issue.fingerprint !== OVERFLOW_FINGERPRINT
    if (isGrouped && leadsTo !== row.issue_id && !wasRetried(row)) {
      const next = leadsTo === undefined ? 'a new issue' : `issue ${facts.get(leadsTo)?.issue.uid ?? leadsTo}`
      const message = `by the keys of event row ${row.seq}, the next such event would go to ${next}`
      found.push({ check: 'event.fingerprint', subject, message })
    }
    const isCounted = issue.unique_user_count < LIMITS.countedUsers
    const isNamed = isCounted && event.userHash !== null && (row.user_id !== null || !wasRetried(row))
    if (isNamed && !people.has(`${row.issue_id}:${event.userHash!.toString('hex')}`)) {
      const message = `the user of event row ${row.seq} is not among its users`
      found.push({ check: 'user.missing', subject, message })
    }
    return found
  })
}

/** A retried dead letter stays in the issue it was counted in, at the time it was received, whatever its keys say. */
function wasRetried({ occurred_at, received_at }: ComparedEvent['row']): boolean {
  return occurred_at === received_at
}

async function knownKeys(scope: OrgScope, events: readonly ComparedEvent[]): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for (const [projectId, group] of Map.groupBy(events, ({ row }) => row.project_id)) {
    const keys = [...new Set(group.flatMap(({ event }) => event.keys))]
    if (keys.length === 0) continue
    const rows = await scope.db
      .selectFrom('issue_fingerprint')
      .select(['fingerprint', 'issue_id'])
      .where('org_id', '=', scope.orgId)
      .where('project_id', '=', projectId)
      .where('fingerprint', 'in', keys)
      .execute()
    for (const { fingerprint, issue_id } of rows) known.set(`${projectId}:${fingerprint}`, issue_id)
  }
  return known
}

async function knownPeople(scope: OrgScope, events: readonly ComparedEvent[]): Promise<Set<string>> {
  const hashes = new Map<string, Buffer>()
  for (const { event } of events)
    if (event.userHash) hashes.set(event.userHash.toString('hex'), event.userHash)
  if (hashes.size === 0) return new Set()
  const rows = await scope.db
    .selectFrom('issue_user')
    .select(['issue_id', 'user_hash'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', [...new Set(events.map(({ row }) => row.issue_id))])
    .where('user_hash', 'in', [...hashes.values()])
    .execute()
  return new Set(rows.map(({ issue_id, user_hash }) => `${issue_id}:${user_hash.toString('hex')}`))
}
