import type { IssueStatus } from '#contract/vocabulary.ts'

/** An event as the model keeps it. Times are epoch ms, all different. */
export interface ModelEvent {
  kind: string
  /** Dashed UUID. */
  id: string
  at: number
  receivedAt: number
  release: string
  environment: string
  level: string
  /** Identity; null: nobody is named. */
  user: string | null
  email: string | null
  state: 'stored' | 'counted' | 'evicted'
}

interface Hold {
  until: number | null
  count: number | null
  users: number | null
}
const NO_HOLD: Hold = { until: null, count: null, users: null }

/** Oldest first; the model orders releases by their place here. */
export const RELEASES = ['', '1.0.0', '1.2.0', '1.10.0', '2.0.0-rc.1', '2.0.0']
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** One issue: nothing but its events, its place and its state. Every number is counted again when it is asked for. */
export class ModelIssue {
  readonly kind: string
  uid = ''
  parent: ModelIssue | null = null
  /** In the order they were processed. */
  readonly events: ModelEvent[] = []
  /** Addresses it is found by; forgotten with the last stored event. */
  readonly emails = new Set<string>()
  status: IssueStatus = 'unresolved'
  resolvedIn: string | null = null
  resolvedAt: number | null = null
  resolvedBase: string | null = null
  /** Release of the event that reopened it last. */
  regressedIn: string | null = null
  hold = NO_HOLD

  constructor(kind: string) {
    this.kind = kind
  }

  get root(): ModelIssue {
    return this.parent ?? this
  }
}

/** A line of an activity; `other`: of a merge or a split, the issue on the other side. */
export interface ModelLine {
  issue: ModelIssue
  kind: string
  other: ModelIssue | null
}

/** The status and the `updated` of an answer. */
export interface Updated {
  status: number
  updated: number | undefined
}

/**
 * What the service must show, written from the rules in the plainest way: no counter
 * is kept, a family is a list of issues, an issue a list of events.
 */
export class IssueModel {
  /** The service's time, epoch ms. */
  now: number
  /** In the order they came to be. */
  issues: ModelIssue[] = []
  readonly lines: ModelLine[] = []
  readonly #times = new Set<number>()

  constructor(now: number) {
    this.now = now
  }

  /** An id for a number: of an issue, or of none. */
  uidAt(pick: number): string {
    return this.issueAt(pick)?.uid ?? UNKNOWN
  }

  issueAt(pick: number): ModelIssue | undefined {
    return pick < 12 ? this.issues[pick % this.issues.length] : undefined
  }

  /** The latest time not after `at` that no event has. */
  freeTime(at: number): number {
    let time = at
    while (this.#times.has(time)) time -= 1
    this.#times.add(time)
    return time
  }

  roots(): ModelIssue[] {
    return this.issues.filter(({ parent }) => parent === null)
  }

  family(issue: ModelIssue): ModelIssue[] {
    return [issue, ...this.issues.filter(({ parent }) => parent === issue)]
  }

  events(issue: ModelIssue): ModelEvent[] {
    return this.family(issue).flatMap(({ events }) => events)
  }

  users(issue: ModelIssue): number {
    return new Set(this.events(issue).flatMap(({ user }) => user ?? [])).size
  }

  isSnoozed(issue: ModelIssue): boolean {
    return issue.hold !== NO_HOLD && !this.#isOver(issue)
  }

  /** Processes a batch, all received at once. */
  ingest(batch: readonly ModelEvent[]): void {
    const touched = new Set<ModelIssue>()
    const regressed = new Map<ModelIssue, string>()
    for (const event of batch) {
      let issue = this.issues.find(({ kind }) => kind === event.kind)
      if (!issue) {
        issue = new ModelIssue(event.kind)
        this.issues.push(issue)
      }
      issue.events.push(event)
      if (event.state === 'stored' && event.email) issue.emails.add(event.email.toLowerCase())
      touched.add(issue.root)
      if (issue.root.status === 'resolved' && this.#isReturn(issue.root, event) && !regressed.has(issue.root))
        regressed.set(issue.root, event.release)
    }
    for (const [issue, release] of regressed) {
      issue.regressedIn = release || null
      this.#leaveResolved(issue, 'regression')
      issue.hold = NO_HOLD
      this.#note(issue, 'regression')
    }
    for (const { receivedAt } of batch) this.now = Math.max(this.now, receivedAt)
    for (const issue of touched) if (!regressed.has(issue)) this.#endHold(issue)
  }

  merge(canonical: ModelIssue | undefined, named: readonly (ModelIssue | undefined)[]): Updated {
    if (!canonical) return { status: 404, updated: undefined }
    const { root } = canonical
    const moved = new Set<ModelIssue>()
    for (const issue of named) {
      if (!issue || issue === canonical || issue.parent === root) continue
      if (issue === root) return { status: 400, updated: undefined }
      for (const member of this.family(issue)) moved.add(member)
    }
    this.#move([...moved], { to: root, around: root, kind: 'merged' })
    return { status: 200, updated: moved.size }
  }

  split(canonical: ModelIssue | undefined, named: readonly (ModelIssue | undefined)[]): Updated {
    if (!canonical) return { status: 404, updated: undefined }
    const { root } = canonical
    const moved = this.issues.filter((issue) => issue.parent === root && named.includes(issue))
    this.#move(moved, { to: null, around: root, kind: 'split' })
    return { status: 200, updated: moved.length }
  }

  /** A change of status, of the release it is resolved in, or of both. */
  change(issue: ModelIssue, { status, release }: { status?: IssueStatus; release?: string | null }): void {
    const { root } = issue
    const before = { status: root.status, resolvedIn: root.resolvedIn }
    if (release !== undefined) root.resolvedIn = release || null
    if (status !== undefined) {
      root.hold = NO_HOLD
      if (status === 'resolved') {
        root.resolvedAt = this.now
        root.resolvedBase = this.#newestRelease(root)
        root.status = 'resolved'
      } else this.#leaveResolved(root, status)
    }
    if (root.status !== before.status) this.#note(root, 'status_changed')
    else if (root.resolvedIn !== before.resolvedIn) this.#note(root, 'resolved_in_release_changed')
  }

  snooze({ root }: ModelIssue, mode: string): void {
    if (mode === '4h') root.hold = { ...NO_HOLD, until: this.now + 4 * 3_600_000 }
    else if (mode === '100') root.hold = { ...NO_HOLD, count: this.events(root).length + 100 }
    else root.hold = { ...NO_HOLD, users: this.users(root) + 10 }
    this.#note(root, 'snoozed')
  }

  /** What the service does every now and then. */
  endHoldsByClock(): void {
    for (const issue of this.issues) {
      if (issue.hold.until === null || issue.hold.until > this.now) continue
      issue.hold = NO_HOLD
      this.#note(issue, 'snooze_ended')
    }
  }

  delete(named: readonly ModelIssue[]): void {
    const gone = new Set(named.flatMap((issue) => this.family(issue)))
    this.#shiftHolds(() => {
      this.issues = this.issues.filter((issue) => !gone.has(issue))
    })
  }

  /** Evicts the oldest stored events of an issue itself, at most `limit`. */
  evict(issue: ModelIssue, limit: number): void {
    const stored = issue.events.filter(({ state }) => state === 'stored').sort((a, b) => a.at - b.at)
    for (const event of stored.slice(0, limit)) event.state = 'evicted'
    if (stored.length > 0 && stored.length <= limit) issue.emails.clear()
  }

  /** Lines of an issue and of those merged into it, newest first; both sides of one move show as one line. */
  activity(issue: ModelIssue): string[] {
    const members = this.family(issue)
    return this.lines
      .filter((line) => members.includes(line.issue) && !(line.issue !== issue && line.other === issue))
      .map((line) => `${line.kind} ${line.issue.uid}`)
      .reverse()
  }

  #isReturn({ resolvedAt, resolvedIn, resolvedBase }: ModelIssue, event: ModelEvent): boolean {
    if (event.receivedAt <= resolvedAt!) return false
    const base = resolvedIn ?? resolvedBase
    if (base === null) return true
    return event.release !== '' && RELEASES.indexOf(event.release) > RELEASES.indexOf(base)
  }

  #leaveResolved(issue: ModelIssue, status: IssueStatus): void {
    issue.status = status
    issue.resolvedIn = null
    issue.resolvedAt = null
    issue.resolvedBase = null
  }

  #newestRelease(root: ModelIssue): string | null {
    const seen = new Set(this.events(root).map(({ release }) => release))
    return RELEASES.slice(1).findLast((release) => seen.has(release)) ?? null
  }

  #isOver(issue: ModelIssue): boolean {
    const { until, count, users } = issue.hold
    if (until !== null) return this.now >= until
    return count !== null ? this.events(issue).length >= count : this.users(issue) >= users!
  }

  #endHold(issue: ModelIssue): void {
    if (issue.hold === NO_HOLD || !this.#isOver(issue)) return
    issue.hold = NO_HOLD
    this.#note(issue, 'snooze_ended')
  }

  #move(
    moved: ModelIssue[],
    { to, around, kind }: { to: ModelIssue | null; around: ModelIssue; kind: string },
  ): void {
    this.#shiftHolds(() => {
      for (const issue of moved) issue.parent = to
    })
    for (const issue of moved) {
      this.#note(around, kind, issue)
      this.#note(issue, kind, around)
    }
  }

  /** Issues that come and go do not count for a snooze: it waits for as many events or users as before. */
  #shiftHolds(change: () => void): void {
    const before = this.issues.map((issue) => ({
      issue,
      events: this.events(issue).length,
      users: this.users(issue),
    }))
    change()
    for (const { issue, events, users } of before) {
      const { hold } = issue
      if (hold === NO_HOLD) continue
      issue.hold = {
        until: hold.until,
        count: hold.count && hold.count + this.events(issue).length - events,
        users: hold.users && hold.users + this.users(issue) - users,
      }
    }
  }

  #note(issue: ModelIssue, kind: string, other: ModelIssue | null = null): void {
    this.lines.push({ issue, kind, other })
  }
}
