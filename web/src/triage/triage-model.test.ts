import { InfiniteQueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fate, ModelServer } from '../../test/model-server.ts'
import { sessionQuery } from '../api/account/session.ts'
import { ISSUES_PER_PAGE, issuesQuery } from '../api/issues.ts'
import { pendingOf } from '../api/pending-changes.ts'
import type { Session } from '../api/wire.ts'
import { createQueryClient } from '../app/query-client.ts'
import { undoLast } from '../components/overlay/toast.ts'
import { filterOf } from '../entities/issue/issue-filter.ts'
import { ListFollower } from '../screens/issues/live/list-follower.ts'
import { noteSessionEnd, takeInterrupted } from '../session/session-end.ts'
import type { Change } from './change.ts'
import { runTriage } from './run-triage.ts'
import { shownList } from './shown-issues.ts'

const FILTER = filterOf({ sort: 'title_asc' })
const READER = 'reader'
/** Longer than any request with its retries, and any rest of the live list. */
const REST_MS = 60_000

const RESOLVE: Change = { kind: 'status', status: 'resolved' }
const CHANGES: Change[] = [
  RESOLVE,
  { kind: 'status', status: 'ignored' },
  { kind: 'status', status: 'unresolved' },
  { kind: 'snooze', mode: 'occurrences' },
]

/** A list on screen, live, over a server that may fail. */
function openList(issues: number) {
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

type OpenList = ReturnType<typeof openList>

const idsOf = (list: OpenList) => list.shown().rows.map(({ id }) => id)

/**
 * What the reader sees is true: every row is listed on the server, in the state it is shown in, no row of the first
 * page is missing, and the total is right. The order is the one the list was read in.
 */
function expectTruth({ server, shown, queryClient }: OpenList): void {
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

describe('triage against a server that may fail', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const fates = (...kinds: Fate['kind'][]) => kinds.map((kind): Fate => ({ kind, delayMs: 100 }))
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('a change that fails while it is undone leaves the issue as the server has it', async () => {
    const list = openList(3)
    await wait(10)
    list.server.fates = fates('lost')
    void runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    expect(idsOf(list)).toEqual(['issue-001', 'issue-002'])
    undoLast()
    expect(idsOf(list)).toEqual(['issue-000', 'issue-001', 'issue-002'])
    await wait(REST_MS)
    expect(list.server.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1)
    expectTruth(list)
    list.end()
  })

  it('a change that fails takes no other one with it', async () => {
    const list = openList(3)
    await wait(10)
    const [first, second] = list.shown().rows
    list.server.fates = [...fates('refused'), { kind: 'answered', delayMs: 10 }]
    void runTriage(list.queryClient, [first!], RESOLVE)
    void runTriage(list.queryClient, [second!], RESOLVE)
    await wait(50)
    expect(list.server.issues.get('issue-001')?.status).toBe('resolved')
    expect(idsOf(list)).toEqual(['issue-002'])
    list.server.fates = []
    await wait(60)
    expect(idsOf(list)).toEqual(['issue-000', 'issue-002'])
    list.end()
  })

  it('a page that is being loaded still comes, and brings nothing back', async () => {
    const list = openList(120)
    await wait(10)
    const [first] = list.shown().rows
    list.server.fates = [...fates('answered'), { kind: 'answered', delayMs: 1 }]
    void list.observer.fetchNextPage()
    void runTriage(list.queryClient, [first!], RESOLVE)
    await wait(400)
    expect(idsOf(list)).toHaveLength(99)
    expect(idsOf(list)).not.toContain('issue-000')
    list.end()
  })

  it('another query about issues does not stop it', async () => {
    const list = openList(3)
    await wait(10)
    list.queryClient.setQueryData(['issues-elsewhere', FILTER], { issues: [], total: 0 })
    const made = runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    await wait(10)
    expect(await made).toBe(true)
    list.end()
  })

  it('a change that cannot be made, because someone was faster, leaves the issue as the server has it', async () => {
    const list = openList(3)
    await wait(10)
    list.server.fates = fates('conflict')
    const made = runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    expect(idsOf(list)).toEqual(['issue-001', 'issue-002'])
    await wait(REST_MS)
    expect(await made).toBe(false)
    expect(list.server.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1)
    expectTruth(list)
    list.end()
  })

  it('a change while the network is away is gone from the screen, and can be made when it is back', async () => {
    const list = openList(3)
    await wait(10)
    list.server.offline = true
    const made = runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    await wait(REST_MS)
    expect(await made).toBe(false)
    expect(idsOf(list)).toContain('issue-000')
    list.recover()
    await wait(REST_MS)
    expectTruth(list)
    const again = runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    await wait(10)
    expect(await again).toBe(true)
    expect(list.server.issues.get('issue-000')?.status).toBe('resolved')
    list.end()
  })

  it('a change that the end of the session interrupts is made once, when the same reader is back', async () => {
    const list = openList(3)
    await wait(10)
    list.server.signedOut = true
    const made = runTriage(list.queryClient, list.shown().rows.slice(0, 1), RESOLVE)
    await wait(10)
    expect(await made).toBe(false)
    expect(list.server.issues.get('issue-000')?.status).toBe('unresolved')
    list.recover()
    list.recover()
    await wait(REST_MS)
    expect(list.server.issues.get('issue-000')?.status).toBe('resolved')
    expect(list.server.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(2)
    expectTruth(list)
    list.end()
  })

  const patches = ({ server }: OpenList) => server.requests.filter((request) => request.startsWith('PATCH'))
  const resolved = ({ server }: OpenList) => server.matching('is:resolved').length

  /** Resolves 1,100 issues, in three parts; nothing but the change asks the server. */
  async function resolveMany(coming: Fate[]) {
    const list = openList(1100)
    await wait(10)
    list.server.onChange = () => undefined
    list.server.fates = coming
    void runTriage(list.queryClient, list.server.matching(''), RESOLVE)
    return list
  }

  it('a change of many that is undone on its way stops, is taken back, and is not announced as made', async () => {
    const list = await resolveMany(fates('answered', 'answered', 'answered'))
    await wait(250)
    undoLast()
    await wait(REST_MS)
    expect(resolved(list)).toBe(0)
    const sent = patches(list).length
    // Two parts, and the same two back: the third was not wanted any more.
    expect(sent).toBe(4)
    undoLast()
    await wait(REST_MS)
    expect(patches(list)).toHaveLength(sent)
    expectTruth(list)
    list.end()
  })

  it.each([
    ['before the rest fails', 0],
    ['after the rest failed', 9000],
  ])('the part of a change that was made can be undone %s', async (_, laterMs) => {
    const list = await resolveMany([...fates('answered'), { kind: 'conflict', delayMs: 1000 }])
    await wait(250)
    expect(resolved(list)).toBe(500)
    await wait(laterMs)
    undoLast()
    await wait(REST_MS)
    expect(resolved(list)).toBe(0)
    expectTruth(list)
    list.end()
  })

  const fate = fc.record({
    kind: fc.constantFrom<Fate['kind']>(
      ...(['answered', 'answered', 'answered', 'refused', 'conflict', 'lost', 'answer lost'] as const),
    ),
    delayMs: fc.nat({ max: 300 }),
  })
  const step = fc.oneof(
    fc.record({
      do: fc.constant('change'),
      at: fc.nat({ max: 70 }),
      count: fc.integer({ min: 1, max: 4 }),
      change: fc.constantFrom(...CHANGES),
    }),
    fc.record({
      do: fc.constantFrom(
        ...(['undo', 'more', 'again', 'refetch', 'busy', 'calm', 'add'] as const),
        ...(['offline', 'sign out', 'recover'] as const),
      ),
    }),
    fc.record({
      do: fc.constantFrom('resolve', 'reopen', 'remove'),
      at: fc.nat({ max: 70 }),
      count: fc.integer({ min: 1, max: 30 }),
    }),
  )

  it('once idle, the screen shows what the server has, whatever failed meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ step, waitMs: fc.nat({ max: 400 }) }), { minLength: 1, maxLength: 12 }),
        fc.array(fate, { maxLength: 40 }),
        async (steps, fatesToCome) => {
          const list = openList(70)
          await wait(10)
          list.server.fates = [...fatesToCome]
          for (const [index, { step: next, waitMs }] of steps.entries()) {
            take(list, next, index)
            await wait(waitMs)
          }
          list.server.fates = []
          list.calm.now = true
          if (list.server.offline || list.server.signedOut) list.recover()
          await wait(REST_MS)
          expectTruth(list)
          list.end()
        },
      ),
      { numRuns: 100 },
    )
  })

  function take(
    list: OpenList,
    next: { do: string; at?: number; count?: number; change?: Change },
    index: number,
  ) {
    const { at = 0, count = 0 } = next
    const { rows } = list.shown()
    const some = [...list.server.issues.keys()].slice(at, at + count)
    if (next.change) return void runTriage(list.queryClient, rows.slice(at, at + count), next.change)
    if (next.do === 'undo') undoLast()
    if (next.do === 'more') void list.observer.fetchNextPage()
    if (next.do === 'refetch') void list.observer.refetch()
    if (next.do === 'again') list.follower.hear({ kind: 'again' })
    if (next.do === 'busy' || next.do === 'calm') list.calm.now = next.do === 'calm'
    if (next.do === 'offline') list.server.offline = true
    if (next.do === 'sign out') list.server.signedOut = true
    if (next.do === 'recover') list.recover()
    if (next.do === 'add') list.server.add(`issue-000-${index}`)
    if (next.do === 'resolve') for (const id of some) list.server.change(id, { status: 'resolved' })
    if (next.do === 'reopen') for (const id of some) list.server.change(id, { status: 'unresolved' })
    if (next.do === 'remove') for (const id of some) list.server.remove(id)
  }
})
