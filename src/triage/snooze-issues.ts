import type { SnoozeMode } from '#contract/vocabulary.ts'
import { beginHold } from '#domain/snooze.ts'
import { insertActivity } from '#storage/issue-activity.ts'
import { type ClaimedIssue, updateIssues } from '#storage/issue-change.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { Actor } from './triage-deps.ts'

/** Which hold is begun, by whom, and when (epoch ms). */
export interface Snooze {
  mode: SnoozeMode
  actor: Actor
  now: number
}

/**
 * Begins a hold on each of the issues that the transaction has claimed, in place of one that may be active, and
 * notes it in their activity; their status stays. Issues that get the same hold are written together.
 */
export async function snoozeIssues(
  scope: OrgScope,
  issues: readonly ClaimedIssue[],
  { mode, actor, now }: Snooze,
): Promise<void> {
  const held = issues.map((issue) => ({
    id: issue.id,
    hold: beginHold(mode, { eventCount: issue.event_count, uniqueUserCount: issue.unique_user_count, now }),
  }))
  for (const same of Map.groupBy(held, ({ hold }) => JSON.stringify(hold)).values()) {
    const { hold } = same[0]!
    const ids = same.map(({ id }) => id)
    await updateIssues(scope, ids, {
      snooze_until: hold.until,
      snooze_until_count: hold.untilCount,
      snooze_until_users: hold.untilUsers,
    })
  }
  await insertActivity(
    scope,
    held.map(({ id, hold }) => ({
      issue_id: id,
      at: now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      kind: 'snoozed',
      details: JSON.stringify({
        until: hold.until === null ? null : new Date(hold.until).toISOString(),
        until_count: hold.untilCount,
        until_users: hold.untilUsers,
      }),
    })),
  )
}
