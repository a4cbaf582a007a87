import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Opens the tab's live connection once the page stands, and closes it when the reader signs out. */
export function useLiveConnection(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let left = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { startLive } = await import('./start-live.ts')
      if (!left) stop = startLive(queryClient)
    }
    // Without it the page works as before: reload shows what is new.
    start().catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [queryClient])
}
