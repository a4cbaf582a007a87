import type { QueryClient } from '@tanstack/react-query'
import { pendingOf } from '../api/pending-changes.ts'

/** Has the browser ask before it leaves the page while the server has not answered a change: it may never hear of it. */
export function askBeforeChangesAreLost(queryClient: QueryClient): void {
  const pending = pendingOf(queryClient)
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  pending.subscribe(() => {
    if (pending.state().changes.length > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
