import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A screen that reads first has its title by then. */
const ANNOUNCE_MS = 500

/**
 * After a change of screen the focus is in the new one, unless it took the focus itself, and its title is read out.
 * Without it keys and screen readers would stay at a link that was left, or nowhere.
 */
export function RouteFocus() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const content = document.getElementById('content')
    const overlay = document.activeElement?.closest('[role=dialog], [role=menu]')
    if (content && !overlay && !content.contains(document.activeElement))
      content.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnounced(document.title), ANNOUNCE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
