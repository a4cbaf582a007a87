import { ISSUE_CHANGES, type IssueChangeKind, type StreamMessage } from '#contract/stream.ts'
import { isoTime } from '#contract/time.ts'
import { LivePositions } from './live-positions.ts'
import { Pace } from './pace.ts'

/** An issue is named at most once in this time, however many events come in. */
const ISSUE_PACE_MS = 250
const REJECTION_PACE_MS = 1000
/** Issues of an organization named at once; past it, the projects they belong to are named instead. */
const MAX_HELD_ISSUES = 200

export interface IssueUpdate {
  issueUid: string
  projectUid: string
  /** Default: changed. */
  change?: IssueChangeKind
}

export interface Rejection {
  projectUid: string
  hasKey: boolean
  at: number
  status: number
  code: string
  message: string
}

/** Takes messages of one organization, oldest first. Must not throw. */
export type LiveListener = (messages: StreamMessage[]) => void

/** For watchers in this process, each organization apart. One without watchers keeps only a count. */
export class LiveUpdates {
  readonly #channels = new Map<number, Channel>()
  readonly #positions = new LivePositions()

  /** Listens to one organization (row key) until the returned function is called. */
  subscribe(orgId: number, listener: LiveListener): () => void {
    let channel = this.#channels.get(orgId)
    if (!channel) {
      channel = new Channel()
      this.#channels.set(orgId, channel)
    }
    const watched = channel
    watched.listeners.add(listener)
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size > 0 || this.#channels.get(orgId) !== watched) return
      watched.close()
      this.#channels.delete(orgId)
    }
  }

  /** The organization's position: it moves with every update, whether anyone listens or not. */
  positionOf(orgId: number): string {
    return this.#positions.of(orgId)
  }

  /** Issues changed. Named to listeners at once, or within 250 ms where the issue was named just before. */
  issuesChanged(orgId: number, updates: readonly IssueUpdate[]): void {
    if (updates.length === 0) return
    this.#changed(orgId)?.issuesChanged(updates)
  }

  projectChanged(orgId: number, projectUid: string): void {
    this.#changed(orgId)?.send([{ kind: 'many', project_id: projectUid }])
  }

  firstEventCame(orgId: number, projectUid: string): void {
    this.#changed(orgId)?.send([{ kind: 'first_event', project_id: projectUid }])
  }

  /** Alerts are new or changed: of a project (public id), or (null) of several. */
  alertsChanged(orgId: number, projectUid: string | null): void {
    this.#changed(orgId)?.send([{ kind: 'alerts', project_id: projectUid }])
  }

  /** An event was refused. At most one per project and second is passed on, always including the last. */
  attemptRejected(orgId: number, rejection: Rejection): void {
    this.#changed(orgId)?.attemptRejected(rejection)
  }

  /** Moves the organization's position on. @returns its channel, if anyone listens. */
  #changed(orgId: number): Channel | undefined {
    this.#positions.advance(orgId)
    return this.#channels.get(orgId)
  }
}

class Channel {
  readonly listeners = new Set<LiveListener>()
  readonly #issues = new Map<string, Required<IssueUpdate>>()
  readonly #projects = new Set<string>()
  readonly #rejections = new Map<string, Rejection>()
  readonly #issuePace = new Pace(ISSUE_PACE_MS, () => this.#sendIssues())
  readonly #rejectionPace = new Pace(REJECTION_PACE_MS, () => this.#sendRejections())

  issuesChanged(updates: readonly IssueUpdate[]): void {
    for (const update of updates) this.#hold(update)
    this.#issuePace.ask()
  }

  attemptRejected(rejection: Rejection): void {
    // An attempt of a stranger does not take the place of a real one.
    if (!rejection.hasKey && this.#rejections.get(rejection.projectUid)?.hasKey) return
    this.#rejections.set(rejection.projectUid, rejection)
    this.#rejectionPace.ask()
  }

  send(messages: StreamMessage[]): void {
    for (const listener of this.listeners) listener(messages)
  }

  close(): void {
    this.#issuePace.close()
    this.#rejectionPace.close()
  }

  #hold({ issueUid, projectUid, change = 'changed' }: IssueUpdate): void {
    if (this.#projects.has(projectUid)) return
    const held = this.#issues.get(issueUid)?.change ?? change
    this.#issues.set(issueUid, { issueUid, projectUid, change: weightier(held, change) })
    if (this.#issues.size <= MAX_HELD_ISSUES) return
    for (const issue of this.#issues.values()) this.#projects.add(issue.projectUid)
    this.#issues.clear()
  }

  #sendIssues(): boolean {
    const messages: StreamMessage[] = []
    for (const projectUid of this.#projects) messages.push({ kind: 'many', project_id: projectUid })
    for (const { issueUid, projectUid, change } of this.#issues.values()) {
      messages.push({ kind: 'issue', change, issue_id: issueUid, project_id: projectUid })
    }
    this.#projects.clear()
    this.#issues.clear()
    if (messages.length > 0) this.send(messages)
    return messages.length > 0
  }

  #sendRejections(): boolean {
    const messages: StreamMessage[] = []
    for (const { projectUid, at, status, code, message } of this.#rejections.values()) {
      const time = isoTime(at)
      messages.push({ kind: 'rejected', project_id: projectUid, at: time, status, code, message })
    }
    this.#rejections.clear()
    if (messages.length > 0) this.send(messages)
    return messages.length > 0
  }
}

function weightier(a: IssueChangeKind, b: IssueChangeKind): IssueChangeKind {
  return ISSUE_CHANGES.indexOf(a) < ISSUE_CHANGES.indexOf(b) ? a : b
}
