import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgresMissing } from '../../test/support/database/shared-postgres.ts'
import { event, JournalFixture } from '../../test/support/pipeline/journal-fixture.ts'

let fixture: JournalFixture

describe.each(['embedded', 'postgres'] as const)('a journal whose clock jumps: %s', (engine) => {
  const missing = engine === 'postgres' ? postgresMissing : null
  describe.skipIf(missing !== null)(missing ?? 'engine present', () => {
    beforeEach(async () => {
      fixture = await JournalFixture.create(engine)
    })
    afterEach(() => fixture.dispose())

    test('an event that is sent again after the clock was set ahead has no effect, also after a restart', async () => {
      const writer = await fixture.openWriter()
      const request = event()
      expect((await writer.append({ ...request })).status).toBe('accepted')
      fixture.now += 60 * 3_600_000
      const again = () => event({ eventId: request.eventId, receivedAt: fixture.now })
      expect(await writer.append(again())).toEqual({ status: 'duplicate' })
      expect(await writer.findAccepted(3, request.eventId)).not.toBeNull()
      await writer.close()
      const next = await fixture.openWriter()
      expect(await next.append(again())).toEqual({ status: 'duplicate' })
      expect((await next.append(event({ receivedAt: fixture.now }))).status).toBe('accepted')
      expect(await next.append(again())).toEqual({ status: 'duplicate' })
    })
  })
})
