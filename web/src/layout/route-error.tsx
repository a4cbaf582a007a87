import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ErrorState } from '../components/states.tsx'
import { useLiveState } from '../live/live-updates.ts'

/** A screen that failed; another try loads its route again as well, whose failure is kept otherwise. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  useOnReconnect(retry)
  return <ErrorState heading="h1" error={error} onRetry={retry} />
}

function useOnReconnect(run: () => void): void {
  const offline = useLiveState() === 'offline'
  const wasOffline = useRef(offline)
  useEffect(() => {
    if (wasOffline.current && !offline) run()
    wasOffline.current = offline
  })
}
