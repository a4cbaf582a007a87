import type { QueryClient } from '@tanstack/react-query'
import { onLiveMessage, publishLive, setLiveState } from './live-updates.ts'

const STREAM = '/api/v1/stream'
const POLL_MS = 5000
/** While polling, every so many polls the stream is tried again. */
const POLLS_PER_RETRY = 6
/** A tab nobody looks at gives its connection back after this time. */
const HIDDEN_MS = 5 * 60_000

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** The connection of this tab: the stream where it can be had, polling where not. */
class LiveConnection {
  #source: EventSource | undefined
  #poller: ReturnType<typeof setInterval> | undefined
  #polls = 0
  #offline = false

  open(): void {
    this.#source?.close()
    const source = new EventSource(STREAM)
    source.onopen = () => {
      this.#stopPolling()
      setLiveState('live')
      // What happened before the connection stood was told to nobody.
      publishLive({ kind: 'anew' })
    }
    source.onmessage = (event) => publishLive(JSON.parse(String(event.data)))
    source.onerror = () => this.#startPolling()
    this.#source = source
  }

  close(): void {
    this.#source?.close()
    this.#source = undefined
    this.#stopPolling()
  }

  get isOpen(): boolean {
    return this.#source !== undefined
  }

  #startPolling(): void {
    if (this.#poller !== undefined) return
    this.#polls = 0
    this.#poller = setInterval(() => void this.#poll(), POLL_MS)
    void this.#poll()
  }

  #stopPolling(): void {
    clearInterval(this.#poller)
    this.#poller = undefined
  }

  async #poll(): Promise<void> {
    const answers = await serverAnswers()
    if (this.#poller === undefined) return
    const back = answers && this.#offline
    this.#offline = !answers
    setLiveState(answers ? 'polling' : 'offline')
    if (!answers) return
    if (this.#polls > 0) publishLive({ kind: 'anew' })
    this.#polls += 1
    // A dropped connection is taken up again by the browser itself; a refused one is not.
    const refused = this.#source?.readyState === EventSource.CLOSED
    if (refused && (back || this.#polls % POLLS_PER_RETRY === 0)) this.open()
  }
}

/** What is shown of alerts, the number beside their link included, is read anew when any of them changed. */
function followAlerts(queryClient: QueryClient): () => void {
  return onLiveMessage(({ kind }) => {
    if (kind === 'alerts' || kind === 'anew') void queryClient.invalidateQueries({ queryKey: ['alerts'] })
  })
}

/** Keeps the tab connected while it can be seen, until the returned function is called. */
export function startLive(queryClient: QueryClient): () => void {
  const leave = followAlerts(queryClient)
  const connection = new LiveConnection()
  let hidden: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(() => connection.close(), HIDDEN_MS)
    else if (!connection.isOpen) connection.open()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onVisibility)
  connection.open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onVisibility)
    clearTimeout(hidden)
    leave()
    connection.close()
    setLiveState('starting')
  }
}
