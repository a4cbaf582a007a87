import { readdirSync, readFileSync } from 'node:fs'

const OWN_THREADS = '/proc/self/task'

/** Whether a waiting shell got a signal that it keeps until this process ends, as dash and ash do with
 * SIGINT. It sleeps, so having been woken is the trace (Linux; elsewhere no shell is in between). Stopping
 * and resuming the machine or container wakes it too, and each of our threads. */
export class ShellWakeups {
  readonly #shell: string
  #before: { shell: string; threads: Map<string, string> } | null = null

  constructor(pid: number) {
    this.#shell = `/proc/${pid}/status`
    this.happened()
  }

  /** True if it was woken alone since it was first seen asleep. */
  happened(): boolean {
    const shell = sleepsOf(this.#shell)
    if (shell === null) return false
    const before = this.#before
    if (before?.shell === shell) return false
    const threads = sleepsOfThreads()
    const isAlone = before !== null && [...before.threads].some(([id, sleeps]) => threads.get(id) === sleeps)
    this.#before = { shell, threads }
    return isAlone
  }
}

/** How often a thread that now sleeps went to sleep; null if it does not sleep, or there is nothing to read. */
function sleepsOf(status: string): string | null {
  try {
    const text = readFileSync(status, 'utf8')
    if (!/^State:\s*S/m.test(text)) return null
    return /^voluntary_ctxt_switches:\s*(\d+)$/m.exec(text)?.[1] ?? null
  } catch {
    return null
  }
}

function sleepsOfThreads(): Map<string, string> {
  const found = new Map<string, string>()
  for (const id of readdirSync(OWN_THREADS)) {
    const sleeps = sleepsOf(`${OWN_THREADS}/${id}/status`)
    if (sleeps !== null) found.set(id, sleeps)
  }
  return found
}
