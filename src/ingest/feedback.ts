import { Buffer } from 'node:buffer'
import { v7 } from 'uuid'
import { type ErrorDetail, ServiceError } from '#contract/errors.ts'
import { isJsonObject, type JsonObject } from '#domain/json.ts'
import { scrubText } from '#domain/scrub-text.ts'
import { parseUuid, uuidToBytes } from '#domain/uuid.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/database.ts'
import { insertFeedback, isEventStored } from '#storage/feedback.ts'
import type { DsnKey } from './authenticate-dsn.ts'
import { parseJsonObject } from './parse-event.ts'
import type { OpenedEnvelope } from './read-event.ts'

export interface FeedbackDeps {
  journal: Pick<JournalWriter, 'wasAccepted'>
  database: Pick<Database, 'scope'>
  clock: Clock
}

/** Longest values kept, in characters; what is longer is cut. */
const MAX_CHARS = { name: 200, email: 254, comments: 10_000 }

interface FeedbackText {
  name: string
  email: string
  comments: string
}

/**
 * Stores the feedback of a crash dialog. Its event counts as existing from its 202 on, still queued or
 * counted only, too.
 * @param bytes JSON of `event_id`, and optionally `name`, `email`, `comments`.
 * @returns the record's id.
 * @throws ServiceError invalid_request, event_not_found
 */
export async function submitFeedback(deps: FeedbackDeps, key: DsnKey, bytes: Buffer): Promise<string> {
  const body = parseJsonObject(bytes, 0, bytes.length)
  if (body === null) throw new ServiceError('invalid_request', 'The body must be a JSON object.')
  const eventId = checkFields(body)
  if (!(await isEventKnown(deps, key, eventId))) throw new ServiceError('event_not_found')
  return store(deps, key, { eventId, text: textOf(body.name, body.email, body.comments) })
}

/** Feedback that came in an envelope; `eventId` is null where it is about no event. */
export interface EnvelopeFeedback {
  eventId: Buffer | null
  text: FeedbackText
}

/**
 * The `feedback` and `user_report` items of an envelope that say something: a report must name an event,
 * feedback may be about none.
 */
export function readEnvelopeFeedback(envelope: OpenedEnvelope): EnvelopeFeedback[] {
  const found: EnvelopeFeedback[] = []
  for (const item of envelope.items) {
    if (item.type !== 'feedback' && item.type !== 'user_report') continue
    const payload = parseJsonObject(envelope.bytes, item.start, item.end)
    if (payload === null) continue
    const feedback = item.type === 'feedback' ? readFeedback(payload) : readUserReport(payload)
    const { eventId, text } = feedback
    if (text.comments === '' && text.name === '' && text.email === '') continue
    if (eventId !== null || item.type === 'feedback') found.push(feedback)
  }
  return found
}

/**
 * Stores feedback about known events, or about none; the rest is left out: whoever knows a public key could
 * fill the table with it.
 */
export async function storeEnvelopeFeedback(
  deps: FeedbackDeps,
  key: DsnKey,
  feedback: readonly EnvelopeFeedback[],
): Promise<void> {
  for (const { eventId, text } of feedback) {
    if (eventId !== null && !(await isEventKnown(deps, key, eventId))) continue
    await store(deps, key, { eventId, text })
  }
}

function readUserReport(payload: JsonObject) {
  return {
    eventId: bytesOf(parseUuid(payload.event_id)),
    text: textOf(payload.name, payload.email, payload.comments),
  }
}

function readFeedback(payload: JsonObject) {
  const contexts = isJsonObject(payload.contexts) ? payload.contexts : {}
  const feedback = isJsonObject(contexts.feedback) ? contexts.feedback : {}
  return {
    eventId: bytesOf(parseUuid(feedback.associated_event_id)),
    text: textOf(feedback.name, feedback.contact_email, feedback.message),
  }
}

function checkFields(body: JsonObject): Buffer {
  const details: ErrorDetail[] = []
  const eventId = bytesOf(parseUuid(body.event_id))
  if (eventId === null) details.push({ path: 'event_id', message: 'Give the event id, a UUID.' })
  for (const path of ['name', 'email', 'comments']) {
    const value = body[path]
    if (value !== undefined && value !== null && typeof value !== 'string') {
      details.push({ path, message: 'Give a string, or leave it out.' })
    }
  }
  if (eventId !== null && details.length === 0) return eventId
  throw new ServiceError('invalid_request', 'Some fields of the feedback are not valid.', { details })
}

async function isEventKnown(deps: FeedbackDeps, key: DsnKey, eventId: Buffer): Promise<boolean> {
  if (await deps.journal.wasAccepted(key.projectId, eventId)) return true
  return isEventStored(deps.database.scope(key), key.projectId, eventId)
}

async function store(
  deps: FeedbackDeps,
  key: DsnKey,
  { eventId, text }: { eventId: Buffer | null; text: FeedbackText },
): Promise<string> {
  const createdAt = deps.clock()
  const id = v7({ msecs: createdAt })
  await insertFeedback(deps.database.scope(key), {
    id,
    projectId: key.projectId,
    eventId,
    ...text,
    createdAt,
  })
  return id
}

function textOf(name: unknown, email: unknown, comments: unknown): FeedbackText {
  return {
    name: cleanText(name, MAX_CHARS.name),
    email: cleanText(email, MAX_CHARS.email),
    comments: cleanText(comments, MAX_CHARS.comments),
  }
}

/** Scrubbed before it is cut, so that no half of a secret escapes; free of what PostgreSQL refuses. */
function cleanText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') return ''
  // Bounds the work of scrubbing; a secret that begins before this place ends well before it as well.
  const bounded = value.slice(0, maxChars * 2)
  return scrubText(bounded).slice(0, maxChars).replaceAll('\0', '\ufffd').toWellFormed()
}

function bytesOf(uuid: string | undefined): Buffer | null {
  return uuid === undefined ? null : Buffer.from(uuidToBytes(uuid))
}
