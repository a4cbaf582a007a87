import { Lru } from '#platform/lru.ts'

/** An attempt to send something that was refused. Nothing in it is a secret. */
export interface RefusedAttempt {
  /** Epoch ms. */
  at: number
  status: number
  code: string
  message: string
  /** Path of the request, without its query. */
  path: string
  userAgent: string
}

/** Most attempts that `newest` returns. */
const SHOWN = 20
/** Anybody can send to a project's path with a key of their own making: those may not crowd out the others. */
const SHOWN_OF_STRANGERS = 10
const MAX_PROJECTS = 1000
const MAX_TEXT_CHARS = 200

interface ProjectAttempts {
  /** Oldest first. */
  ofKeys: RefusedAttempt[]
  ofStrangers: RefusedAttempt[]
  counts: Map<string, number>
}

/** The last refused attempts of each project, in memory: gone with the process, and with 1,000 other projects. */
export class RefusedAttempts {
  readonly #projects = new Lru<number, ProjectAttempts>(MAX_PROJECTS)

  /**
   * Notes an attempt at a project (row key).
   * @param hasKey it came with a key of the project; else the project is known by the path alone.
   */
  note(projectId: number, attempt: RefusedAttempt, hasKey: boolean): void {
    const project = this.#projects.get(projectId) ?? newProject()
    const path = attempt.path.slice(0, MAX_TEXT_CHARS)
    const userAgent = attempt.userAgent.slice(0, MAX_TEXT_CHARS)
    const attempts = hasKey ? project.ofKeys : project.ofStrangers
    attempts.push({ ...attempt, path, userAgent })
    if (attempts.length > (hasKey ? SHOWN : SHOWN_OF_STRANGERS)) attempts.shift()
    project.counts.set(attempt.code, (project.counts.get(attempt.code) ?? 0) + 1)
    this.#projects.set(projectId, project)
  }

  /** The newest attempts at a project, newest first, at most 20. */
  newest(projectId: number): RefusedAttempt[] {
    const project = this.#projects.get(projectId)
    if (!project) return []
    // Reversed first: the sort keeps the order of those of the same millisecond.
    const attempts = [...project.ofStrangers, ...project.ofKeys].reverse()
    return attempts.sort((a, b) => b.at - a.at).slice(0, SHOWN)
  }

  /** How many attempts at a project were refused, by error code. */
  counts(projectId: number): Record<string, number> {
    return Object.fromEntries(this.#projects.get(projectId)?.counts ?? [])
  }
}

function newProject(): ProjectAttempts {
  return { ofKeys: [], ofStrangers: [], counts: new Map() }
}
