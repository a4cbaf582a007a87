import type { IssueStatus } from '#contract/vocabulary.ts'
import type { AskedParts } from '#domain/alert/rule-book.ts'
import { RULE_TEXT_CHARS, type RuleSubject } from '#domain/alert/rule-query.ts'
import { tagFoundBy } from '#domain/event/searched-tags.ts'
import { isJsonObject, type JsonObject } from '#domain/json/json.ts'
import type { PlacedItem, StoredItem } from '../batch.ts'
import type { IssueRow } from '../update-issues.ts'

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
      const found = tagFoundBy(item.event.searchedTags, name)
      if (found !== undefined) return found
      tags ??= tagsOf(item)
      const value = Object.hasOwn(tags, name) ? tags[name] : null
      return typeof value === 'string' ? value : null
    },
    issueStatus,
    isAssigned: issue.assignee_id !== null,
  }
}

export function areAlike(one: PlacedItem, other: PlacedItem, asked: AskedParts): boolean {
  if (asked.level && one.level !== other.level) return false
  if (asked.environment && one.environment !== other.environment) return false
  if (asked.release && one.release !== other.release) return false
  const [{ item }, { item: known }] = [one, other]
  if (item.kind !== 'stored' || known.kind !== 'stored') return item.kind === known.kind
  if (asked.email && item.event.user.email !== known.event.user.email) return false
  if (asked.text && item.event.words !== known.event.words) return false
  return asked.tags.every((name) => {
    const value = tagFoundBy(item.event.searchedTags, name)
    return value !== undefined && value === tagFoundBy(known.event.searchedTags, name)
  })
}

function tagsOf({ document }: StoredItem): JsonObject {
  try {
    const { payload } = JSON.parse(document.toString('utf8')) as { payload: JsonObject }
    return isJsonObject(payload.tags) ? payload.tags : {}
  } catch {
    // One event must not hold up its lane.
    return {}
  }
}
