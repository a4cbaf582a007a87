import { setTimeout as sleep } from 'node:timers/promises'

/** Ends after a time or at the signal, and doesn't keep the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
