import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import type { JournalReader, JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { ENGINES } from '../support/database/engines.ts'

const KEY = { orgId: 1, projectId: 1, hourlyCap: null }
const LIMITS = { ingestHourlyCap: 1000, spikeEventsPerMinute: 1000 }

describe.each(ENGINES)('The body of an event, on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'does not wait for the collector', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-bodies-'))
    let journal: JournalWriter
    let reader: JournalReader

    beforeAll(async () => {
      const place = { dataDir, databaseUrl: await engine.databaseUrl() }
      journal = await openJournalWriter(place)
      reader = await openJournalReader(place)
    })
    afterAll(async () => {
      await reader?.close()
      await journal?.close()
      rmSync(dataDir, { recursive: true, force: true })
    })

    /** @returns what the journal has of it. */
    async function accept(bytes: Buffer): Promise<string> {
      const event = readStoreEvent({ bytes, encoding: 'identity', maxBytes: 1_000_000 })
      await acceptEvent({ journal, clock: Date.now, ...LIMITS }, { key: KEY, clientIp: undefined }, event)
      const { lane, lastOffset } = (await reader.positions()).find((one) => one.lastOffset > 0)!
      const [record] = await reader.read(lane, lastOffset - 1, 1, 1_000_000)
      return Buffer.from(record!.body!).toString()
    }

    test('it is freed once the journal has it', async () => {
      const text = JSON.stringify({ message: 'a'.repeat(20_000) })
      const bytes = Buffer.alloc(text.length)
      bytes.write(text)
      expect(await accept(bytes)).toBe(text)
      expect(bytes.byteLength).toBe(0)
    })

    test('one that is cut from a larger piece is left alone, with what is beside it', async () => {
      const text = JSON.stringify({ message: 'b' })
      const piece = Buffer.alloc(1000, '.')
      piece.write(text, 100)
      expect(await accept(piece.subarray(100, 100 + text.length))).toBe(text)
      expect(piece.toString('utf8', 99, 101 + text.length)).toBe(`.${text}.`)
    })
  })
})
