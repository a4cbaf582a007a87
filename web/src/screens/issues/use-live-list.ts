import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { type IssueFilter, issueQuery, issuesQuery, readFirstPage } from '../../api/issues.ts'
import type { IssuePage, IssueSummary } from '../../api/wire.ts'
import { OVERLAY } from '../../keyboard/use-shortcuts.ts'
import { type LiveMessage, lastHeardAt, onLiveMessage } from '../../live/live-updates.ts'
import { issueFits } from '../../triage/issue-fits.ts'
import { arrivalsIn, updateInPlace, withArrivals, without } from './merge-fresh.ts'

type Lists = InfiniteData<IssuePage>

const FIRST_LOOK_MS = 50
const BETWEEN_LOOKS_MS = 1000
const REFRESH_COUNTS_MS = 5000
const REFRESH_TRENDS_MS = 15_000
/** The list counts as at rest once neither pointer nor keys were busy in it for this long. */
const REST_MS = 1500
const TOP_PX = 40
/** Of more changed issues than this the list is read again as a whole. */
const MOST_LOOKED_UP = 10

/** Follows the list that is on screen. Rows come and go only while `isCalm` says so. */
class ListFollower {
  readonly #queryClient: QueryClient
  readonly #filter: IssueFilter
  readonly #isCalm: () => boolean
  readonly #onWaiting: (ids: string[]) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #lookedAt = 0
  #countsAt = Date.now()
  #trendsAt = Date.now()
  #changed = new Set<string>()
  #stopped = false

  constructor(options: {
    queryClient: QueryClient
    filter: IssueFilter
    isCalm: () => boolean
    onWaiting: (ids: string[]) => void
  }) {
    this.#queryClient = options.queryClient
    this.#filter = options.filter
    this.#isCalm = options.isCalm
    this.#onWaiting = options.onWaiting
  }

  hear(message: LiveMessage): void {
    if (message.kind === 'rejected') return
    const { project } = this.#filter
    if (message.kind !== 'anew' && project !== undefined && message.project_id !== project) return
    if (message.kind === 'first_event') void this.#queryClient.invalidateQueries({ queryKey: ['projects'] })
    const weighty = message.kind !== 'issue' || message.change !== 'events'
    if (message.kind === 'issue' && message.change !== 'events') this.#changed.add(message.issue_id)
    this.#refreshNumbers(weighty)
    this.#schedule()
  }

  /** Takes up what waits, once the list is at rest. */
  resume(): void {
    if (this.#isCalm()) this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stopped) return
    const rest = this.#lookedAt + BETWEEN_LOOKS_MS - Date.now()
    this.#timer = setTimeout(
      () => {
        this.#look()
          // What could not be read is not lost: the connection, once it is back, has all read anew.
          .catch(() => true)
          .then((done) => {
            this.#timer = undefined
            this.#lookedAt = Date.now()
            if (!done) this.#schedule()
          })
      },
      Math.max(FIRST_LOOK_MS, rest),
    )
  }

  /** @returns false where it has to be done again */
  async #look(): Promise<boolean> {
    const key = issuesQuery(this.#filter).queryKey
    const changed = [...this.#changed]
    const [fresh, lookedUp] = await Promise.all([readFirstPage(this.#filter), this.#lookUp(changed)])
    const lists = this.#queryClient.getQueryData<Lists>(key)
    // A change on its way has put its outcome on screen already; what was read may be older than it.
    if (this.#queryClient.isMutating() > 0) return false
    if (this.#stopped || !lists) return true
    const calm = this.#isCalm()
    const renewed = updateInPlace(lists, lookedUp.known)
    if (calm) {
      const leaving = [
        ...lookedUp.gone,
        ...lookedUp.known.filter((issue) => !issueFits(this.#filter.q, issue)),
      ]
      const here = new Set(fresh.issues.map(({ id }) => id))
      const ids = leaving.map(({ id }) => id).filter((id) => !here.has(id))
      this.#queryClient.setQueryData<Lists>(key, without(withArrivals(renewed, fresh), ids))
      for (const id of changed) this.#changed.delete(id)
    } else {
      this.#queryClient.setQueryData<Lists>(key, updateInPlace(renewed, fresh.issues))
    }
    this.#onWaiting(calm ? [] : arrivalsIn(lists, fresh).map(({ id }) => id))
    return true
  }

  /** What changed issues of the list are now; `gone` where they were deleted. */
  async #lookUp(ids: string[]): Promise<{ known: IssueSummary[]; gone: { id: string }[] }> {
    const lists = this.#queryClient.getQueryData<Lists>(issuesQuery(this.#filter).queryKey)
    const shown = new Set(lists?.pages.flatMap((page) => page.issues.map(({ id }) => id)))
    const asked = ids.filter((id) => shown.has(id)).slice(0, MOST_LOOKED_UP)
    const found = await Promise.all(
      asked.map((id) =>
        this.#queryClient.fetchQuery({ ...issueQuery(id), staleTime: 0 }).catch(undefinedIfGone),
      ),
    )
    return {
      known: found.filter((issue) => issue !== undefined),
      gone: asked.filter((_, index) => found[index] === undefined).map((id) => ({ id })),
    }
  }

  /** Counts of the tabs and sparklines cost more than a page of the list: they follow at a walk. */
  #refreshNumbers(weighty: boolean): void {
    const now = Date.now()
    if (weighty && now - this.#countsAt > REFRESH_COUNTS_MS) {
      this.#countsAt = now
      void this.#queryClient.invalidateQueries({ queryKey: ['issue-count'] })
    }
    if (now - this.#trendsAt > REFRESH_TRENDS_MS) {
      this.#trendsAt = now
      void this.#queryClient.invalidateQueries({ queryKey: ['trends'] })
    }
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

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

/**
 * Keeps a list up to date. At the top of the page, with nothing ticked and no menu open, new issues appear by
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
      document.querySelector(OVERLAY) === null
    const shown = { q, window: range, sort, ...(project === undefined ? {} : { project }) }
    let count = 0
    const onWaiting = (next: string[]) => {
      count = next.length
      setWaiting(next)
    }
    const follower = new ListFollower({ queryClient, filter: shown, isCalm, onWaiting })
    const leave = onLiveMessage((message) => follower.hear(message))
    const readAt = queryClient.getQueryState(issuesQuery(shown).queryKey)?.dataUpdatedAt ?? 0
    if (readAt > 0 && lastHeardAt() >= readAt) follower.hear({ kind: 'anew' })
    const timer = setInterval(() => count > 0 && follower.resume(), BETWEEN_LOOKS_MS)
    return () => {
      leave()
      clearInterval(timer)
      follower.stop()
      setWaiting([])
    }
  }, [queryClient, lastActivity, q, range, sort, project])
  const show = () => {
    const start = async () => {
      const fresh = await readFirstPage(filter)
      queryClient.setQueryData<Lists>(issuesQuery(filter).queryKey, { pages: [fresh], pageParams: [''] })
      setWaiting([])
      window.scrollTo(0, 0)
    }
    // Where it fails the pill stays, to be pressed again.
    start().catch(() => undefined)
  }
  return { waiting, show }
}
