import { INGEST_LIMITS } from '#contract/limits.ts'
import type { ScrubRules } from '#contract/project/intake.ts'
import type { GroupingResult, NormalisedEvent } from '#domain/event/event.ts'
import { userHash, userIdentity } from '#domain/event/user-identity.ts'
import { groupByRules } from '#domain/grouping/rules/group-by-rules.ts'
import type { ReadyRules } from '#domain/grouping/rules/match-rules.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { normaliseEvent } from '#domain/normalise/event.ts'
import { type ProjectScrubber, projectScrubber } from '#domain/scrub/project-scrubber.ts'
import { scrubEventText } from '#domain/scrub/scrub.ts'
import { scrubText } from '#domain/scrub/text.ts'
import type { JournalRecord } from '#journal/journal.ts'
import { inflate } from '#platform/coding/content-encoding.ts'
import { freeMemory } from '#platform/coding/free-memory.ts'
import type { CountedItem, StoredItem } from '#storage/batch/batch.ts'
import type { GiveUp } from '../give-up.ts'
import { readAgent } from './read-agent.ts'
import { requireStorable } from './require-storable.ts'

export type ProcessedEvent = Omit<StoredItem, 'document'> & { document: string }

export interface ProcessingLimits {
  retentionDays: number
  /** What else is secret in the project; absent: nothing. */
  scrubRules?: ScrubRules | undefined
  /** The fingerprint rules of the project; absent: none. */
  rules?: ReadyRules | undefined
}

interface Raw {
  record: JournalRecord
  body: Uint8Array
}
interface Scrubbed {
  record: JournalRecord
  scrubbed: JsonObject
}
export interface NormalisedRecord {
  record: JournalRecord
  event: NormalisedEvent
  rules: ReadyRules | undefined
  /** As it was grouped before source maps were applied; absent if none were. */
  unmapped?: GroupingResult
}
interface Grouped extends NormalisedRecord {
  grouping: GroupingResult
}

export interface Drop {
  reason: string
}

const UNREADABLE = 'Event that could not be processed'

/** From journal to storage. Failures become counted dead letters; throws if that fails (`bareLetter`). */
export function processRecord(
  record: JournalRecord,
  limits: ProcessingLimits,
  normalised?: NormalisedRecord,
): ProcessedEvent | CountedItem {
  const scrubber = scrubberOf(limits)
  if (record.body === null) return countedItem(record, null, scrubber)
  try {
    if (normalised) return storedItem(group(normalised))
    const scrubbed = parseAndScrub({ record, body: record.body }, scrubber)
    if ('reason' in scrubbed) return deadLetter(record, { reason: scrubbed.reason, body: null }, scrubber)
    return storedItem(group(normalise(scrubbed, limits)))
  } catch (error) {
    return failedRecord(record, error, limits)
  }
}

/** The first half of `processRecord`; null if there is no event, or the record cannot be processed. */
export function normaliseRecord(record: JournalRecord, limits: ProcessingLimits): NormalisedRecord | null {
  if (record.body === null) return null
  try {
    const scrubbed = parseAndScrub({ record, body: record.body }, scrubberOf(limits))
    return 'reason' in scrubbed ? null : normalise(scrubbed, limits)
  } catch {
    return null
  }
}

function scrubberOf({ scrubRules }: ProcessingLimits): ProjectScrubber | null {
  return scrubRules ? projectScrubber(scrubRules) : null
}

/** A record whose processing failed: counted, and kept as a dead letter. Throws as `processRecord`. */
export function failedRecord(record: JournalRecord, error: unknown, limits: ProcessingLimits): CountedItem {
  const { message } = error as Error
  const scrubber = scrubberOf(limits)
  const body = scrubbedBody(record, scrubber)
  return deadLetter(record, { reason: `processing failed: ${message}`, body }, scrubber)
}

/** The least that can be said of a record: it is counted, and nothing it says is kept. Never throws. */
export function bareLetter(record: JournalRecord): CountedItem {
  const summary = { title: UNREADABLE, level: 'error', environment: '', release: '', platform: 'other' }
  const letter = { reason: 'processing failed, and so did scrubbing', meta: '{}', body: null }
  return { kind: 'counted', ...acceptedPart(record), userHash: null, summary, deadLetter: letter }
}

/** A record given up on after repeated attempts: counted, and kept as a dead letter. Throws as `processRecord`. */
export function giveUpRecord(record: JournalRecord, giveUp: GiveUp, limits: ProcessingLimits): CountedItem {
  const scrubber = scrubberOf(limits)
  const body = giveUp.keepsBody ? scrubbedBody(record, scrubber) : null
  return deadLetter(record, { reason: giveUp.reason, body }, scrubber)
}

/** Steps after scrubbing, for a dead letter; throws what they throw. The caller replaces the event's time. */
export function processKept(record: JournalRecord, event: JsonObject, rules?: ReadyRules): ProcessedEvent {
  const scrubbed: Scrubbed = { record, scrubbed: event }
  return storedItem(group(normalise(scrubbed, { retentionDays: Number.POSITIVE_INFINITY, rules })))
}

function deadLetter(
  record: JournalRecord,
  { reason, body }: { reason: string; body: string | null },
  scrubber: ProjectScrubber | null,
): CountedItem {
  const scrub = textScrubber(scrubber)
  // Text by text: a secret in one must not take the end of the JSON with it.
  const meta = JSON.stringify(record.meta, (_key, value) =>
    typeof value === 'string' ? scrub(value) : value,
  )
  return countedItem(record, { reason: scrub(reason), meta, body }, scrubber)
}

function textScrubber(scrubber: ProjectScrubber | null): (text: string) => string {
  return (text) => (scrubber ? scrubber.scrubText(scrubText(text)) : scrubText(text))
}

function scrubbedBody(record: JournalRecord, scrubber: ProjectScrubber | null): string | null {
  if (record.body === null) return null
  try {
    const text = eventText(record, record.body)
    const scrubbed = scrubbedFor(scrubber, text)
    return scrubbed ? JSON.stringify(scrubbed) : null
  } catch {
    return null
  }
}

/** It was inflated before it was accepted, within the limit of that time, which may be lower now. */
function eventText({ meta }: JournalRecord, body: Uint8Array): string {
  const bytes = inflate(body, meta.encoding, INGEST_LIMITS.largestBodyBytes)
  const text = bytes.toString('utf8', meta.eventStart, meta.eventEnd)
  if (meta.encoding !== 'identity') freeMemory(bytes)
  return text
}

function scrubbedFor(scrubber: ProjectScrubber | null, text: string): JsonObject | undefined {
  if (!scrubber) return scrubEventText(text)
  const event = scrubEventText(text, scrubber.isExempt)
  return event && scrubber.scrubEvent(event)
}

function parseAndScrub({ record, body }: Raw, scrubber: ProjectScrubber | null): Scrubbed | Drop {
  const text = eventText(record, body)
  const scrubbed = scrubbedFor(scrubber, text)
  return scrubbed ? { record, scrubbed } : { reason: 'the event item is not a JSON object' }
}

function normalise({ record, scrubbed }: Scrubbed, limits: ProcessingLimits): NormalisedRecord {
  const { receivedAt, meta } = record
  const { sentAt, clientIp } = meta
  const context = { receivedAt, retentionDays: limits.retentionDays, sentAt, clientIp, readAgent }
  return { record, event: normaliseEvent(scrubbed, context), rules: limits.rules }
}

function group(normalised: NormalisedRecord): Grouped {
  return { ...normalised, grouping: groupByRules(normalised.event, normalised.rules) }
}

function storedItem({ record, event, grouping, unmapped }: Grouped): ProcessedEvent {
  const { payload, ...columns } = event
  requireStorable(columns)
  const identity = userIdentity(event.user)
  return {
    kind: 'stored',
    ...acceptedPart(record),
    userHash: identity === undefined ? null : userHash(identity),
    event: columns,
    fingerprints: grouping.keys,
    ...(unmapped && { aliases: aliasesOf(grouping, unmapped) }),
    document: JSON.stringify({ payload, grouping }),
  }
}

/** If another rule decided before the maps were there, its issue is not this event's. */
function aliasesOf({ keys, rule }: GroupingResult, unmapped: GroupingResult): string[] {
  return unmapped.rule?.text === rule?.text ? unmapped.keys.filter((key) => !keys.includes(key)) : []
}

function countedItem(
  record: JournalRecord,
  letter: CountedItem['deadLetter'],
  scrubber: ProjectScrubber | null,
): CountedItem {
  const { summary, userKey } = record.meta
  const scrub = textScrubber(scrubber)
  return {
    kind: 'counted',
    ...acceptedPart(record),
    userHash: userKey === undefined ? null : userHash(userKey),
    summary: {
      ...summary,
      title: scrub(summary.title),
      environment: scrub(summary.environment),
      release: scrub(summary.release),
    },
    deadLetter: letter,
  }
}

function acceptedPart(record: JournalRecord) {
  const { orgId, projectId, receivedAt, preview } = record
  return { orgId, projectId, receivedAt, preview, eventId: Buffer.from(record.eventId) }
}
