import { setTimeout as sleep } from 'node:timers/promises'

/** Ends after a time or at the signal; the process need not live for it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
