import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/overlay/toast.ts'
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
      const start = async () => {
        const { runTriage } = await load().catch(() => {
          throw new Error('The server is unreachable.')
        })
        await runTriage(queryClient, issues, change)
      }
      start().catch((error: Error) => {
        showToast({ kind: 'failed', text: `Couldn't save. ${error.message}` })
      })
    },
    [queryClient],
  )
}
