import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../api/readiness.ts'
import { Button } from '../components/form/button.tsx'
import { showToast } from '../components/overlay/toast.ts'
import { type LiveState, useLiveState } from '../live/live-updates.ts'

const LOOKS: Record<LiveState, { text: string; colour: string }> = {
  offline: { text: 'No connection to the server', colour: 'animate-pulse bg-error' },
  polling: { text: 'Live updates are off; checking every 5 s', colour: 'bg-warning' },
  starting: { text: 'Connecting…', colour: 'bg-line-2' },
  live: { text: 'Everything is working', colour: 'bg-good' },
}

/** A second press tells it in the same place. */
let told: number | undefined

/** The worst of what is known: whether the server answers, is well, and tells of changes at once. A press tells what is wrong. */
export function HealthDot() {
  const { data } = useQuery(readinessQuery)
  const live = useLiveState()
  const problems = live !== 'offline' && data?.status !== 'ok' && data?.problems
  const { colour } = LOOKS[!problems ? live : data.status === 'degraded' ? 'polling' : 'offline']
  const text = problems
    ? ['The server reports a problem.', ...problems.map(({ message }) => message)].join(' ')
    : LOOKS[live].text
  const dot = (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={`size-2 flex-none rounded-full forced-color-adjust-none ${colour}`}
    />
  )
  if (!problems) return dot
  return (
    <Button
      kind="quiet"
      size="small-icon"
      onClick={() => {
        told = showToast({ kind: 'failed', text }, told)
      }}
    >
      {dot}
    </Button>
  )
}
