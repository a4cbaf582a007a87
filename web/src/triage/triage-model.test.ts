import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fate } from '../../test/model-server.ts'
import { expectTruth, FILTER, idsOf, type OpenList, openList, REST_MS } from '../../test/open-list.ts'
import { undoLast } from '../components/overlay/toast.ts'
import type { Change } from './change.ts'
import { runTriage } from './run-triage.ts'

const RESOLVE: Change = { kind: 'status', status: 'resolved' }
const CHANGES: Change[] = [
  RESOLVE,
  { kind: 'status', status: 'ignored' },
  { kind: 'status', status: 'unresolved' },
  { kind: 'snooze', mode: 'occurrences' },
]

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
