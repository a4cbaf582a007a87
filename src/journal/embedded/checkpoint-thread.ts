import { parentPort, workerData } from 'node:worker_threads'
import { FEW_FRAMES, openJournalFileBeside } from './format/file.ts'
import type { FromCheckpointThread, ToCheckpointThread } from './messages.ts'

/**
 * Copies committed pages into the journal's file, so that no accept waits. Repeating leaves the writer, who
 * must do the last round for the log to start over, only what was committed meanwhile.
 */
const MAX_ROUNDS = 4

const port = parentPort
if (!port) throw new Error('checkpoint-thread.ts runs as a worker only.')

const db = openJournalFileBeside(workerData as string, { readonly: false })
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
const state = db.prepare('PRAGMA wal_checkpoint(NOOP)')

function runRounds(): FromCheckpointThread {
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      checkpoint.get()
      const { log, checkpointed } = state.get() as { log: number; checkpointed: number }
      if (log - checkpointed <= FEW_FRAMES) break
    }
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'failed', message: String(error) }
  }
}

port.on('message', (message: ToCheckpointThread) => {
  if (message === 'checkpoint') {
    port.postMessage(runRounds())
  } else {
    db.close()
    port.close()
  }
})
