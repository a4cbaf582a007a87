import type { NewsKind } from '#contract/vocabulary.ts'
import { filterNews, type LetterNews, type News } from './news.ts'
import type { QuietHours } from './quiet-hours.ts'

export interface NotificationPreferences extends QuietHours {
  kinds: Record<NewsKind, boolean>
  /** Epoch ms; null: not muted. */
  mutedUntil: number | null
  mutedProjects: number[]
  /** When the next weekly digest is due, epoch ms; null: none. */
  digestAt: number | null
}

/** Defaults for members who have chosen nothing. The reasons are in docs/decisions/0081. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  kinds: {
    assigned: true,
    mentioned: true,
    snooze_ended: true,
    issue_created: false,
    regression: false,
    rule_fired: false,
  },
  timeZone: 'UTC',
  quiet: null,
  mutedUntil: null,
  mutedProjects: [],
  digestAt: null,
}

export function wantedNews(preferences: NotificationPreferences, news: News, now: number): LetterNews {
  const { kinds, mutedUntil, mutedProjects } = preferences
  if (mutedUntil !== null && mutedUntil > now) return { items: [], counts: {} }
  const muted = new Set(mutedProjects)
  return filterNews(
    news,
    ({ kind, projectId }) => kinds[kind] && (news.to !== undefined || !muted.has(projectId)),
  )
}
