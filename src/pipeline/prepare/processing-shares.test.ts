import { expect, test } from 'vitest'
import type { JournalRecord } from '#journal/journal.ts'
import { ProcessingShares } from './processing-shares.ts'

const LARGE = 100_000
const SMALL = 15_000
const LATE = 11_000

/** By clocks that only work and `pass` move. */
function sharesAt(start: number) {
  let [now, spent] = [start, 0]
  const pass = (ms: number) => {
    now += ms
  }
  const clock = () => now
  const shares = new ProcessingShares({ now: clock, steady: clock, spent: () => spent })
  const work = (projectId: number, ms: number, orgId = 1) =>
    shares.measured(recordOf({ projectId, orgId, bytes: LARGE, receivedAt: start }), () => {
      spent += ms
    })
  const isWhole = (projectId: number, { bytes = LARGE, orgId = 1, lateMs = LATE } = {}) =>
    shares.admit(recordOf({ projectId, orgId, bytes, receivedAt: now - lateMs })).body !== null
  return { pass, work, isWhole }
}

function recordOf(of: {
  projectId: number
  orgId: number
  bytes: number
  receivedAt: number
}): JournalRecord {
  const summary = { title: 't', level: 'error', environment: 'e', release: 'r', platform: 'p' }
  return {
    ...{ lane: 0, offset: 1, orgId: of.orgId, projectId: of.projectId, receivedAt: of.receivedAt },
    ...{ eventId: new Uint8Array(16), preview: 'ab', body: new Uint8Array(8) },
    meta: { format: 'store', encoding: 'gzip', eventStart: 10, eventEnd: 10 + of.bytes, summary },
  }
}

const ATTACKED = 1
const OTHER = 2

test('a project that had its share of costly work has large events counted only, while records are late', () => {
  const { work, isWhole } = sharesAt(1.8e12)
  for (let n = 0; n < 100; n++) work(ATTACKED, 40)
  expect([isWhole(ATTACKED), isWhole(ATTACKED, { bytes: SMALL }), isWhole(OTHER)]).toEqual([
    false,
    true,
    true,
  ])
  expect(isWhole(ATTACKED, { lateMs: LATE - 1_500 })).toBe(true)
})

test('it is forgiven in seconds, however much it had; a fifth of the time is never counted', () => {
  const { pass, work, isWhole } = sharesAt(1.8e12)
  for (let n = 0; n < 1_000; n++) work(ATTACKED, 100)
  pass(9_000)
  expect(isWhole(ATTACKED)).toBe(false)
  pass(2_000)
  expect(isWhole(ATTACKED)).toBe(true)
  for (let n = 0; n < 1_000; n++) {
    work(OTHER, 20)
    pass(100)
  }
  expect(isWhole(OTHER)).toBe(true)
})

test('ordinary work is not counted, however much there is', () => {
  const { work, isWhole } = sharesAt(1.8e12)
  for (let n = 0; n < 10_000; n++) work(OTHER, 3)
  expect(isWhole(OTHER)).toBe(true)
})

test('many projects of one organization have two shares together', () => {
  const { work, isWhole } = sharesAt(1.8e12)
  for (let project = 1; project <= 10; project++) for (let n = 0; n < 10; n++) work(project, 100)
  expect([isWhole(1), isWhole(11), isWhole(11, { orgId: 2 })]).toEqual([false, false, true])
})
