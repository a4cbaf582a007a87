import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type IssueFilter, issuesQuery, readFirstPage } from '../../../api/issues.ts'
import { pendingOf } from '../../../api/pending-changes.ts'
import type { IssuePage } from '../../../api/wire.ts'
import { OVERLAY } from '../../../command/opening-keys.ts'
import { lastHeardAt, onLiveMessage } from '../../../live/live-updates.ts'
import { ListFollower } from './list-follower.ts'

type Lists = InfiniteData<IssuePage>

/** How often a list that rests takes up what waits. */
const RESUME_MS = 1000
/** The list is idle once neither pointer nor keys were used in it for this long. */
const REST_MS = 1500
/** A page scrolled by no more than this counts as at its top. */
const TOP_PX = 40

/** When the reader was last busy among the rows: pointer moved there, or keys pressed. */
function useLastActivity() {
  const last = useRef(0)
  useEffect(() => {
    const note = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.closest('input:not([type=checkbox])')) return
      // A page that scrolls or changes under a resting pointer reports it as moved by nothing.
      if (event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0) return
      if (event.type === 'keydown' || event.target.closest('tbody')) last.current = Date.now()
    }
    document.addEventListener('pointermove', note, { passive: true })
    document.addEventListener('keydown', note)
    return () => {
      document.removeEventListener('pointermove', note)
      document.removeEventListener('keydown', note)
    }
  }, [])
  return last
}

/** Whether a mouse is over a row, even one that rests: it is about to be clicked. A finger points at nothing. */
function isPointedAt(): boolean {
  return matchMedia('(hover: hover)').matches && document.querySelector('main tbody:hover') !== null
}

/**
 * Keeps a list up to date. At the top of the page, with nothing ticked or pointed at and no menu open, new issues appear by
 * themselves; otherwise only the numbers of the rows change, and the new ones wait.
 *
 * @returns the ids of the issues that wait, and how to show them
 */
export function useLiveList(filter: IssueFilter, ticked: boolean) {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<string[]>([])
  const lastActivity = useLastActivity()
  const held = useRef(ticked)
  held.current = ticked
  const { q, window: range, sort, project } = filter
  useEffect(() => {
    const isCalm = () =>
      !held.current &&
      window.scrollY <= TOP_PX &&
      Date.now() - lastActivity.current > REST_MS &&
      !isPointedAt() &&
      document.querySelector(OVERLAY) === null
    const shown = { q, window: range, sort, ...(project === undefined ? {} : { project }) }
    const follower = new ListFollower({ queryClient, filter: shown, isCalm, onWaiting: setWaiting })
    const leave = onLiveMessage((message) => follower.hear(message))
    const readAt = queryClient.getQueryState(issuesQuery(shown).queryKey)?.dataUpdatedAt ?? 0
    if (readAt > 0 && lastHeardAt() >= readAt) follower.hear({ kind: 'again' })
    const timer = setInterval(() => follower.resume(), RESUME_MS)
    return () => {
      leave()
      clearInterval(timer)
      follower.stop()
      setWaiting([])
    }
  }, [queryClient, lastActivity, q, range, sort, project])
  const show = () => {
    const start = async () => {
      const fresh = await pendingOf(queryClient).current(() => readFirstPage(filter))
      queryClient.setQueryData<Lists>(issuesQuery(filter).queryKey, { pages: [fresh], pageParams: [''] })
      setWaiting([])
      window.scrollTo(0, 0)
    }
    // If it fails, the pill stays and can be pressed again.
    start().catch(() => undefined)
  }
  return { waiting, show }
}
