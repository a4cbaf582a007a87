import type { EventDetail } from '#contract/event/detail.ts'
import { groupAgain } from '#domain/grouping/rules/group-by-rules.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { findIssueOfKeys } from '#storage/issue/same-key.ts'

/**
 * The issue to which an event would belong had its source maps been there in time: an earlier release with maps began it.
 * Absent if that is its own. @param row with its frames resolved. @param rootId of the issue it is shown in.
 */
export async function issueByMaps(
  scope: OrgScope,
  row: EventRow,
  rootId: number,
): Promise<Pick<EventDetail, 'belongs_to'>> {
  const payload = row.document?.payload
  if (!payload) return {}
  const { keys } = groupAgain({ payload, platform: row.platform }, row.document?.grouping?.rule)
  if (keys[0] === row.document?.grouping?.keys[0]) return {}
  const found = await findIssueOfKeys(scope, row.project_id, keys)
  return found && found.id !== rootId ? { belongs_to: { issue_id: found.uid, title: found.title } } : {}
}
