import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openJournalWriter } from '#journal/open-journal.ts'
import { event, hex } from './journal-fixture.ts'

/**
 * A process of its own: appends to the embedded journal in the directory of its first argument, 32 in flight, and
 * prints each accepted event id on a line, synchronously, before it goes on. Ends by being killed.
 */
const writer = await openJournalWriter({ dataDir: process.argv[2]!, databaseUrl: null })

async function client(): Promise<void> {
  for (;;) {
    const request = event({ hourlyCap: 1e9, spikePerMinute: 1e9 })
    const { status } = await writer.append({ ...request })
    if (status === 'accepted') writeSync(1, `${hex(request.eventId)}\n`)
    await nextTurn()
  }
}

await Promise.all(Array.from({ length: 32 }, client))
