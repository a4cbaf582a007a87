import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { useCommandKeys, useCommands } from '../command/use-commands.ts'
import { useMayRun } from '../components/form/use-may-run.ts'
import { lazyRetry } from '../components/overlay/lazy-retry.tsx'
import { preloadOverlays } from '../components/overlay/preload-overlays.ts'
import { showToast, undoLast } from '../components/overlay/toast.ts'
import { ToastRegion } from '../components/overlay/toast-region.tsx'
import { useLiveState } from '../live/live-updates.ts'
import { useLiveConnection } from '../live/use-live-connection.ts'
import { takeInterrupted } from '../session/session-end.ts'
import { keepFocus } from './keep-focus.ts'
import { PAGES, useOpenPage } from './pages.ts'
import { RouteFocus } from './route-focus.tsx'
import { RouteProgress } from './route-progress.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { TopBar } from './top-bar.tsx'

const ShortcutSheet = lazyRetry(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet))
const JumpDialog = lazyRetry(() => import('./jump/jump-dialog.tsx').then((module) => module.JumpDialog))

/** The frame of every signed-in screen. */
export function AppShell() {
  const [Opened, setOpened] = useState<typeof JumpDialog>()
  useEffect(preloadOverlays, [])
  useEffect(keepFocus, [])
  useLiveConnection()
  useInterrupted()
  useCommandKeys(useMayRun())
  useCommands({
    'shortcuts.show': () => setOpened(() => ShortcutSheet),
    'go.anywhere': () => setOpened(() => JumpDialog),
    undo: undoLast,
  })
  useGoCommands()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar />
      <RouteProgress />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="px-3.5 pb-24 outline-none md:px-6">
        <Outlet />
      </main>
      {/* After the screen: what this one does to the focus counts first. */}
      <RouteFocus />
      <StaleNotice />
      <ToastRegion />
      <Suspense>{Opened && <Opened onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  )
}

/** The links of the top bar, by key. */
function useGoCommands(): void {
  const navigate = useNavigate()
  const openPage = useOpenPage()
  useCommands({
    ...Object.fromEntries(PAGES.map((page) => [`go.${page.key}`, () => openPage(page)])),
    'go.settings': () => void navigate({ to: '/settings' }),
  })
}

/** Back after a session ended in the middle of something: offers to do it now. */
function useInterrupted(): void {
  const userId = useQuery(sessionQuery).data?.user.id
  useEffect(() => {
    const kept = userId === undefined ? undefined : takeInterrupted(userId)
    if (!kept) return
    showToast({
      kind: 'failed',
      text: `Not saved, because your session had ended: ${kept.text}`,
      action: { label: 'Save now', run: kept.run },
    })
  }, [userId])
}

/** Lies over the page, so that nothing moves when the connection is lost or found again. */
function OfflineBanner() {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-12 z-40 flex justify-center px-3">
      {useLiveState() === 'offline' && (
        <p className="mt-2 rounded-full border border-line-2 bg-accent-soft px-3.5 py-1.5 text-center font-medium text-accent lifted max-sm:mt-0 max-sm:py-0 max-sm:text-small">
          No connection<span className="max-sm:hidden"> to the server</span>. Changes can't be saved.
        </p>
      )}
    </div>
  )
}
