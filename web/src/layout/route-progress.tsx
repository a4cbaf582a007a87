import { useRouterState } from '@tanstack/react-router'

/** A line below the bar while the next screen is on its way; a short wait shows nothing. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  if (!loading) return null
  return (
    <div className="appear-late fixed inset-x-0 top-12 z-40">
      <div role="progressbar" aria-label="Loading the page" className="h-0.5 animate-pulse bg-accent" />
    </div>
  )
}

/** In place of a screen that keeps its reader waiting. */
export function RoutePending() {
  return (
    <p role="status" className="appear py-16 text-center text-ink-3">
      Loading…
    </p>
  )
}
