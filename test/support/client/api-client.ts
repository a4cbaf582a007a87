import { setTimeout as sleep } from 'node:timers/promises'
import { DEADLINE_MS } from '../deadline.ts'
import { OWNER } from '../server/service.ts'

/** What the tests read of each resource; written from the interface, not from the code under test. */
export interface ProjectKey {
  id: string
  public_key: string
  secret_key?: string
  dsn: string
  sdk_dsn: string
  revoked_at: string | null
}

export interface Project {
  slug: string
  id: string
  name: string
  number: number
  keys: ProjectKey[]
}

export interface IssueSummary {
  id: string
  project_id: string
  fingerprint: string
  title: string
  culprit: string
  status: string
  level: string
  environment: string
  release: string
  event_count: number
  unique_user_count: number
  first_seen_at: string
  last_seen_at: string
}

export interface StackFrame {
  filename: string | null
  function: string | null
  lineno: number | null
  in_app: boolean | null
  context_line: string | null
  symbolication?: {
    status: string
    by: string | null
    map: string | null
    message: string
    command: string | null
  }
}

export interface Breadcrumb {
  timestamp: string | number | null
  category: string | null
  level: string | null
  message: string | null
}

export interface EventRecord {
  id: string
  issue_id: string
  occurred_at: string
  environment: string
  release: string
  platform: string
  user_id: string | null
  user_email: string | null
  payload_json: Record<string, unknown>
  stack_frames: StackFrame[]
  breadcrumbs: Breadcrumb[]
}

export interface EventPage {
  events: EventRecord[]
  total: number
  has_more: boolean
}

export interface Trend {
  issue_id: string
  buckets: { start: string; count: number }[]
}

export interface Timeline {
  issue_id: string
  event_count: number
  stored_event_count: number
  buckets: { start: string; count: number; stored: number }[]
}

export interface ApiAnswer<T> {
  status: number
  headers: Headers
  body: T
}

const ISSUES_PER_PAGE = 500
const TRENDS_PER_REQUEST = 200

/** A signed-in dashboard user, or the holder of an access token, over plain HTTP. */
export class ApiClient {
  readonly url: string
  #credential: Record<string, string> = {}

  constructor(url: string) {
    this.url = url
  }

  /** Signs in and keeps the session cookie for later requests. */
  async login(email: string = OWNER.email, password: string = OWNER.password): Promise<void> {
    const { status, headers } = await this.request('POST', '/api/v1/auth/login', { email, password })
    if (status !== 204) throw new Error(`login answered ${status}`)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    this.#credential = { cookie: cookies.join('; ') }
  }

  /** Sends these headers as its credential from now on, e.g. a cookie or `authorization`. */
  withCredential(headers: Record<string, string>): this {
    this.#credential = headers
    return this
  }

  /** One request; never throws on a status. The body is parsed if it is JSON. */
  async request<T = unknown>(method: string, path: string, body?: unknown): Promise<ApiAnswer<T>> {
    const headers: Record<string, string> = { ...this.#credential }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
  }

  async get<T>(path: string): Promise<T> {
    return bodyOf(await this.request<T>('GET', path), path)
  }

  async createProject(name = 'shop', settings: Record<string, unknown> = {}): Promise<Project> {
    return this.#post('/api/v1/projects', { name, ...settings })
  }

  /** Every issue of a project whose last event is at most 90 days old, all pages. */
  async allIssues(projectId: string): Promise<IssueSummary[]> {
    const issues: IssueSummary[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = new URLSearchParams({
        project_id: projectId,
        window: '90d',
        limit: String(ISSUES_PER_PAGE),
      })
      if (cursor) query.set('cursor', cursor)
      const page: { issues: IssueSummary[]; next_cursor: string | null } = await this.get(
        `/api/v1/issues?${query}`,
      )
      issues.push(...page.issues)
      cursor = page.next_cursor
    }
    return issues
  }

  async events(issueId: string, query: Record<string, string> = {}): Promise<EventPage> {
    return this.get(`/api/v1/issues/${issueId}/events?${new URLSearchParams(query)}`)
  }

  async timeline(issueId: string, window: string): Promise<Timeline> {
    return this.get(`/api/v1/issues/${issueId}/timeline?window=${window}`)
  }

  /** Trends of any number of issues, asked in the portions the interface allows. */
  async trends(issueIds: string[], window: string): Promise<Trend[]> {
    const trends: Trend[] = []
    for (let at = 0; at < issueIds.length; at += TRENDS_PER_REQUEST) {
      const body = { issue_ids: issueIds.slice(at, at + TRENDS_PER_REQUEST), window }
      const page = await this.#post<{ trends: Trend[] }>('/api/v1/issues/trends', body)
      trends.push(...page.trends)
    }
    return trends
  }

  /** Waits until the issues of a project count `events` in sum; returns them. Throws at the deadline. */
  async untilCounted(projectId: string, events: number, deadlineMs = DEADLINE_MS): Promise<IssueSummary[]> {
    const deadline = Date.now() + deadlineMs
    for (;;) {
      const issues = await this.allIssues(projectId)
      const counted = sumOfEvents(issues)
      if (counted >= events) return issues
      if (Date.now() > deadline) throw new Error(`only ${counted} of ${events} events were queryable in time`)
      await sleep(25)
    }
  }

  async #post<T>(path: string, body: unknown): Promise<T> {
    return bodyOf(await this.request<T>('POST', path, body), path)
  }
}

function bodyOf<T>(answer: ApiAnswer<T>, path: string): T {
  if (answer.status < 300) return answer.body
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** A client signed in as the Owner that `Service` creates. */
export async function signedIn(url: string): Promise<ApiClient> {
  const client = new ApiClient(url)
  await client.login()
  return client
}

export function sumOfEvents(issues: readonly IssueSummary[]): number {
  return issues.reduce((sum, issue) => sum + issue.event_count, 0)
}

/** Path and query that a stock SDK posts envelopes to. */
export function sdkEnvelopePath(project: Project): string {
  return `/api/${project.number}/envelope/?sentry_key=${project.keys[0]!.public_key}&sentry_version=7`
}
