import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import { sessionQuery } from '../src/api/account/session.ts'
import { ISSUES_PER_PAGE, issuesQuery } from '../src/api/issues.ts'
import { pendingOf } from '../src/api/pending-changes.ts'
import type { Session } from '../src/api/wire.ts'
import { createQueryClient } from '../src/app/query-client.ts'
import { filterOf } from '../src/entities/issue/issue-filter.ts'
import { ListFollower } from '../src/screens/issues/live/list-follower.ts'
import { noteSessionEnd, takeInterrupted } from '../src/session/session-end.ts'
import { shownList } from '../src/triage/shown-issues.ts'
import { ModelServer } from './model-server.ts'

export const FILTER = filterOf({ sort: 'title_asc' })
const READER = 'reader'
/** Longer than any request with its retries, and any rest of the live list. */
export const REST_MS = 60_000

/** A list on screen, live, over a server that may fail. */
export function openList(issues: number) {
  const server = new ModelServer(issues)
  vi.stubGlobal('fetch', server.fetch)
  const queryClient = createQueryClient(() => noteSessionEnd(queryClient, '/issues'))
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: READER } } as Session)
  const observer = new InfiniteQueryObserver(queryClient, issuesQuery(FILTER))
  const close = observer.subscribe(() => undefined)
  const calm = { now: true }
  const follower = new ListFollower({
    queryClient,
    filter: FILTER,
    isCalm: () => calm.now,
    onWaiting: () => undefined,
  })
  server.onChange = (id) => {
    const message = { kind: 'issue', change: 'changed', issue_id: id, project_id: 'p' } as const
    setTimeout(() => follower.hear(message), 5)
  }
  const resume = setInterval(() => follower.resume(), 1000)
  const shown = () => {
    const pages = observer.getCurrentResult().data?.pages ?? []
    const { pages: rows, total } = shownList(pages, FILTER.q, pendingOf(queryClient).state())
    return { rows: rows.flat(), total }
  }
  /** When the network or the same reader is back, interrupted changes are sent and the screen is read again. */
  const recover = () => {
    server.offline = false
    server.signedOut = false
    takeInterrupted(READER)?.run()
    follower.hear({ kind: 'again' })
  }
  const end = () => {
    close()
    follower.stop()
    clearInterval(resume)
    takeInterrupted(READER)
    queryClient.clear()
  }
  return { server, queryClient, observer, follower, calm, shown, recover, end }
}

export type OpenList = ReturnType<typeof openList>

export const idsOf = (list: OpenList) => list.shown().rows.map(({ id }) => id)

/**
 * What the reader sees is true: every row is listed on the server, in the state it is shown in, no row of the first
 * page is missing, and the total is right. The order is the one the list was read in.
 */
export function expectTruth({ server, shown, queryClient }: OpenList): void {
  const state = ({ id, status, snoozed }: { id: string; status: string; snoozed: boolean }) =>
    `${id} ${status} ${snoozed}`
  const truth = server.matching(FILTER.q).map(state)
  const { rows, total } = shown()
  const seen = rows.map(state)
  expect(seen.filter((row) => !truth.includes(row))).toEqual([])
  expect(truth.slice(0, ISSUES_PER_PAGE).filter((row) => !seen.includes(row))).toEqual([])
  expect(total).toBe(truth.length)
  expect(pendingOf(queryClient).state().changes).toEqual([])
}
