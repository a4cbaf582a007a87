import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/toast.ts'
import type { Change } from './change.ts'

const load = () => import('./run-triage.ts')

/** Changes issues, with undo. Its code arrives behind the screen, ahead of the first key. */
export function useTriage(): (issues: IssueSummary[], change: Change) => void {
  const queryClient = useQueryClient()
  useEffect(() => {
    load().catch(() => undefined)
  }, [])
  return useCallback(
    (issues, change) => {
      load().then(
        ({ runTriage }) => runTriage(queryClient, issues, change),
        () => showToast({ kind: 'failed', text: 'Nothing was changed: the server cannot be reached.' }),
      )
    },
    [queryClient],
  )
}
