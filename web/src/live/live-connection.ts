import { isReadAt } from '../api/live-position.ts'
import type { LiveMessage, LiveState } from './live-updates.ts'

const STREAM = '/api/v1/stream'
const POLL_MS = 5000
/** While polling, the stream is tried again after this many polls. */
const POLLS_PER_RETRY = 6

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(POLL_MS) })).ok
  } catch {
    return false
  }
}

interface Receiver {
  onMessage: (message: LiveMessage) => void
  onState: (state: LiveState) => void
}

/** The connection to the server: the stream if it can be had, polling if not. */
export class LiveConnection {
  readonly #receiver: Receiver
  #source: EventSource | undefined
  #poller: ReturnType<typeof setInterval> | undefined
  #polls = 0
  #state: LiveState = 'starting'
  #position: string | undefined

  constructor(receiver: Receiver) {
    this.#receiver = receiver
  }

  get state(): LiveState {
    return this.#state
  }

  /** How far this connection has told; undefined before the first stream. */
  get position(): string | undefined {
    return this.#position
  }

  open(): void {
    this.#source?.close()
    const source = new EventSource(STREAM)
    source.onopen = () => {
      this.#stopPolling()
      this.#setState('live')
    }
    source.addEventListener('position', ({ data }) => {
      this.#position = String(data)
      // Changes before the connection opened were not announced.
      if (!isReadAt(this.#position)) this.#receiver.onMessage({ kind: 'again' })
    })
    source.onmessage = ({ data, lastEventId }) => {
      this.#position = lastEventId
      this.#receiver.onMessage(JSON.parse(String(data)))
    }
    source.onerror = () => this.check()
    this.#source = source
  }

  close(): void {
    this.#source?.close()
    this.#source = undefined
    this.#stopPolling()
  }

  /** Something went wrong, or may have: asks the server whether it is there. */
  check(): void {
    if (this.#poller === undefined) {
      this.#polls = 0
      this.#poller = setInterval(() => void this.#poll(), POLL_MS)
    }
    void this.#poll()
  }

  #setState(state: LiveState): void {
    this.#state = state
    this.#receiver.onState(state)
  }

  #stopPolling(): void {
    clearInterval(this.#poller)
    this.#poller = undefined
  }

  async #poll(): Promise<void> {
    const answers = await serverAnswers()
    if (this.#poller === undefined) return
    if (!answers) return this.#setState('offline')
    const back = this.#state === 'offline'
    const readyState = this.#source?.readyState
    if (readyState === EventSource.OPEN) this.#stopPolling()
    this.#setState(readyState === EventSource.OPEN ? 'live' : 'polling')
    if (back || (readyState !== EventSource.OPEN && this.#polls > 0))
      this.#receiver.onMessage({ kind: 'again' })
    this.#polls += 1
    // A dropped connection is taken up again by the browser itself; a refused one is not.
    if (readyState === EventSource.CLOSED && (back || this.#polls % POLLS_PER_RETRY === 0)) this.open()
  }
}
