import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fate } from '../../test/model-server.ts'
import { expectTruth, type OpenList, openList, REST_MS } from '../../test/open-list.ts'
import { undoLast } from '../components/overlay/toast.ts'
import type { Change } from './change.ts'
import { runTriage } from './run-triage.ts'

const RESOLVE: Change = { kind: 'status', status: 'resolved' }

describe('a change of many issues', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const answered: Fate = { kind: 'answered', delayMs: 100 }
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
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

  it('that is undone on its way stops, is taken back, and is not announced as made', async () => {
    const list = await resolveMany([answered, answered, answered])
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
    const list = await resolveMany([answered, { kind: 'conflict', delayMs: 1000 }])
    await wait(250)
    expect(resolved(list)).toBe(500)
    await wait(laterMs)
    undoLast()
    await wait(REST_MS)
    expect(resolved(list)).toBe(0)
    expectTruth(list)
    list.end()
  })
})
