import { parentPort, workerData } from 'node:worker_threads'
import { groupEvent } from '#domain/fingerprint.ts'
import type { JsonObject } from '#domain/json.ts'
import { normaliseEvent } from '#domain/normalise-event.ts'
import type { ProcessedAgain, UnprocessedEvent } from './process-again-messages.ts'

if (!parentPort) throw new Error('process-again-thread runs as a worker thread only')
const { scrubbed, receivedAt } = workerData as UnprocessedEvent

// It was counted when it was received and stays there, so how far back its own time may lie is of no account.
const context = { receivedAt, retentionDays: 1 }
const normalised = normaliseEvent(JSON.parse(scrubbed) as JsonObject, context)
const grouping = groupEvent(normalised)
const { payload, ...event } = normalised
const document = JSON.stringify({ payload, grouping })
parentPort.postMessage({ event, fingerprints: grouping.keys, document } satisfies ProcessedAgain)
