import type { DecidingRule, GroupingResult, NormalisedEvent } from '../../event/event.ts'
import type { JsonObject } from '../../json/json.ts'
import { normaliseTags } from '../../normalise/tags.ts'
import { type ExplainedGrouping, explainGrouping, groupEvent } from '../v1/fingerprint.ts'
import { decidingRule, type ReadyRules } from './match-rules.ts'

type GroupedEvent = Pick<NormalisedEvent, 'payload' | 'platform'>

/** The event as if the SDK had sent the rule's fingerprint, in place of what it sent. Shares everything else. */
function underRule(event: JsonObject, rule: Pick<DecidingRule, 'fingerprint'> | undefined): JsonObject {
  return rule === undefined ? event : { ...event, fingerprint: [...rule.fingerprint] }
}

/** An event as sent, under the rule that decides for it. Tags come in many shapes, and rules look at what is made of them. */
export function sentUnderRules(event: JsonObject, rules: ReadyRules): JsonObject {
  const read = { ...event }
  normaliseTags(read)
  return underRule(read, decidingRule(read, rules))
}

/** Keys of an event by the first rule of its project that matches, by default without one. */
export function groupByRules(event: GroupedEvent, rules: ReadyRules | undefined): GroupingResult {
  return groupAgain(event, rules && ruleOf(event.payload, rules))
}

/** Keys of an event by the rule that is known to have decided, whatever rules there are now. */
export function groupAgain(
  { payload, platform }: GroupedEvent,
  rule: DecidingRule | undefined,
): GroupingResult {
  const result = groupEvent({ payload: underRule(payload, rule), platform })
  return withRule(result, rule)
}

export function explainAgain(
  { payload, platform }: GroupedEvent,
  rule: DecidingRule | undefined,
): ExplainedGrouping {
  const explained = explainGrouping({ payload: underRule(payload, rule), platform })
  return withRule(explained, rule)
}

/** The rule that decides for an event like this one, as it is stored with it. */
export function ruleOf(event: JsonObject, rules: ReadyRules): DecidingRule | undefined {
  const rule = decidingRule(event, rules)
  return rule && { text: rule.text, fingerprint: rule.fingerprint }
}

/** A checksum counts before any fingerprint. */
function withRule<Result extends GroupingResult>(result: Result, rule: DecidingRule | undefined): Result {
  return rule === undefined || result.method === 'checksum' ? result : { ...result, rule }
}
