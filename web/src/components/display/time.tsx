import { useSyncExternalStore } from 'react'
import { serverNow } from '../../api/headers/server-clock.ts'
import { CLOCK_TICK_MS, formatAgo, formatExact, formatOld } from '../../format/time.ts'

const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // The clock stops while nothing shows it; a screen that opens later must not start in the past.
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(tick, CLOCK_TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Epoch milliseconds, renewed every 30 s; one timer for all that show a relative time. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** `2 min ago`, with the exact time in UTC and in the reader's zone as its tooltip. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const current = useNow()
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {formatAgo(current - Date.parse(at))}
    </time>
  )
}

/** `9d old` or `new`, with the exact time as its tooltip. */
export function FirstSeen({ at, className }: { at: string; className?: string }) {
  const current = useNow()
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {formatOld(current - Date.parse(at))}
    </time>
  )
}
