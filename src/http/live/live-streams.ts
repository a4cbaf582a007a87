import { Readable } from 'node:stream'
import { type CredentialDeps, liveCredentials } from '#actions/accounts/live-credentials.ts'
import type { LiveUpdates } from '#actions/live/live-updates.ts'
import { ServiceError } from '#contract/errors.ts'
import { LIMITS, STREAM_LIMITS } from '#contract/limits.ts'
import type { StreamMessage } from '#contract/stream.ts'

export interface LiveStreamsDeps extends CredentialDeps {
  live: LiveUpdates
  /** Told when ended sessions and tokens could not be looked for: their streams stay open until it succeeds. */
  onCheckFailed(error: unknown): void
}

export interface Watcher {
  orgId: number
  userId: string
  kind: 'session' | 'token'
  credentialId: string
}

/** A stream outlives its session or token by this time at most. */
const CREDENTIAL_CHECK_MS = 2_000
/** What a client may leave unread besides what the sockets hold: two bursts of 200 messages. */
const MAX_UNREAD_BYTES = 64 * 1024
/** What the client waits before it connects again, ms. */
const RECONNECT_MS = 2_000
const RETRY_AFTER_SECONDS = 30

export class LiveStreams {
  readonly #deps: LiveStreamsDeps
  readonly #streams = new Map<MessageStream, Watcher>()
  #timers: NodeJS.Timeout[] = []
  #isChecking = false
  #isClosed = false

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of what happens in the watcher's organization, until it is destroyed, its session or token
   * ends or the service stops. It begins with an event of its own name: the position from which on it
   * tells everything. The id of each message is the position then.
   * @throws rate_limit_exceeded past one of `STREAM_LIMITS` */
  open(watcher: Watcher): Readable {
    if (this.#isFullFor(watcher)) {
      const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      throw new ServiceError(
        'rate_limit_exceeded',
        'Too many live streams are open. Close some of them.',
        options,
      )
    }
    const stream = new MessageStream()
    stream.write(`retry: ${RECONNECT_MS}\n\n`)
    if (this.#isClosed) stream.end()
    else {
      this.#follow(stream, watcher)
      stream.write(`event: position\ndata: ${this.#deps.live.positionOf(watcher.orgId)}\n\n`)
    }
    return stream
  }

  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams.keys()) stream.end()
  }

  #isFullFor({ orgId, userId }: Watcher): boolean {
    const watchers = [...this.#streams.values()]
    const ofOrg = watchers.filter((watcher) => watcher.orgId === orgId)
    const ofUser = ofOrg.filter((watcher) => watcher.userId === userId)
    return (
      watchers.length >= STREAM_LIMITS.inAll ||
      ofOrg.length >= STREAM_LIMITS.ofOrg ||
      ofUser.length >= STREAM_LIMITS.ofUser
    )
  }

  #follow(stream: MessageStream, watcher: Watcher): void {
    const { live } = this.#deps
    const unsubscribe = live.subscribe(watcher.orgId, (messages) =>
      stream.send(messages, live.positionOf(watcher.orgId)),
    )
    this.#streams.set(stream, watcher)
    if (this.#streams.size === 1) this.#startTimers()
    stream.once('close', () => {
      unsubscribe()
      this.#streams.delete(stream)
      if (this.#streams.size === 0) for (const timer of this.#timers.splice(0)) clearInterval(timer)
    })
  }

  #startTimers(): void {
    this.#timers = [
      setInterval(() => this.#beat(), LIMITS.streamBeatMs).unref(),
      setInterval(() => void this.#checkCredentials(), CREDENTIAL_CHECK_MS).unref(),
    ]
  }

  #beat(): void {
    for (const stream of this.#streams.keys()) stream.write('event: beat\ndata: 1\n\n')
  }

  async #checkCredentials(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    const checked = [...this.#streams]
    const idsOf = (kind: Watcher['kind']): string[] => [
      ...new Set(checked.flatMap(([, watcher]) => (watcher.kind === kind ? watcher.credentialId : []))),
    ]
    try {
      const ids = { session: idsOf('session'), token: idsOf('token') }
      const live = await liveCredentials(this.#deps, ids)
      for (const [stream, { kind, credentialId }] of checked) if (!live[kind].has(credentialId)) stream.end()
    } catch (error) {
      this.#deps.onCheckFailed(error)
    } finally {
      this.#isChecking = false
    }
  }
}

/** Lines of server-sent events. A reader that falls behind is dropped: it reads everything again when it is back. */
class MessageStream extends Readable {
  #hasEnded = false

  override _read(): void {}

  send(messages: readonly StreamMessage[], position: string): void {
    this.write(messages.map((message) => `id: ${position}\ndata: ${JSON.stringify(message)}\n\n`).join(''))
  }

  write(text: string): void {
    if (this.#hasEnded || this.destroyed) return
    this.push(text)
    if (this.readableLength > MAX_UNREAD_BYTES) this.destroy()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.push(null)
  }
}
