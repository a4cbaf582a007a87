import { expect, it, onTestFinished } from 'vitest'
import { LATE_MS, LaneWatch, STUCK_MS } from '#pipeline/lane/watch.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { FailingStatements } from '../support/database/failing-statements.ts'
import { ConsumedLane } from '../support/pipeline/consumed-lane.ts'

describeOn(ENGINES, 'the watch over the lanes knows how late they are', (engine) => {
  /** A lane, a worker, and a watch by clocks that the test moves. */
  async function watchedLane() {
    const lane = await ConsumedLane.ofTest(engine)
    const preparer = lane.preparer()
    const worker = lane.consumer(preparer)
    const time = { wall: Date.now(), steady: 0 }
    const newWatch = () => {
      const { database, journal } = lane
      const watch = new LaneWatch({ database, journal, clock: () => time.wall, steady: () => time.steady })
      onTestFinished(() => watch.close())
      return watch
    }
    onTestFinished(async () => {
      await worker.rest()
      await preparer.close()
    })
    const pass = (ms: number) => {
      time.wall += ms
      time.steady += ms
    }
    return { lane, worker, time, pass, newWatch, watch: newWatch() }
  }
  const stateOf = async (watch: LaneWatch) => (await watch.health()).state

  it('nothing waits: nothing is late, for hours', async () => {
    const { lane, worker, pass, watch } = await watchedLane()
    expect(await stateOf(watch)).toBe('ok')
    await lane.accept({ message: 'processed' })
    await lane.drain(worker)
    pass(10 * STUCK_MS)
    expect(await stateOf(watch)).toBe('ok')
  })

  it('late after a minute, stuck after five; attempts that fail are not success', async () => {
    const { lane, worker, pass, watch } = await watchedLane()
    const failing = FailingStatements.ofTest()
    await lane.accept({ message: 'waits' })
    const tryInVain = async () => {
      failing.begin({ nth: 4, mode: 'onwards', error: new Error('in the way') })
      await expect(worker.step()).rejects.toThrow('in the way')
      failing.begin(null)
    }
    await tryInVain()
    expect(await stateOf(watch)).toBe('ok')
    pass(LATE_MS)
    await tryInVain()
    expect(await watch.health()).toMatchObject({
      state: 'late',
      delay: { lane: lane.lane, stalledMs: LATE_MS },
    })
    pass(STUCK_MS - LATE_MS)
    await tryInVain()
    expect(await stateOf(watch)).toBe('stuck')
    pass(1000)
    await lane.drain(worker)
    pass(1000)
    expect(await stateOf(watch)).toBe('ok')
  })

  it('after a restart, an event that has waited for long is late at once, and stuck after a minute', async () => {
    const { lane, pass, newWatch } = await watchedLane()
    await lane.accept({ message: 'waits' })
    pass(STUCK_MS)
    const watch = newWatch()
    expect(await stateOf(watch)).toBe('late')
    pass(LATE_MS)
    expect(await stateOf(watch)).toBe('stuck')
  })

  it('a backlog that is worked off is late, never stuck', async () => {
    const { lane, worker, pass, watch } = await watchedLane()
    const { queries } = lane.database
    const [first, ...rest] = Array.from({ length: 12 }, (_, n) => ({ message: `number ${n}` }))
    await lane.accept(first!)
    await lane.drain(worker)
    for (const event of rest) await lane.accept(event)
    pass(STUCK_MS)
    // As if each had come with a batch of its own: the lane moves on by one a minute.
    for (const _ of rest) {
      await queries
        .updateTable('consumer')
        .set((eb) => ({ consumed_offset: eb('consumed_offset', '+', 1) }))
        .where('lane', '=', lane.lane)
        .execute()
      pass(LATE_MS)
      expect(await stateOf(watch)).toBe((await lane.waiting()) > 0 ? 'late' : 'ok')
    }
  })

  it('a clock that was set makes nothing stuck, and hides nothing', async () => {
    const { lane, time, pass, watch } = await watchedLane()
    await lane.accept({ message: 'waits' })
    time.wall += 24 * 3_600_000
    expect(await stateOf(watch)).toBe('late')
    time.wall -= 48 * 3_600_000
    pass(1000)
    expect(await stateOf(watch)).toBe('ok')
    pass(STUCK_MS)
    expect(await stateOf(watch)).toBe('stuck')
  })
})
