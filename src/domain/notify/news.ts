import type { NewsKind } from '#contract/vocabulary.ts'
import { isJsonObject, jsonObjectOf } from '../json/json.ts'

/** One thing that happened to an issue. Texts are read when it is mailed, so that what is deleted by then is not. */
export interface NewsItem {
  kind: NewsKind
  projectId: number
  issueId: number
  at: number
  /** Who did it; absent: nobody. */
  by?: { kind: string; id: string | null }
  commentId?: string
  /** Why: in our own words, or a word that the letter has a sentence for. */
  note?: string
  /** What the rule that fired counted within its window. */
  measure?: RuleCount
}

/** What was counted within a window; users: null if the rule does not count them. */
export interface RuleCount {
  events: number
  users: number | null
  windowMinutes: number
}

interface NewsCount {
  projectId: number
  kind: NewsKind
  count: number
}

export interface News {
  /** User ids; absent: everyone who asks for it. */
  to?: string[]
  items: NewsItem[]
  counts: NewsCount[]
}

export interface LetterNews {
  items: NewsItem[]
  counts: Partial<Record<NewsKind, number>>
  /** Where it happened, row keys, the first `LETTER_PROJECTS` of each kind; absent in letters of earlier versions. */
  projects?: Partial<Record<NewsKind, number[]>>
}

/** A notice's news as stored; null if it can't be read. */
export function readNews(text: string): News | null {
  const news = jsonObjectOf(text)
  return Array.isArray(news?.items) && Array.isArray(news.counts) ? (news as unknown as News) : null
}

/** A letter's news as stored; null if it can't be read. */
export function readLetterNews(text: string): LetterNews | null {
  const news = jsonObjectOf(text)
  return Array.isArray(news?.items) && isJsonObject(news.counts) ? (news as unknown as LetterNews) : null
}

const NEWS_ITEMS = 50
const LETTER_ITEMS = 20
/** More projects than these are only known to be more. */
export const LETTER_PROJECTS = 20
const FOREMOST: readonly NewsKind[] = [
  'mentioned',
  'assigned',
  'regression',
  'rule_fired',
  'snooze_ended',
  'issue_created',
]

/** Adds up what happened, at a size that doesn't grow with it. */
export function newsOf(items: readonly NewsItem[], to?: string[]): News {
  const counts = new Map<string, NewsCount>()
  for (const { projectId, kind } of items) {
    const key = `${projectId} ${kind}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { projectId, kind, count: 1 })
  }
  return { ...(to && { to }), items: foremost(items, NEWS_ITEMS), counts: [...counts.values()] }
}

export function filterNews(
  news: News,
  isWanted: (one: Pick<NewsItem, 'kind' | 'projectId'>) => boolean,
): LetterNews {
  const counts: LetterNews['counts'] = {}
  const projects: LetterNews['projects'] = {}
  for (const entry of news.counts.filter(isWanted)) {
    const { kind, projectId, count } = entry
    counts[kind] = (counts[kind] ?? 0) + count
    projects[kind] = withProjects(projects[kind], [projectId])
  }
  return { items: news.items.filter(isWanted), counts, projects }
}

export function addNews(letter: LetterNews, more: LetterNews): LetterNews {
  const counts = { ...letter.counts }
  for (const [kind, count] of Object.entries(more.counts) as [NewsKind, number][]) {
    counts[kind] = (counts[kind] ?? 0) + count
  }
  const projects = { ...letter.projects }
  for (const [kind, ids] of Object.entries(more.projects ?? {}) as [NewsKind, number[]][]) {
    projects[kind] = withProjects(projects[kind], ids)
  }
  return { items: foremost([...letter.items, ...more.items], LETTER_ITEMS), counts, projects }
}

function withProjects(known: readonly number[] = [], more: readonly number[]): number[] {
  return [...new Set([...known, ...more])].slice(0, LETTER_PROJECTS)
}

export function countNews({ counts }: Pick<LetterNews, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** True for what can't wait for other news. */
export function isPersonal({ counts }: LetterNews): boolean {
  return (counts.assigned ?? 0) + (counts.mentioned ?? 0) > 0
}

function foremost(items: readonly NewsItem[], most: number): NewsItem[] {
  return items.length <= most ? [...items] : foremostFirst(items).slice(0, most)
}

/** What moves a reader most stands first. */
export function foremostFirst<Item extends { kind: NewsKind }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => FOREMOST.indexOf(a.kind) - FOREMOST.indexOf(b.kind))
}
