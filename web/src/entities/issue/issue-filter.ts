import { OPERATORS, SEARCH_KEYS, TYPED_KEY } from '#contract/issue/query-value.ts'
import { OPEN_ISSUES } from '#contract/vocabulary.ts'
import type { IssueFilter } from '../../api/issues.ts'
import type { IssueSort, IssueWindow } from '../../api/wire.ts'
import { dropUnset, oneOf, text } from '../../url/router-search.ts'

export const WINDOWS = [
  { value: '24h', label: 'Last 24 hours', short: '24 hours' },
  { value: '7d', label: 'Last 7 days', short: '7 days' },
  { value: '14d', label: 'Last 14 days', short: '14 days' },
  { value: '30d', label: 'Last 30 days', short: '30 days' },
  { value: '90d', label: 'Last 90 days', short: '90 days' },
] as const satisfies { value: IssueWindow; label: string; short: string }[]

export const SORTS = [
  { value: 'last_seen_desc', label: 'Last seen' },
  { value: 'last_seen_asc', label: 'Least recently seen' },
  { value: 'first_seen_desc', label: 'Newest' },
  { value: 'first_seen_asc', label: 'Oldest' },
  { value: 'events_desc', label: 'Most events' },
  { value: 'events_asc', label: 'Fewest events' },
  { value: 'users_desc', label: 'Most users' },
  { value: 'users_asc', label: 'Fewest users' },
  { value: 'title_asc', label: 'Title' },
] as const satisfies { value: IssueSort; label: string }[]

/** Columns whose head sorts the list. */
export type SortColumn = 'title' | 'events' | 'users' | 'last_seen'

/** The order a column's head leads to: highest or latest first, then the other way round; titles from A only. */
export function nextSort(column: SortColumn, sort: IssueSort): IssueSort {
  if (column === 'title') return 'title_asc'
  return sort === `${column}_desc` ? `${column}_asc` : `${column}_desc`
}

/** `sort` for the URL: the default is left out. */
export function sortParam(sort: IssueSort): IssueSort | undefined {
  return sort === 'last_seen_desc' ? undefined : sort
}

/** Tabs are nothing but `is:` tokens: choosing one edits the search, and editing the search moves the tab. */
export const TABS = [
  { key: 'open', label: 'Open', tokens: OPEN_ISSUES },
  { key: 'regressions', label: 'Regressions', tokens: 'is:regression' },
  { key: 'snoozed', label: 'Snoozed', tokens: 'is:snoozed' },
  { key: 'ignored', label: 'Ignored', tokens: 'is:ignored' },
  { key: 'resolved', label: 'Resolved', tokens: 'is:resolved' },
  { key: 'all', label: 'All', tokens: '' },
] as const

export type IssueTab = (typeof TABS)[number]

/** The URL of the list; what is absent has its default, so that the plain `/issues` stays short. */
export interface IssuesSearch {
  project?: string
  q?: string
  window?: IssueWindow
  sort?: IssueSort
}

export function parseIssuesSearch(search: Record<string, unknown>): IssuesSearch {
  const windows = WINDOWS.map((choice) => choice.value)
  const sorts = SORTS.map((choice) => choice.value)
  return dropUnset<IssuesSearch>({
    project: text(search.project),
    q: text(search.q),
    window: oneOf(windows, search.window),
    sort: oneOf(sorts, search.sort),
  })
}

export function filterOf(search: IssuesSearch): IssueFilter {
  const filter = {
    q: search.q ?? TABS[0].tokens,
    window: search.window ?? '7d',
    sort: search.sort ?? 'last_seen_desc',
  } as const
  return search.project === undefined ? filter : { ...filter, project: search.project }
}

/**
 * Words and the blanks between them; the last match is empty. Quoted parts stay whole, `env:"my env"` and `"two \"words\""`: as for the
 * server, a quote opens at the beginning of a word or a value only. The one that is being typed is still open.
 */
export const WORDS = /\s+|(?:"(?:[^"\\]|\\.)*"?)?(?:[!([:,](?:"(?:[^"\\]|\\.)*"?)?|[^\s!([:,])*/g

/** The terms of a text and the blanks between them. A group in parentheses that are closed stays whole. */
export function partsOf(text: string): string[] {
  const words = text.match(WORDS)!.filter((word) => word !== '')
  const parts: string[] = []
  let depth = 0
  for (const word of words) {
    parts.push(depth > 0 ? parts.pop() + word : word)
    if (depth > 0 || isGroup(word)) depth += nestingOf(word)
  }
  return depth > 0 ? words : parts
}

export const isGroup = (part: string): boolean => /^!?\(/.test(part)

/** Parentheses that a text opens, less those that it closes. */
export function nestingOf(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"?/g, '')
  return bare.split('(').length - bare.split(')').length
}

export function tokensOf(q: string): string[] {
  return partsOf(q).filter((part) => part.trim())
}

/** What a search asks for at once, ready for further terms: with an OR between its terms it is a group. */
export function termsOf(q: string): string[] {
  const tokens = tokensOf(q)
  const inner = tokens.slice(1, -1)
  if (inner.includes('OR')) return [`(${q.trim()})`]
  // At an end it is a word.
  return tokens.flatMap((token, at) => (OPERATORS.has(token) ? (inner[at - 1] ? [] : `"${token}"`) : token))
}

const isStatusToken = (token: string): boolean => /^!?is:/i.test(token)

/** The search without its `is:` tokens. */
export function withoutStatus(q: string): string {
  return termsOf(q)
    .filter((token) => !isStatusToken(token))
    .join(' ')
}

/** The search a tab stands for: its tokens before everything of `q` that says nothing about the status. */
export function withTab(q: string, tab: { tokens: string }): string {
  return [tab.tokens, withoutStatus(q)].filter((part) => part !== '').join(' ')
}

/** The tab whose `is:` tokens a search has, in any order; `undefined` if it has some of its own. */
export function tabOf(q: string): IssueTab | undefined {
  const statusTokens = termsOf(q).filter(isStatusToken).sort().join(' ')
  return TABS.find((tab) => tokensOf(tab.tokens).sort().join(' ') === statusTokens)
}

/** `q` for the URL: the default is left out. */
export function searchOf(q: string): string | undefined {
  return q === TABS[0].tokens ? undefined : q
}

const EVENT_ID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i

/** Whether a token can be the ID of an event, in either spelling. */
export function isEventId(token: string): boolean {
  return EVENT_ID.test(token)
}

/** Whether a search may be answered by the issue of one event, whatever its other conditions. */
export function asksForEvent(q: string): boolean {
  return termsOf(q).some(isEventId)
}

const ANY_TAG = /^!?tags\[(?:"[^"]*"|[^\s"\]]+)\]:/i

/** Whether a token has a key that isn't a tag's. */
function hasKnownKey(token: string): boolean {
  return SEARCH_KEYS.has(TYPED_KEY.exec(token)?.[2]?.toLowerCase() ?? '')
}

/** A key and the rest of a token for drawing: `env:prod` → `env:`, `prod`; free text has no key. */
export function splitToken(token: string): { key: string; value: string } {
  const [key = ''] = TYPED_KEY.exec(token) ?? ANY_TAG.exec(token) ?? []
  const value = token.slice(key.length)
  // Addresses (`https://`) and names of code (`std::run`) have colons too.
  return !hasKnownKey(token) && /^(?::|\/\/)/.test(value) ? { key: '', value: token } : { key, value }
}

/** What begins as a group does, not as words of a message do. */
const OPEN_GROUP = / OR|\(!?[a-z_.]+:/

/**
 * A typed text as a search, without keys whose values are still to be typed. The colon in `TypeError: x is undefined`
 * is part of the message: such a word is left out only while it is the last one, and `isDone` says that it is whole.
 * Null while the search waits for the end of a group, or for what follows an operator.
 */
export function searchTyped(draft: string, isDone: boolean): string | null {
  const tokens = tokensOf(draft)
  const last = isDone || /\s$/.test(draft) ? -1 : tokens.length - 1
  const typed = tokens
    .filter((token, index) => splitToken(token).value !== '' || !(hasKnownKey(token) || index === last))
    .join(' ')
  const waits = / (OR|AND)$/.test(typed) || (nestingOf(typed) > 0 && OPEN_GROUP.test(typed))
  return waits && !isDone ? null : typed
}
