import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgresMissing } from '../../test/support/database/shared-postgres.ts'
import {
  appendAll,
  countOf,
  event,
  events,
  JournalFixture,
} from '../../test/support/pipeline/journal-fixture.ts'
import type { KeyCap } from './journal.ts'

let fixture: JournalFixture

describe.each(['embedded', 'postgres'] as const)('caps of keys in the journal: %s', (engine) => {
  const missing = engine === 'postgres' ? postgresMissing : null
  describe.skipIf(missing !== null)(missing ?? 'engine present', () => {
    beforeEach(async () => {
      fixture = await JournalFixture.create(engine)
    })
    afterEach(() => fixture.dispose())

    keyCapTests()
    if (engine === 'postgres') nodeTests()
  })
})

function keyCapTests(): void {
  test("a key's cap is exact under parallel appends, as are those of the project and of other keys", async () => {
    const writer = await fixture.openWriter()
    const [web, app] = [
      { subject: -7, hourlyCap: 100 },
      { subject: -8, hourlyCap: 400 },
    ]
    const send = (count: number, keyCap?: KeyCap) =>
      appendAll(writer, events(count, { hourlyCap: 500, keyCap, receivedAt: fixture.now }))
    const lists = await Promise.all(Array.from({ length: 8 }, () => send(40, web)))
    expect(countOf(lists.flat(), 'accepted')).toBe(100)
    expect(countOf(lists.flat(), 'key_cap_exceeded')).toBe(220)
    expect(lists.flat()).toContainEqual({ status: 'key_cap_exceeded', retryAfterSeconds: 1200 })
    expect(countOf(await send(50, app), 'accepted')).toBe(50)
    expect(countOf(await send(340), 'accepted')).toBe(340)
    const last = await send(20, app)
    expect([countOf(last, 'accepted'), countOf(last, 'cap_exceeded')]).toEqual([10, 10])
    expect(await writer.capUsed(3)).toBe(500)
    fixture.now += 1_200_000
    expect(countOf(await send(101, web), 'accepted')).toBe(100)
  })

  test('an event that was accepted is a duplicate, also once its key has used up its cap', async () => {
    const writer = await fixture.openWriter()
    const request = event({ keyCap: { subject: -7, hourlyCap: 1 } })
    expect((await writer.append({ ...request })).status).toBe('accepted')
    expect((await writer.append({ ...request })).status).toBe('duplicate')
    const refused = event({ keyCap: { subject: -7, hourlyCap: 1 } })
    expect((await writer.append({ ...refused })).status).toBe('key_cap_exceeded')
    expect(await writer.findAccepted(3, refused.eventId)).toBeNull()
    expect(await writer.capUsed(3)).toBe(1)
  })

  test('the cap of a key outlives a restart', async () => {
    const keyCap = { subject: -281_474_976_710_655, hourlyCap: 40 }
    const first = await fixture.openWriter()
    await appendAll(first, events(30, { keyCap }))
    await first.close()
    const more = await appendAll(await fixture.openWriter(), events(30, { keyCap }))
    expect([countOf(more, 'accepted'), countOf(more, 'key_cap_exceeded')]).toEqual([10, 20])
  })
}

function nodeTests(): void {
  test('two nodes share the cap of a key, exactly', async () => {
    const writers = [await fixture.openWriter(), await fixture.openWriter()]
    const keyCap = { subject: -7, hourlyCap: 130 }
    const lists = await Promise.all(
      writers.flatMap((writer) => Array.from({ length: 8 }, () => appendAll(writer, events(20, { keyCap })))),
    )
    expect(countOf(lists.flat(), 'accepted')).toBe(130)
    expect(countOf(lists.flat(), 'key_cap_exceeded')).toBe(190)
  })
}
