import type { NewsKind } from '#contract/vocabulary.ts'
import type { RuleCount } from './news.ts'

/** One thing that happened, with what its issue is like by now. */
export interface ToldItem {
  kind: NewsKind
  project: string
  title: string
  url: string
  level: string
  environment: string
  release: string
  events: number
  users: number
  firstSeenAt: number
  /** Who did it; null: nobody, or nobody who can be named. */
  by: string | null
  note: string | null
  comment: string | null
  measure: RuleCount | null
}

/** What a letter tells: some items in full, everything in numbers. */
export interface ToldNews {
  items: ToldItem[]
  counts: Partial<Record<NewsKind, number>>
  /** Names of the projects that it happened in, as far as they are known. */
  projects: string[]
  hasMoreProjects: boolean
}
