import { isReadAt } from '../api/headers/live-position.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveMessage, LiveState } from './live-updates.ts'

const NAME = 'errata-live'
/** A hidden tab releases the connection after this time. */
const HIDDEN_MS = 5 * 60_000
/** The same for a tab that can't share its connection, of which a browser opens only six. */
const HIDDEN_ALONE_MS = 1000

/**
 * Messages between tabs. A tab that joins says `hello` to the one that has the connection, which answers how far it is;
 * `check` asks it to look again.
 */
type TabMessage =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'state'; state: LiveState }
  | { kind: 'hello' }
  | { kind: 'welcome'; state: LiveState; position: string | undefined }
  | { kind: 'check' }

interface Receiver {
  onMessage: (message: LiveMessage) => void
  onState: (state: LiveState) => void
}

/** Locks need a secure origin: over plain HTTP to another machine each tab has its own connection. */
const canShare = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/**
 * This tab's part in the one connection that all tabs of a browser share. Over HTTP/1.1 a browser opens six
 * connections to a server, so with one for each tab the seventh tab would load nothing. A lock says which tab has
 * it; the others hear it over a channel, and one of them takes over when that tab is closed.
 */
export class SharedConnection {
  readonly #receiver: Receiver
  readonly #connection: LiveConnection
  #channel: BroadcastChannel | undefined
  #leave: (() => void) | undefined
  #leads = false
  #isNew = true
  #hidden: ReturnType<typeof setTimeout> | undefined

  constructor(receiver: Receiver) {
    this.#receiver = receiver
    this.#connection = new LiveConnection({
      onMessage: (message) => {
        receiver.onMessage(message)
        this.#tell({ kind: 'message', message })
      },
      onState: (state) => {
        receiver.onState(state)
        this.#tell({ kind: 'state', state })
      },
    })
  }

  start(): void {
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('offline', this.#onOffline)
    window.addEventListener('online', this.check)
    this.#join()
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    window.removeEventListener('offline', this.#onOffline)
    window.removeEventListener('online', this.check)
    clearTimeout(this.#hidden)
    this.#part()
  }

  /** A request of this tab got no answer, or the network changed. */
  readonly check = (): void => {
    if (this.#leads) this.#connection.check()
    else this.#tell({ kind: 'check' })
  }

  readonly #onOffline = (): void => {
    // Said at once; whether the server is really away is found out by asking it.
    this.#receiver.onState('offline')
    this.check()
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hidden)
    if (document.hidden)
      this.#hidden = setTimeout(() => this.#part(), canShare() ? HIDDEN_MS : HIDDEN_ALONE_MS)
    else if (this.#leave === undefined) this.#join()
  }

  #join(): void {
    if (!canShare()) {
      this.#lead()
      this.#leave = () => undefined
      return
    }
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#hear(data)
    this.#channel = channel
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) => {
      leaving.signal.addEventListener('abort', () => resolve())
    })
    this.#leave = () => leaving.abort()
    navigator.locks
      .request(NAME, { signal: leaving.signal }, () => {
        this.#lead()
        return left
      })
      // It was left before its turn came.
      .catch(() => undefined)
    this.#isNew = true
    this.#tell({ kind: 'hello' })
  }

  #part(): void {
    if (this.#leads) this.#connection.close()
    this.#leads = false
    this.#leave?.()
    this.#leave = undefined
    this.#channel?.close()
    this.#channel = undefined
  }

  #lead(): void {
    this.#leads = true
    this.#connection.open()
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message)
  }

  #hear(told: TabMessage): void {
    if (this.#leads) {
      const { state, position } = this.#connection
      if (told.kind === 'hello') this.#tell({ kind: 'welcome', state, position })
      if (told.kind === 'check') this.#connection.check()
    } else if (told.kind === 'message') this.#receiver.onMessage(told.message)
    else if (told.kind === 'state') this.#receiver.onState(told.state)
    else if (told.kind === 'welcome' && this.#isNew) this.#welcomed(told)
  }

  /** What was told between this tab's reads and its joining was not heard here. */
  #welcomed({ state, position }: TabMessage & { kind: 'welcome' }): void {
    this.#isNew = false
    this.#receiver.onState(state)
    if (position !== undefined && !isReadAt(position)) this.#receiver.onMessage({ kind: 'again' })
  }
}
