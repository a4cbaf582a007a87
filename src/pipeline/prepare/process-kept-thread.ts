import { parentPort } from 'node:worker_threads'
import { rulesOf } from '#domain/grouping/rules/match-rules.ts'
import { type JsonObject, jsonObjectOf } from '#domain/json/json.ts'
import type { JournalRecord } from '#journal/journal.ts'
import { yieldToOthers } from '#platform/threads/thread-priority.ts'
import { type KeptEvent, PIPELINE_NICE } from '../messages.ts'
import { packKept } from './prepare-batch.ts'

if (!parentPort) throw new Error('process-kept-thread runs as a worker thread only')
const port = parentPort
yieldToOthers(PIPELINE_NICE)
port.on('message', (event: KeptEvent) => port.postMessage(processed(event)))

function processed({ orgId, letter, fingerprintRules }: KeptEvent): ReturnType<typeof packKept> {
  return packKept(
    recordOf(orgId, letter),
    JSON.parse(letter.body) as JsonObject,
    fingerprintRules ? rulesOf(fingerprintRules) : undefined,
  )
}

function recordOf(orgId: number, letter: KeptEvent['letter']): JournalRecord {
  return {
    lane: 0,
    offset: 0,
    orgId,
    projectId: letter.project_id,
    eventId: letter.event_id,
    preview: '',
    receivedAt: letter.received_at,
    meta: metaOf(letter.meta),
    body: null,
  }
}

const NO_META: JournalRecord['meta'] = {
  format: 'store',
  encoding: 'identity',
  eventStart: 0,
  eventEnd: 0,
  summary: { title: '', level: '', environment: '', release: '', platform: '' },
}

/** Of some old letters the end was taken for a secret; what they miss is only the address and the sender's clock. */
function metaOf(text: string): JournalRecord['meta'] {
  return (jsonObjectOf(text) as JournalRecord['meta'] | undefined) ?? NO_META
}
