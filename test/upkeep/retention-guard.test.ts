import { beforeEach, expect, test } from 'vitest'
import { type HeldSweep, type RetentionOutcome, sweepRetention } from '#actions/upkeep/retention.ts'
import { RetentionClock } from '#actions/upkeep/retention-clock.ts'
import type { Project } from '#contract/project/project.ts'
import { acceptTime } from '#storage/upkeep/known-time.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const DAYS = 90

describeOn(ENGINES, 'Retention and clocks with stored issues', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let held: HeldSweep[]

  beforeEach(async () => {
    const { database } = fixture.server
    await database.queries.deleteFrom('setting').where('name', 'like', '%_time').execute()
    await database.queries.deleteFrom('consumer').execute()
    await database.queries.updateTable('project').set({ deleted_at: START }).execute()
    project = await seedProject(database, fixture.org, `p${crypto.randomUUID()}`)
    await database.queries
      .updateTable('project')
      .set({ created_at: START - 400 * DAY })
      .where('id', '=', project.projectId)
      .execute()
    held = []
  })

  async function newIssue(events: SeedEvent[]): Promise<void> {
    const title = `Error: ${crypto.randomUUID()}`
    await seedIssue(fixture.server.database, { project, title, events })
  }
  const aged = (...days: number[]): SeedEvent[] => days.map((age) => ({ at: START - age * DAY + HOUR / 2 }))
  function sweep(now: number): Promise<RetentionOutcome> {
    const { database } = fixture.server
    return sweepRetention({
      ...{
        database,
        now,
        clock: () => now,
        retentionDays: DAYS,
        quietIssueDays: 180,
        goesOn: async () => true,
      },
      ...{ journal: { findAccepted: async () => null }, onHeld: (of) => held.push(of) },
    })
  }
  async function stored(): Promise<number> {
    const rows = await fixture.server.database.queries
      .selectFrom('event')
      .select('seq')
      .where('project_id', '=', project.projectId)
      .execute()
    return rows.length
  }
  /** The clock of a node whose machine says `wall`; time passes with `steady`. */
  function nodeClock(
    times: { wall: number; steady: number },
    doubts: (string | null)[] = [],
  ): RetentionClock {
    const { database } = fixture.server
    return new RetentionClock({
      // The clock of a database server cannot be set in a test; SQLite's rule is the same without it.
      database: { ...database, dialect: 'sqlite' },
      clock: () => times.wall,
      steady: () => times.steady,
      onDoubt: (doubt) => doubts.push(doubt),
    })
  }

  test('a sweep that would remove more of a project than was to be expected stops, and goes on when someone says so', async () => {
    await newIssue(aged(1, 2, 3, 40, 50))
    expect(await sweep(START)).toMatchObject({ events: 0 })
    expect(await sweep(START + 55 * DAY)).toMatchObject({ events: 0 })
    expect(held).toEqual([{ projectUid: project.projectUid, events: 2, ofEvents: 5 }])
    expect(await stored()).toBe(5)
    const path = `/api/v1/projects/${project.projectUid}`
    const waiting = () => fixture.client.get<Project>(path).then((shown) => shown.retention_held_events)
    expect(await waiting()).toBe(2)
    expect((await fixture.client.request('PATCH', path, { retention_days: null })).status).toBe(200)
    expect(await waiting()).toBeNull()
    expect(await sweep(START + 55 * DAY)).toMatchObject({ events: 2 })
    expect(await stored()).toBe(3)
  })

  test('nothing else goes from such a project: no dead letter, for one', async () => {
    const { queries } = fixture.server.database
    await newIssue(aged(1, 2, 3, 40, 50))
    await sweep(START)
    const letter = { event_id: Buffer.alloc(16, 3), reason: 'x', meta: '{}', body: null, issue_id: null }
    await queries
      .insertInto('dead_letter')
      .values({
        ...letter,
        org_id: project.orgId,
        project_id: project.projectId,
        received_at: START,
        created_at: START - 50 * DAY,
      })
      .execute()
    expect(await sweep(START + 60 * DAY)).toEqual({ events: 0, other: 0 })
  })

  test('what became old since the last sweep goes, however much it is: a quiet project with one bad hour is not held', async () => {
    await newIssue(aged(DAYS - 1, DAYS - 1, DAYS - 1, 1))
    expect(await sweep(START)).toMatchObject({ events: 0 })
    expect(await sweep(START + 23 * HOUR)).toMatchObject({ events: 0 })
    expect(await sweep(START + DAY)).toMatchObject({ events: 0 })
    // A clock that was behind meanwhile takes nothing back.
    expect(await sweep(START - 5 * DAY)).toMatchObject({ events: 0 })
    expect(await sweep(START + DAY + HOUR)).toMatchObject({ events: 3 })
    expect(held).toEqual([])
  })

  test('a retention that was shortened, by the project or by the installation, removes what it says', async () => {
    await newIssue(aged(1, 40, 50, 60))
    await sweep(START)
    const { database } = fixture.server
    const deps = {
      database,
      clock: () => START,
      quietIssueDays: 180,
      goesOn: async () => true,
      onHeld: (of: HeldSweep) => held.push(of),
    }
    const journal = { findAccepted: async () => null }
    expect(await sweepRetention({ ...deps, journal, now: START, retentionDays: 45 })).toMatchObject({
      events: 2,
    })
    await fixture.client.request('PATCH', `/api/v1/projects/${project.projectUid}`, { retention_days: 30 })
    expect(await sweep(START)).toMatchObject({ events: 1 })
    expect(held).toEqual([])
  })

  test('a clock 100 days ahead at the start removes nothing and is said; set right, retention goes on', async () => {
    const doubts: (string | null)[] = []
    expect(await nodeClock({ wall: START, steady: 0 }).read()).toBe(START)
    const times = { wall: START + 100 * DAY, steady: 0 }
    const clock = nodeClock(times, doubts)
    expect(await clock.read()).toBe(START)
    expect(doubts).toEqual([expect.stringContaining('100.0 days ahead of')])
    for (let hour = 0; hour < 24 * 30; hour += 6) {
      times.wall += 6 * HOUR
      times.steady += 6 * HOUR
      expect(await clock.read()).toBeLessThanOrEqual(START + times.steady + HOUR)
    }
    expect(clock.doubt).not.toBeNull()
    times.wall -= 100 * DAY
    expect(await clock.read()).toBe(times.wall)
    expect([clock.doubt, doubts.length, doubts.at(-1)]).toEqual([null, 2, null])
  })

  test('a clock that is ahead at the start, as after a stop, is said and waits by itself; one that jumps later does not', async () => {
    await nodeClock({ wall: START, steady: 0 }).read()
    const times = { wall: START + 3 * DAY, steady: 0 }
    const clock = nodeClock(times)
    for (const expected of [true, true, false]) {
      await clock.read()
      expect([clock.doubt === null, clock.isWaiting]).toEqual([false, expected])
      times.steady += 6 * HOUR
      times.wall += expected && times.steady > 6 * HOUR ? 12 * HOUR : 6 * HOUR
    }
    for (const wall of [START - 3 * DAY, START + 30 * DAY]) {
      const other = nodeClock({ wall, steady: 0 })
      await other.read()
      expect([other.doubt === null, other.isWaiting]).toEqual([false, false])
    }
  })

  test('a clock that is set back while the service runs, and then right again, is never in front of the truth', async () => {
    const times = { wall: START, steady: 0 }
    const clock = nodeClock(times)
    await clock.read()
    for (const jump of [-400 * DAY, 400 * DAY, -20 * DAY, 50 * DAY, 0]) {
      times.steady += HOUR
      times.wall = START + times.steady + jump
      expect(await clock.read()).toBeLessThanOrEqual(START + times.steady)
      expect(clock.doubt === null).toBe(jump === 0)
    }
    // What the next process knows is the truth as well.
    expect(await nodeClock({ wall: START + times.steady + 300 * DAY, steady: 0 }).read()).toBe(times.wall)
  })

  test('an installation that has noted nothing yet goes by the last work of its pipeline', async () => {
    await fixture.server.database.queries
      .insertInto('consumer')
      .values({
        lane: 0,
        epoch: 'e',
        consumed_offset: 1,
        attempts: 0,
        next_event_number: 1,
        updated_at: START,
      })
      .execute()
    const clock = nodeClock({ wall: START + 100 * DAY, steady: 0 })
    expect(await clock.read()).toBe(START)
    expect(clock.doubt).toContain('100.0 days ahead of')
  })

  test('an operator says that the clock is right, and a node that runs takes it over', async () => {
    const times = { wall: START, steady: 0 }
    const clock = nodeClock(times)
    await clock.read()
    for (const jump of [30 * DAY, -60 * DAY]) {
      times.wall += jump
      times.steady += 60_000
      await clock.read()
      expect(clock.doubt).not.toBeNull()
      await acceptTime(fixture.server.database.queries, times.wall)
      times.wall += 60_000
      times.steady += 60_000
      expect(await clock.read()).toBe(times.wall)
      expect(clock.doubt).toBeNull()
    }
  })

  // SQLite has no clock of its own.
  if (engine.name === 'PostgreSQL') {
    test("a node whose clock differs from PostgreSQL's goes by the earlier one, and says so", async () => {
      const { database } = fixture.server
      for (const [jump, word] of [
        [100 * DAY, 'ahead of'],
        [-3 * DAY, 'behind'],
      ] as const) {
        await database.queries.deleteFrom('setting').where('name', 'like', '%_time').execute()
        const clock = new RetentionClock({
          ...{ database, clock: () => Date.now() + jump, steady: () => performance.now() },
          onDoubt: () => {},
        })
        expect(Math.abs((await clock.read()) - Date.now() - Math.min(jump, 0))).toBeLessThan(10_000)
        expect(clock.doubt).toContain(`days ${word} the clock of PostgreSQL`)
      }
    })
  }

  test('of two nodes, one with a wrong clock moves nothing for the other', async () => {
    const [right, wrong] = [
      { wall: START, steady: 0 },
      { wall: START, steady: 500 },
    ]
    const clocks = [nodeClock(right), nodeClock(wrong)]
    for (const clock of clocks) await clock.read()
    for (let minute = 0; minute < 200; minute++) {
      for (const times of [right, wrong]) times.steady += 60_000
      right.wall += 60_000
      wrong.wall = right.wall + 100 * DAY
      for (const clock of clocks) expect(await clock.read()).toBeLessThanOrEqual(right.wall)
    }
    expect(clocks[0]!.doubt).toBeNull()
    expect(clocks[1]!.doubt).toContain('ahead of')
  })
})
