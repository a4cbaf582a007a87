import { Lru } from '#platform/lru.ts'

export interface RefusedAttempt {
  at: number
  status: number
  code: string
  message: string
  path: string
  userAgent: string
}

const SHOWN = 20
/** Anybody can send to a project's path with a key of their own making: those may not crowd out the others. */
const SHOWN_OF_STRANGERS = 10
const MAX_PROJECTS = 1000
const MAX_TEXT_CHARS = 200

interface Attempts {
  /** Oldest first. */
  last: RefusedAttempt[]
  counts: Map<string, number>
}

/** In memory: gone with the process, and with 1,000 other projects. Strangers' are kept apart, so that
 * attempts at many projects drop none that came with a key. */
export class RefusedAttempts {
  readonly #ofKeys = new Lru<number, Attempts>(MAX_PROJECTS)
  readonly #ofStrangers = new Lru<number, Attempts>(MAX_PROJECTS)

  /** @param hasKey it came with a key of the project; else only the path names the project. */
  note(projectId: number, attempt: RefusedAttempt, hasKey: boolean): void {
    const kept = hasKey ? this.#ofKeys : this.#ofStrangers
    const project: Attempts = kept.get(projectId) ?? { last: [], counts: new Map() }
    const path = attempt.path.slice(0, MAX_TEXT_CHARS)
    const userAgent = attempt.userAgent.slice(0, MAX_TEXT_CHARS)
    project.last.push({ ...attempt, path, userAgent })
    if (project.last.length > (hasKey ? SHOWN : SHOWN_OF_STRANGERS)) project.last.shift()
    project.counts.set(attempt.code, (project.counts.get(attempt.code) ?? 0) + 1)
    kept.set(projectId, project)
  }

  /** The newest attempts at a project, newest first, at most 20; of strangers at most 10 of these. */
  newest(projectId: number): RefusedAttempt[] {
    const lists = [this.#ofStrangers.get(projectId), this.#ofKeys.get(projectId)]
    // Reversed first: the sort keeps the order of those of the same millisecond.
    const attempts = lists.flatMap((kept) => kept?.last ?? []).reverse()
    return attempts.sort((a, b) => b.at - a.at).slice(0, SHOWN)
  }

  counts(projectId: number): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const kept of [this.#ofKeys, this.#ofStrangers]) {
      for (const [code, count] of kept.get(projectId)?.counts ?? [])
        counts[code] = (counts[code] ?? 0) + count
    }
    return counts
  }
}
