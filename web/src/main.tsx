import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from './api/account/session.ts'
import { onOtherUser } from './api/account/signed-in-user.ts'
import { reloadOnNewVersion } from './app/new-version.ts'
import { createQueryClient } from './app/query-client.ts'
import { watchErrors } from './app/report-errors.ts'
import { createAppRouter } from './app/router.tsx'
import { askBeforeChangesAreLost } from './app/unanswered-changes.ts'
import { keepListOverReload } from './entities/issue/list-memory.ts'
import { noteSessionEnd } from './session/session-end.ts'

reloadOnNewVersion(import.meta.url)
watchErrors()
keepListOverReload()
const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (loading?.type !== 'navigate')
  void import('./app/keep-place.ts').then(({ keepPlace }) => keepPlace(), reportError)
const queryClient = createQueryClient(onSessionEnd)
askBeforeChangesAreLost(queryClient)
onOtherUser(
  () => queryClient.getQueryData(sessionQuery.queryKey)?.user.id,
  () => location.reload(),
)
const router = createAppRouter(queryClient)

/** A session can end between two clicks, or open nothing any more: sign in again, or set up a second factor, then carry on at
 * the same place. */
function onSessionEnd(code: string): void {
  const { pathname, href } = router.state.location
  noteSessionEnd(queryClient, location.href)
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  if (['/login', '/setup', '/two-factor'].includes(pathname)) return
  const to = code === 'unauthenticated' ? '/login' : '/two-factor'
  void router.navigate({ to, search: { return: href }, replace: true, ignoreBlocker: true })
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// A screen that failed is replaced by a word about it; the error is still one to be heard of.
createRoot(root, { onUncaughtError: reportError, onCaughtError: reportError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
