import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { returnPath } from '#contract/return-path.ts'

/** Into the app once the session is there: to the page the reader wanted, or to the issues. */
export function useEnter(): (back?: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (back) => {
    // Nothing another account may have seen stays in memory.
    queryClient.clear()
    // Judged if it is used: the router hands on more of the URL than its routes let through.
    const href = returnPath(back, window.location.origin) ?? '/issues'
    await router.navigate({ href, replace: true })
  }
}
