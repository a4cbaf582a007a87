import { parentPort, workerData } from 'node:worker_threads'
import { type ReadyRules, rulesOf } from '#domain/grouping/rules/match-rules.ts'
import type { JournalRecord } from '#journal/journal.ts'
import { openJournalReader } from '#journal/open-journal.ts'
import { processorMs } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'
import { slicesOf } from '#platform/slices.ts'
import { saveMemory } from '#platform/threads/save-memory.ts'
import { yieldToOthers } from '#platform/threads/thread-priority.ts'
import { beat } from '../heartbeat.ts'
import {
  type BatchEnd,
  PIPELINE_NICE,
  type PrepareReply,
  type PrepareRequest,
  type PrepareThreadData,
  type ProjectSettings,
} from '../messages.ts'
import { packRecords } from './prepare-batch.ts'
import { heartbeatOf, processing } from './prepare-progress.ts'
import { normaliseRecord } from './process-record.ts'
import { ProcessingShares } from './processing-shares.ts'
import { SymbolStep } from './symbol-step.ts'

if (!parentPort) throw new Error('prepare-thread runs as a worker thread only')
const port = parentPort
const { dataDir, databaseUrl, artifactsDir, retentionDays, progress } = workerData as PrepareThreadData

yieldToOthers(PIPELINE_NICE)
saveMemory()
const reader = await openJournalReader({ dataDir, databaseUrl })
const symbols = new SymbolStep({ dataDir, databaseUrl, artifactsDir })
/** Records read at once. */
const READ_RECORDS = 32
/** Fewer than are processed between two young-generation collections, so that few texts outlive one. */
const PART_RECORDS = 8
/** Texts of fingerprint rules that are kept ready for the next event. */
const KEPT_RULES = 100

const lanes = new Map<number, Promise<number | null>>()
const readyRules = new Lru<string, ReadyRules>(KEPT_RULES)
const shares = new ProcessingShares()
let settings: ProjectSettings = {
  retentionDays: new Map(),
  scrubRules: new Map(),
  fingerprintRules: new Map(),
}

port.on('message', async (request: PrepareRequest) => {
  if (request.kind === 'close') {
    await reader.close()
    await symbols.close()
    port.close()
  } else if (request.kind === 'settings') {
    settings = request
  } else {
    const before = lanes.get(request.lane) ?? Promise.resolve(null)
    lanes.set(
      request.lane,
      before.then((end) => answer(request, end)),
    )
  }
})

/** @returns the offset that the lane's next batch begins after; null if that is not known. */
async function answer(
  request: PrepareRequest & { kind: 'prepare' },
  end: number | null,
): Promise<number | null> {
  const { id } = request
  beat(heartbeatOf(progress))
  try {
    const after = request.after ?? end
    if (after === null) throw new Error('The batch before this one was not prepared.')
    const { to, isLast } = await prepareParts(request, after)
    port.postMessage({ id, to, isLast } satisfies PrepareReply)
    return to ?? after
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    port.postMessage({ id, failure: { message, code } } satisfies PrepareReply)
    return null
  }
}

function rulesFor(projectId: number): ReadyRules | undefined {
  const text = settings.fingerprintRules.get(projectId)
  return text === undefined ? undefined : readyRules.getOr(text, rulesOf)
}

async function prepareParts(
  { id, lane, maxRecords, maxBytes, maxMs, giveUp }: PrepareRequest & { kind: 'prepare' },
  after: number,
): Promise<BatchEnd> {
  const limits = (projectId: number) => ({
    retentionDays: settings.retentionDays.get(projectId) ?? retentionDays,
    scrubRules: settings.scrubRules.get(projectId),
    rules: rulesFor(projectId),
  })
  const measured = <T>(record: JournalRecord, work: () => T) => shares.measured(record, work)
  const withFiles = symbols.watcher()
  const began = processorMs()
  let [to, records, bytes]: [number | null, number, number] = [null, 0, 0]
  while (records < maxRecords && bytes < maxBytes && (to === null || processorMs() - began < maxMs)) {
    const most = { maxRecords: Math.min(READ_RECORDS, maxRecords - records), maxBytes: maxBytes - bytes }
    const found = await reader.read(lane, to ?? after, most)
    if (found.length === 0) return { to, isLast: true }
    const read = giveUp === null ? found.map((record) => shares.admit(record)) : found
    const built = giveUp === null ? await withFiles.select(read) : []
    const normalised = await symbols.apply(built, {
      normalise: (record) =>
        processing(progress, id, () =>
          measured(record, () => normaliseRecord(record, limits(record.projectId))),
        ),
      onStep: () => beat(heartbeatOf(progress)),
    })
    for (const part of slicesOf(read, PART_RECORDS)) {
      const packed = processing(progress, id, () =>
        packRecords(part, { limits, giveUp, normalised, measured }),
      )
      port.postMessage({ id, part: packed } satisfies PrepareReply, [packed.documents.buffer])
    }
    to = read.at(-1)!.offset
    records += read.length
    for (const { body } of found) bytes += body?.byteLength ?? 0
    if (read.length < most.maxRecords && bytes < maxBytes) return { to, isLast: true }
  }
  return { to, isLast: false }
}
