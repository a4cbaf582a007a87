import { LIMITS } from '#contract/limits.ts'
import { isReadAt } from '../api/headers/live-position.ts'
import type { LiveMessage, LiveState } from './live-updates.ts'

const STREAM = '/api/v1/stream'
const POLL_MS = 5000
/** While polling, the stream is tried again after this many polls. */
const POLLS_PER_RETRY = 6
/** The server says its position at once, and then beats: what is silent for so long is kept back by a proxy, or its
 * network is gone. */
const FIRST_WORD_MS = 10_000
const SILENCE_MS = 2 * LIMITS.streamBeatMs + POLL_MS

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
  #silence: ReturnType<typeof setTimeout> | undefined
  /** The stream told its position, and has not fallen silent since. */
  #isHeard = false
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
    this.#isHeard = false
    const source = new EventSource(STREAM)
    this.#await(FIRST_WORD_MS)
    source.addEventListener('beat', () => this.#hear())
    source.addEventListener('position', ({ data }) => {
      this.#hear()
      this.#stopPolling()
      this.#setState('live')
      this.#position = String(data)
      // Changes before the connection opened were not announced.
      if (!isReadAt(this.#position)) this.#receiver.onMessage({ kind: 'again' })
    })
    source.onmessage = ({ data, lastEventId }) => {
      this.#position = lastEventId
      this.#receiver.onMessage(JSON.parse(String(data)))
    }
    source.onerror = () => {
      this.#isHeard = false
      this.#await(FIRST_WORD_MS)
      this.check()
    }
    this.#source = source
  }

  close(): void {
    this.#source?.close()
    this.#source = undefined
    clearTimeout(this.#silence)
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

  /** Until the next word of the stream: the page polls if it does not come. */
  #await(ms: number): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#onSilence(), ms)
  }

  #hear(): void {
    this.#isHeard = true
    this.#await(SILENCE_MS)
  }

  #onSilence(): void {
    const wasHeard = this.#isHeard
    this.#isHeard = false
    // The browser does not notice a network that has gone without a word.
    if (wasHeard) this.open()
    this.check()
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
    const isLive = this.#isHeard && this.#source?.readyState === EventSource.OPEN
    if (isLive) this.#stopPolling()
    this.#setState(isLive ? 'live' : 'polling')
    if (back || (!isLive && this.#polls > 0)) this.#receiver.onMessage({ kind: 'again' })
    this.#polls += 1
    // A dropped connection is taken up again by the browser itself; a refused one is not.
    if (this.#source?.readyState === EventSource.CLOSED && (back || this.#polls % POLLS_PER_RETRY === 0))
      this.open()
  }
}
