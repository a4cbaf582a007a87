import { expect, it } from 'vitest'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES, type Engine } from '../support/database/engines.ts'
import { FailingStatements, failuresOf, type StatementFault } from '../support/database/failing-statements.ts'
import { ConsumedLane } from '../support/pipeline/consumed-lane.ts'

/** More than the attempts after which a record is given up, and its body after it. */
const FAILING_STEPS = 10
const MODES: StatementFault['mode'][] = ['once', 'onwards', 'answer']
/** In SQLite, which is in the same process, a statement that fails has no effect. */
const modesOn = (engine: Engine) => MODES.filter((mode) => engine.name === 'PostgreSQL' || mode !== 'answer')
/** More than a batch has statements. */
const MOST_STATEMENTS = 60

/** A batch that begins issues, goes on with others and has everything that is counted. */
function events(batch: string): object[] {
  return [`new in ${batch}`, `new in ${batch}`, 'known'].map((type, n) => ({
    exception: { values: [{ type, value: 'it broke' }] },
    release: `${batch}.${n}`,
    environment: n === 0 ? 'live' : 'test',
    user: { id: `${batch} ${n}`, email: `ada+${n}@example.com` },
  }))
}

describeOn(ENGINES, 'storage that fails costs no event', (engine) => {
  it.each(modesOn(engine))('at each statement in turn, with every class of error (%s)', async (mode) => {
    const lane = await ConsumedLane.ofTest(engine)
    const failing = FailingStatements.ofTest()
    const preparer = lane.preparer()
    const consumer = lane.consumer(preparer)
    const errors = failuresOf(lane.database.dialect)
    const met = new Set<Error | 'lost'>()
    // Each mode meets other errors at the same statements.
    const shift = MODES.indexOf(mode)
    let longest = 0
    for (let nth = 1; nth <= MOST_STATEMENTS; nth++) {
      for (const event of events(`batch ${nth}`)) await lane.accept(event)
      const error = errors[(nth + shift) % errors.length]!
      let failures = 0
      for (let step = 0; step < FAILING_STEPS; step++) {
        failing.begin({ nth, mode, error })
        await consumer.step().catch(() => {})
        failures += failing.failures
      }
      if (failures > 0) met.add(error)
      failing.begin(null)
      await lane.drain(consumer)
      if (failures === 0) break
      longest = nth
    }
    expect(longest).toBeGreaterThan(15)
    expect([...met]).toHaveLength(errors.length)
    await consumer.rest()
    await preparer.close()
    const { accepted } = lane
    expect(await lane.totals()).toEqual({ events: accepted, stored: accepted, letters: [], bodies: 0 })
    expect((await verifyDatabase(lane.database.queries)).differences).toEqual([])
    expect((await lane.position()).attempts).toBe(0)
  })
})
