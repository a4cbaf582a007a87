import type { EventDetail } from '#contract/event/detail.ts'
import type { DecidingRule } from '#domain/event/event.ts'
import { groupAgain, ruleOf } from '#domain/grouping/rules/group-by-rules.ts'
import { rulesOf } from '#domain/grouping/rules/match-rules.ts'
import type { JsonObject } from '#domain/json/json.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { findIssueOfKeys } from '#storage/issue/same-key.ts'
import { readFingerprintRules } from '#storage/project/intake.ts'

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
  const rule = await ruleByMaps(scope, row, payload)
  const { keys } = groupAgain({ payload, platform: row.platform }, rule)
  if (keys[0] === row.document?.grouping?.keys[0]) return {}
  const found = await findIssueOfKeys(scope, row.project_id, keys)
  return found && found.id !== rootId ? { belongs_to: { issue_id: found.uid, title: found.title } } : {}
}

/** The rule that decided, unless rules look at frames, which are others now. */
async function ruleByMaps(
  scope: OrgScope,
  { project_id, document }: EventRow,
  payload: JsonObject,
): Promise<DecidingRule | undefined> {
  const text = await readFingerprintRules(scope, project_id)
  const rules = text === null ? null : rulesOf(text)
  return rules?.readsFrames ? ruleOf(payload, rules) : document?.grouping?.rule
}
