import { parentPort, workerData } from 'node:worker_threads'
import { openJournalReader } from '#journal/open-journal.ts'
import { yieldToOthers } from '#platform/thread-priority.ts'
import {
  PIPELINE_NICE,
  type PipelineThreadOptions,
  type PrepareReply,
  type PrepareRequest,
} from './messages.ts'
import { prepareBatch } from './prepare-batch.ts'

if (!parentPort) throw new Error('prepare-thread runs as a worker thread only')
const port = parentPort
const { dataDir, databaseUrl, maxBodyBytes, retentionDays } = workerData as PipelineThreadOptions

yieldToOthers(PIPELINE_NICE)
const reader = await openJournalReader({ dataDir, databaseUrl })
let ownRetention = new Map<number, number>()

port.on('message', async (request: PrepareRequest) => {
  if (request.kind === 'close') {
    await reader.close()
    port.close()
  } else if (request.kind === 'retention') {
    ownRetention = request.days
  } else {
    await answer(request)
  }
})

async function answer(request: PrepareRequest & { kind: 'prepare' }): Promise<void> {
  const { id, lane, after, maxRecords, maxBytes, giveUp } = request
  try {
    const records = await reader.read(lane, after, maxRecords, maxBytes)
    const limits = (projectId: number) => ({
      maxBodyBytes,
      retentionDays: ownRetention.get(projectId) ?? retentionDays,
    })
    const batch = prepareBatch(records, { limits, giveUp })
    port.postMessage({ id, batch } satisfies PrepareReply, [batch.documents.buffer])
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    port.postMessage({ id, failure: { message, code } } satisfies PrepareReply)
  }
}
