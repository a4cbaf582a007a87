import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../api/readiness.ts'
import { useLiveState } from '../live/live-updates.ts'

/** Whether the server is well, and whether the page hears of changes at once. */
export function HealthDot() {
  const { data, isError } = useQuery(readinessQuery)
  const well = data?.ready !== false && !isError
  const live = useLiveState()
  const text = !well
    ? 'The server reports a problem'
    : live === 'polling'
      ? 'Live updates are off: asking every 5 s'
      : 'Everything is working'
  const colour = well ? (live === 'polling' ? 'bg-warning' : 'bg-good') : 'animate-pulse bg-error'
  return (
    <span role="img" aria-label={text} title={text} className={`size-2 flex-none rounded-full ${colour}`} />
  )
}
