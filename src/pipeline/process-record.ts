import { hash } from 'node:crypto'
import {
  documentParts,
  type JsonParts,
  rememberStacks,
  type ScrubbedEvent,
  scrubEventBytes,
} from '#domain/abridged-event.ts'
import type { GroupingResult, NormalisedEvent } from '#domain/event.ts'
import { groupEvent } from '#domain/fingerprint.ts'
import { normaliseEvent } from '#domain/normalise-event.ts'
import { scrubEventText } from '#domain/scrub.ts'
import { scrubText } from '#domain/scrub-text.ts'
import { userIdentity } from '#domain/user-identity.ts'
import type { JournalRecord } from '#journal/journal.ts'
import { inflate } from '#platform/content-encoding.ts'
import type { CountedItem, StoredItem } from '#storage/batch/batch.ts'
import type { GiveUp } from './give-up.ts'

/** A processed event whose document is still in parts. */
export type ProcessedEvent = Omit<StoredItem, 'document'> & { document: JsonParts }

/** What processing needs to know besides the record. */
export interface ProcessingLimits {
  retentionDays: number
  maxBodyBytes: number
}

/** A record whose body was kept. */
interface Raw {
  record: JournalRecord
  body: Uint8Array
}
interface Scrubbed {
  record: JournalRecord
  scrubbed: ScrubbedEvent
}
interface Normalised extends Scrubbed {
  event: NormalisedEvent
}
interface Grouped extends Normalised {
  grouping: GroupingResult
}

/** Why a record could not be processed. It is counted and kept as a dead letter. */
export interface Drop {
  reason: string
}

const USER_HASH_BYTES = 12

/**
 * Takes one record through every step between the journal and storage. Never throws: a record that cannot
 * be processed comes back counted, as a dead letter with its reason.
 */
export function processRecord(record: JournalRecord, limits: ProcessingLimits): ProcessedEvent | CountedItem {
  if (record.body === null) return countedItem(record, null)
  try {
    const scrubbed = parseAndScrub({ record, body: record.body }, limits)
    if ('reason' in scrubbed) return deadLetter(record, scrubbed.reason, null)
    return storedItem(group(normalise(scrubbed, limits)))
  } catch (error) {
    const reason = `processing failed: ${(error as Error).message}`
    return deadLetter(record, reason, scrubbedBody(record, limits))
  }
}

/** A record given up on after repeated attempts: counted, and kept as a dead letter. Never throws. */
export function giveUpRecord(record: JournalRecord, limits: ProcessingLimits, giveUp: GiveUp): CountedItem {
  return deadLetter(record, giveUp.reason, giveUp.keepsBody ? scrubbedBody(record, limits) : null)
}

function deadLetter(record: JournalRecord, reason: string, body: string | null): CountedItem {
  return countedItem(record, {
    reason: scrubText(reason),
    meta: scrubText(JSON.stringify(record.meta)),
    body,
  })
}

/** JSON of the scrubbed event of a record; null where there is none. */
function scrubbedBody(record: JournalRecord, limits: ProcessingLimits): string | null {
  if (record.body === null) return null
  try {
    const { eventStart, eventEnd } = record.meta
    const scrubbed = scrubEventText(
      inflatedBody(record, record.body, limits).toString('utf8', eventStart, eventEnd),
    )
    return scrubbed ? JSON.stringify(scrubbed) : null
  } catch {
    return null
  }
}

function inflatedBody({ meta }: JournalRecord, body: Uint8Array, { maxBodyBytes }: ProcessingLimits): Buffer {
  return inflate(body, meta.encoding, maxBodyBytes)
}

function parseAndScrub({ record, body }: Raw, limits: ProcessingLimits): Scrubbed | Drop {
  const { eventStart, eventEnd } = record.meta
  const inflated = inflatedBody(record, body, limits)
  const scrubbed = scrubEventBytes(inflated, eventStart, eventEnd)
  return scrubbed ? { record, scrubbed } : { reason: 'the event item is not a JSON object' }
}

function normalise({ record, scrubbed }: Scrubbed, limits: ProcessingLimits): Normalised {
  const { receivedAt, meta } = record
  const { sentAt, clientIp } = meta
  const context = { receivedAt, retentionDays: limits.retentionDays, sentAt, clientIp }
  const event = normaliseEvent(scrubbed.event, context)
  rememberStacks(scrubbed.stacks, event.platform)
  return { record, scrubbed, event }
}

function group(normalised: Normalised): Grouped {
  return { ...normalised, grouping: groupEvent(normalised.event) }
}

function storedItem({ record, scrubbed, event, grouping }: Grouped): ProcessedEvent {
  const { payload, ...columns } = event
  const identity = userIdentity(event.user)
  return {
    kind: 'stored',
    ...acceptedPart(record),
    userHash: identity === undefined ? null : userHash(identity),
    event: columns,
    fingerprints: grouping.keys,
    document: documentParts(payload, grouping, scrubbed.stacks),
  }
}

function countedItem(record: JournalRecord, letter: CountedItem['deadLetter']): CountedItem {
  const { summary, userKey } = record.meta
  return {
    kind: 'counted',
    ...acceptedPart(record),
    userHash: userKey === undefined ? null : userHash(userKey),
    summary: {
      ...summary,
      title: scrubText(summary.title),
      environment: scrubText(summary.environment),
      release: scrubText(summary.release),
    },
    deadLetter: letter,
  }
}

function acceptedPart(record: JournalRecord) {
  const { orgId, projectId, receivedAt, preview } = record
  return { orgId, projectId, receivedAt, preview, eventId: Buffer.from(record.eventId) }
}

/** People are told apart by the first bytes of a SHA-256 of `kind:value`; names are not kept here. */
function userHash(identity: string): Buffer {
  return Buffer.from(hash('sha256', identity, 'hex').slice(0, USER_HASH_BYTES * 2), 'hex')
}
