import type { QueryClient } from '@tanstack/react-query'
import { type News, TOPICS, type Topic, topicsOf } from './live-reads.ts'
import type { LiveMessage } from './live-updates.ts'

/** A burst of messages is one read. */
const FIRST_MS = 50

const noNews = (): News => ({ issues: new Set(), projects: new Set(), unnamed: new Set(), missedAt: 0 })

function note(news: News, message: LiveMessage): void {
  if (message.kind === 'again') news.missedAt = Date.now()
  else if (message.project_id !== null) news.projects.add(message.project_id)
  if (message.kind === 'issue') news.issues.add(message.issue_id)
  if (message.kind === 'many') news.unnamed.add(message.project_id)
}

/** Reads one topic again, at the pace it allows; what it notes meanwhile is forgotten with each read. */
class Reader {
  readonly #queryClient: QueryClient
  readonly #topic: Topic
  #news = noNews()
  #readAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(queryClient: QueryClient, topic: Topic) {
    this.#queryClient = queryClient
    this.#topic = topic
  }

  hear(message: LiveMessage): void {
    note(this.#news, message)
    const { restMs } = this.#topic
    const delay = restMs === 0 ? 0 : Math.max(FIRST_MS, this.#readAt + restMs - Date.now())
    this.#timer ??= setTimeout(() => this.#read(), delay)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #read(): void {
    const news = this.#news
    const { touches, recentMs = 0 } = this.#topic
    // Messages may have been missed; data that was read just before still counts as fresh.
    const onlyMissed = news.issues.size + news.projects.size === 0
    const since = onlyMissed && recentMs > 0 ? news.missedAt - recentMs : Number.POSITIVE_INFINITY
    this.#timer = undefined
    this.#news = noNews()
    this.#readAt = Date.now()
    void this.#queryClient.invalidateQueries({
      predicate: (query) => query.state.dataUpdatedAt <= since && touches(query, news, this.#queryClient),
    })
  }
}

/** Reads what the messages of the live connection touch (`live-reads.ts`). */
export class ReadAgain {
  readonly #readers: ReadonlyMap<string, Reader>

  constructor(queryClient: QueryClient) {
    this.#readers = new Map(
      Object.entries(TOPICS).map(([name, topic]) => [name, new Reader(queryClient, topic)]),
    )
  }

  hear(message: LiveMessage): void {
    for (const name of topicsOf(message)) this.#readers.get(name)?.hear(message)
  }

  stop(): void {
    for (const reader of this.#readers.values()) reader.stop()
  }
}
