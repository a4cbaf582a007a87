import { setTimeout as sleep } from 'node:timers/promises'

/** What `work` gives, or `late` if it takes longer than `ms`; the work goes on then. @throws what it throws in time */
export async function withinTime<Found, Late>(
  work: Promise<Found>,
  { ms, late }: { ms: number; late: Late },
): Promise<Found | Late> {
  const done = new AbortController()
  const waited = sleep(ms, late, { signal: done.signal }).catch(() => late)
  try {
    return await Promise.race([work, waited])
  } finally {
    done.abort()
  }
}
