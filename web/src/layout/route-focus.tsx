import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Most screens have their title by then; one that comes later is read out as well. */
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
    const announce = () => setAnnounced(document.title)
    const late = new MutationObserver(announce)
    const timer = setTimeout(() => {
      announce()
      late.observe(document.head, { subtree: true, childList: true, characterData: true })
    }, ANNOUNCE_MS)
    return () => {
      clearTimeout(timer)
      late.disconnect()
    }
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
