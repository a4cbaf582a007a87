import type { IssueStatus, IssueSummary } from '../src/api/wire.ts'
import { issueFits } from '../src/entities/issue/issue-fits.ts'

/** How one request goes: answered, refused for now or for good, lost on the way there, or lost on the way back. */
export interface Fate {
  kind: 'answered' | 'refused' | 'conflict' | 'lost' | 'answer lost'
  delayMs: number
}

type Change = Partial<Pick<IssueSummary, 'status' | 'resolved_in_release' | 'snoozed' | 'snooze_until_count'>>

const NO_HOLD = { snoozed: false, snooze_until: null, snooze_until_count: null, snooze_until_users: null }

function newIssue(id: string): IssueSummary {
  const issue = { id, project_id: 'p', title: id, status: 'unresolved', event_count: 1, unique_user_count: 1 }
  return { ...issue, ...NO_HOLD, resolved_in_release: null, assignee: null } as IssueSummary
}

interface PatchBody {
  status?: IssueStatus | 'snooze'
  resolved_in_release?: string
  mode?: string
  change_id?: string
}

/** The part of the API that triage uses, in memory, answering as it is told to. */
export class ModelServer {
  readonly issues = new Map<string, IssueSummary>()
  /** Fates of the requests to come; the rest is answered at once. */
  fates: Fate[] = []
  requests: string[] = []
  /** Nothing arrives. */
  offline = false
  /** The session has ended: nothing is done. */
  signedOut = false
  onChange: (id: string) => void = () => undefined
  /** The latest change of each issue, and what the issue was before it. */
  readonly #last = new Map<string, { name: string; before: IssueSummary }>()

  constructor(count: number) {
    for (let index = 0; index < count; index += 1) this.add(`issue-${String(index).padStart(3, '0')}`)
  }

  add(id: string): void {
    this.issues.set(id, newIssue(id))
    this.onChange(id)
  }

  change(id: string, change: Change): void {
    const issue = this.issues.get(id)
    if (!issue) return
    this.#last.delete(id)
    this.issues.set(id, { ...issue, ...NO_HOLD, ...change })
    this.onChange(id)
  }

  remove(id: string): void {
    this.issues.delete(id)
    this.onChange(id)
  }

  /** Ids and statuses of what a search matches, in its order. */
  matching(q: string): IssueSummary[] {
    return [...this.issues.values()]
      .filter((issue) => issueFits(q, issue))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Stands in for `fetch`. */
  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    this.requests.push(`${method} ${path}`)
    const { kind, delayMs } = this.fates.shift() ?? { kind: 'answered', delayMs: 0 }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    init.signal?.throwIfAborted()
    if (kind === 'lost' || this.offline) throw new TypeError('Failed to fetch')
    if (this.signedOut)
      return Response.json({ error: 'unauthenticated', message: 'Sign in.' }, { status: 401 })
    if (kind === 'refused') return Response.json({ error: 'internal', message: 'No.' }, { status: 500 })
    if (kind === 'conflict') return Response.json({ error: 'conflict', message: 'No.' }, { status: 409 })
    const response = this.#answer(method, new URL(path, 'http://model'), init)
    if (kind === 'answer lost') throw new TypeError('Failed to fetch')
    // The way back takes its time as well: what is read may be old when it arrives.
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return response
  }

  #answer(method: string, url: URL, init: RequestInit): Response {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const id = url.pathname.split('/')[4]
    if (method === 'GET' && id === undefined) return Response.json(this.#page(url.searchParams))
    if (method === 'PATCH' && id === 'bulk') {
      if (body.action === 'undo') {
        const undone = body.ids.filter((each: string) => this.#undo(each, body.change_id))
        return Response.json({ updated: undone.length })
      }
      for (const each of body.ids) this.#patch(each, { status: body.action, ...body })
      return Response.json({ updated: body.ids.length })
    }
    const known = this.issues.get(id ?? '')
    if (!known) return Response.json({ error: 'not_found', message: 'Gone.' }, { status: 404 })
    if (method !== 'GET') this.#patch(known.id, body)
    return Response.json(this.issues.get(known.id))
  }

  #undo(id: string, name: string): boolean {
    const last = this.#last.get(id)
    if (last?.name !== name) return false
    this.issues.set(id, last.before)
    this.#last.delete(id)
    this.onChange(id)
    return true
  }

  #patch(id: string, body: PatchBody): void {
    const before = this.issues.get(id)
    if (body.mode !== undefined) this.change(id, { snoozed: true, snooze_until_count: 101 })
    else if (body.status !== undefined && body.status !== 'snooze')
      this.change(id, { status: body.status, resolved_in_release: body.resolved_in_release || null })
    if (before && body.change_id !== undefined) this.#last.set(id, { name: body.change_id, before })
  }

  #page(params: URLSearchParams) {
    const all = this.matching(params.get('q') ?? '')
    const cursor = params.get('cursor') ?? ''
    const rest = all.filter((issue) => issue.id > cursor)
    const issues = rest.slice(0, Number(params.get('limit')))
    return {
      issues,
      total: all.length,
      next_cursor: rest.length > issues.length ? (issues.at(-1)?.id ?? null) : null,
    }
  }
}
