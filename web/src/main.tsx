import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnNewVersion } from './new-version.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

reloadOnNewVersion(import.meta.url)
const queryClient = createQueryClient(onSessionEnd)
const router = createAppRouter(queryClient)

/** A session can end between two clicks: sign in again, then carry on at the same place. */
function onSessionEnd(): void {
  const { pathname, href } = router.state.location
  queryClient.removeQueries({ queryKey: ['session'] })
  if (pathname === '/login' || pathname === '/setup') return
  void router.navigate({ to: '/login', search: { return: href }, replace: true })
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
