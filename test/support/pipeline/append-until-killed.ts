import { appendFileSync } from 'node:fs'
import { openJournalWriter } from '#journal/open-journal.ts'
import { event, hex } from './journal-fixture.ts'

/**
 * A process of its own: appends to the embedded journal in the directory of its first argument, 32 in flight, and
 * writes each accepted event id as a line to the file of its second, before it goes on. Ends by being killed.
 */
const [dataDir, ledger] = process.argv.slice(2) as [string, string]
const writer = await openJournalWriter({ dataDir, databaseUrl: null })

async function client(): Promise<void> {
  for (;;) {
    const request = event({ hourlyCap: 1e9, spikePerMinute: 1e9 })
    const { status } = await writer.append({ ...request })
    if (status === 'accepted') appendFileSync(ledger, `${hex(request.eventId)}\n`)
  }
}

await Promise.all(Array.from({ length: 32 }, client))
