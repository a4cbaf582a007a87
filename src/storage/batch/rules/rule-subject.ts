import type { IssueStatus } from '#contract/vocabulary.ts'
import { RULE_TEXT_CHARS, type RuleSubject } from '#domain/alert/rule-query.ts'
import { isJsonObject, type JsonObject } from '#domain/json/json.ts'
import type { PlacedItem, StoredItem } from '../batch.ts'
import type { IssueRow } from '../update-issues.ts'

/** What the rules see of a record. Of a counted-only one the text is that of its issue. */
export function ruleSubject(
  { item, level, environment, release }: PlacedItem,
  issue: IssueRow,
  issueStatus: IssueStatus,
): RuleSubject {
  let text: string | undefined
  let tags: JsonObject | undefined
  const isStored = item.kind === 'stored'
  return {
    level,
    environment,
    release,
    email: isStored ? item.event.user.email : undefined,
    text: () => {
      text ??= (isStored ? item.event.words : issue.search_text).slice(0, RULE_TEXT_CHARS)
      return text
    },
    tag: (name) => {
      if (!isStored) return undefined
      tags ??= tagsOf(item)
      const value = Object.hasOwn(tags, name) ? tags[name] : null
      return typeof value === 'string' ? value : null
    },
    issueStatus,
    isAssigned: issue.assignee_id !== null,
  }
}

/** Tags are in the document alone, which is read only where a rule asks for them. */
function tagsOf({ document }: StoredItem): JsonObject {
  try {
    const { payload } = JSON.parse(document.toString('utf8')) as { payload: JsonObject }
    return isJsonObject(payload.tags) ? payload.tags : {}
  } catch {
    // One event must not hold up its lane.
    return {}
  }
}
