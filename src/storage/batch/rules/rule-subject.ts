import type { IssueStatus } from '#contract/vocabulary.ts'
import type { AskedParts } from '#domain/alert/rule-book.ts'
import { RULE_TEXT_CHARS, type RuleSubject } from '#domain/alert/rule-query.ts'
import type { PlacedItem, StoredItem } from '../batch.ts'
import type { IssueRow } from '../update-issues.ts'

export function ruleSubject(
  { item, level, environment, release }: PlacedItem,
  issue: IssueRow,
  issueStatus: IssueStatus,
): RuleSubject {
  let text: string | undefined
  const isStored = item.kind === 'stored'
  return {
    level,
    environment,
    release,
    email: isStored ? item.event.user.email : undefined,
    browser: isStored ? item.event.browserName : undefined,
    os: isStored ? item.event.osName : undefined,
    user: () => item.userHash,
    text: () => {
      text ??= (isStored ? item.event.words : issue.search_text).slice(0, RULE_TEXT_CHARS)
      return text
    },
    tag: (name) => (isStored ? tagOf(item, name) : undefined),
    issueStatus,
    isAssigned: issue.assignee_id !== null,
  }
}

export function areAlike(one: PlacedItem, other: PlacedItem, asked: AskedParts): boolean {
  if (asked.level && one.level !== other.level) return false
  if (asked.environment && one.environment !== other.environment) return false
  if (asked.release && one.release !== other.release) return false
  const [{ item }, { item: known }] = [one, other]
  if (asked.user && !isSameUser(item.userHash, known.userHash)) return false
  if (item.kind !== 'stored' || known.kind !== 'stored') return item.kind === known.kind
  if (asked.email && item.event.user.email !== known.event.user.email) return false
  if (asked.browser && item.event.browserName !== known.event.browserName) return false
  if (asked.os && item.event.osName !== known.event.osName) return false
  if (asked.text && item.event.words !== known.event.words) return false
  return asked.tags.every((name) => tagOf(item, name) === tagOf(known, name))
}

function isSameUser(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** The search finds an event by these and no others. */
function tagOf({ event }: StoredItem, name: string): string | null {
  return event.searchedTags.find(([key]) => key === name)?.[1] ?? null
}
