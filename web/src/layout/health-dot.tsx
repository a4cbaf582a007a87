import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { readinessQuery } from '../api/readiness.ts'
import { lazyRetry } from '../components/overlay/lazy-retry.tsx'
import { type LiveState, useLiveState } from '../live/live-updates.ts'

const LOOKS: Record<LiveState, { text: string; colour: string }> = {
  offline: { text: 'No connection to the server', colour: 'animate-pulse bg-error' },
  polling: { text: 'Live updates are off; checking every 5 s', colour: 'bg-warning' },
  starting: { text: 'Connecting…', colour: 'bg-line-2' },
  live: { text: 'Everything is working', colour: 'bg-good' },
}

const ServerTrouble = lazyRetry(() => import('./server-trouble.tsx').then((module) => module.ServerTrouble))

/** The worst of what is known: whether the server answers, is well, and tells of changes at once. */
export function HealthDot() {
  const { data } = useQuery(readinessQuery)
  const live = useLiveState()
  const { text, colour } = LOOKS[live]
  if (live !== 'offline' && data?.problems && data.status !== 'ok')
    return (
      <Suspense>
        <ServerTrouble {...data} />
      </Suspense>
    )
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={`size-2 flex-none rounded-full forced-color-adjust-none ${colour}`}
    />
  )
}
