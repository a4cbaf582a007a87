import { parentPort, workerData } from 'node:worker_threads'
import { saveMemory } from '#platform/threads/save-memory.ts'
import type { FromJournalThread, JournalThreadOptions, ToJournalThread } from './messages.ts'
import { EmbeddedWriter } from './writer.ts'

const port = parentPort
if (!port) throw new Error('journal-thread.ts runs as a worker thread only')
const send = (message: FromJournalThread): void => port.postMessage(message)

try {
  const writer = new EmbeddedWriter(workerData as JournalThreadOptions, send)
  port.on('message', async (message: ToJournalThread) => {
    if (message.kind !== 'close') return writer.handle(message)
    await writer.close()
    port.close()
  })
  send({ kind: 'ready' })
  saveMemory()
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  send({ kind: 'not_opened', name, message })
  port.close()
}
