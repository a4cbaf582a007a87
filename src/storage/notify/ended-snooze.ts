import type { SnoozeEnd } from '#domain/issue/snooze.ts'
import { type NewsItem, newsOf } from '#domain/notify/news.ts'
import type { OrgScope } from '../engine/scope.ts'
import { latestStateLines } from '../issue/activity.ts'
import { insertNotice } from './notice.ts'

/**
 * Notes that snoozes of issues (row keys) ended by themselves, for the members who set them and those the issues are
 * assigned to. Run it in the transaction that ends them.
 */
export async function tellEndedSnoozes(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  ended: ReadonlyMap<number, SnoozeEnd>,
  now: number,
): Promise<void> {
  if (ended.size === 0) return
  const ids = [...ended.keys()]
  const issues = await scope.db
    .selectFrom('issue')
    .select(['id', 'project_id', 'assignee_id'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
  const lines = await latestStateLines(scope, ids, ['snoozed'])
  const setBy = new Map(
    lines.map(({ issue_id: id, actor_kind: kind, actor_id: by }) => [id, kind === 'user' ? by : null]),
  )
  const told = issues.flatMap(({ id, project_id: projectId, assignee_id: assignee }) => {
    const item: NewsItem = { kind: 'snooze_ended', projectId, issueId: id, at: now, note: ended.get(id)! }
    const members = new Set([assignee, setBy.get(id)].filter((member) => typeof member === 'string'))
    return [...members].map((to) => ({ to, item }))
  })
  for (const [to, ofOne] of Map.groupBy(told, (one) => one.to)) {
    const items = ofOne.map(({ item }) => item)
    await insertNotice(scope, newsOf(items, [to]), now)
  }
}
