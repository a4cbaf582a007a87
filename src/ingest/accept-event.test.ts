import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedJournal } from '#journal/embedded/journal.ts'
import { openEmbeddedReader } from '#journal/embedded/journal-reader.ts'
import { systemClock } from '#platform/clock.ts'
import { inflate } from '#platform/coding/content-encoding.ts'
import { appendEvent } from './accept-event.ts'
import { readStoreEvent } from './read-event.ts'

test('the memory of a body is freed once the journal has it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-accept-'))
  const journal = await openEmbeddedJournal({ dataDir })
  const reader = openEmbeddedReader({ dataDir })
  onTestFinished(async () => {
    await reader.close()
    await journal.close()
    rmSync(dataDir, { recursive: true })
  })
  const deps = { journal, clock: systemClock, ingestHourlyCap: 100, spikeEventsPerMinute: 100 }
  const text = JSON.stringify({ message: 'Disk almost full', extra: { noise: 'x'.repeat(50_000) } })
  const packed = gzipSync(text)
  const bytes = Buffer.allocUnsafeSlow(packed.length)
  packed.copy(bytes)
  const event = readStoreEvent({ bytes, encoding: 'gzip', maxBytes: 100_000 })
  await appendEvent(deps, { orgId: 1, projectId: 1, hourlyCap: null }, event)
  expect(bytes).toHaveLength(0)
  const [record] = await reader.read(0, 0, { maxRecords: 1, maxBytes: 1_000_000 })
  expect(inflate(record!.body!, 'gzip', 100_000).toString()).toBe(text)
})
