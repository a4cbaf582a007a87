import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../api/readiness.ts'
import { type LiveState, useLiveState } from '../live/live-updates.ts'

const LOOKS: Record<LiveState, { text: string; colour: string }> = {
  offline: { text: 'No connection to the server', colour: 'animate-pulse bg-error' },
  polling: { text: 'Live updates are off; checking every 5 s', colour: 'bg-warning' },
  starting: { text: 'Connecting…', colour: 'bg-line-2' },
  live: { text: 'Everything is working', colour: 'bg-good' },
}

const UNWELL = { text: 'The server reports a problem', colour: 'animate-pulse bg-error' }

/** The worst of what is known: whether the server answers, is well, and tells of changes at once. */
export function HealthDot() {
  const { data } = useQuery(readinessQuery)
  const live = useLiveState()
  const { text, colour } = live !== 'offline' && data?.ready === false ? UNWELL : LOOKS[live]
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={`size-2 flex-none rounded-full forced-color-adjust-none ${colour}`}
    />
  )
}
