import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { preloadOverlays } from '../components/preload-overlays.ts'
import { undoLast } from '../components/toast.ts'
import { ToastRegion } from '../components/toast-region.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useLiveState } from '../live/live-updates.ts'
import { useLiveConnection } from '../live/use-live-connection.ts'
import { TopBar } from './top-bar.tsx'

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

/** The frame of every signed-in screen. */
export function AppShell() {
  const [sheetOpen, setSheetOpen] = useState(false)
  useEffect(preloadOverlays, [])
  useLiveConnection()
  useShortcuts({ '?': () => setSheetOpen(true), z: undoLast })
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar onShowShortcuts={() => setSheetOpen(true)} />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="px-3.5 pb-24 outline-none md:px-6">
        <Outlet />
      </main>
      <ToastRegion />
      <Suspense>{sheetOpen && <ShortcutSheet open onOpenChange={setSheetOpen} />}</Suspense>
    </>
  )
}

function OfflineBanner() {
  return (
    <div role="status">
      {useLiveState() === 'offline' && (
        <p className="bg-accent-soft px-3.5 py-2 text-center font-medium text-accent">
          No connection to the server. What is shown may be out of date.
        </p>
      )}
    </div>
  )
}
