import { Buffer } from 'node:buffer'
import { type ErrorDetail, ServiceError } from '#contract/errors.ts'
import type { EnvelopeItem } from '#domain/envelope/envelope.ts'
import { isJsonObject, type JsonObject } from '#domain/json/json.ts'
import { parseUuid, uuidToBytes } from '#domain/text/uuid.ts'
import { parseJsonObject } from '../parse-json-object.ts'

/** Longest texts kept, in characters; what is longer is cut. */
export const FEEDBACK_CHARS = { name: 200, email: 254, comments: 10_000 } as const

/** Feedback items taken of one envelope; further ones are left out, as SDKs send one. */
export const MAX_FEEDBACK_ITEMS = 5

/** What someone wrote, unscrubbed, each text cut to twice what is kept: what is cut off can't take long to scrub. */
export interface FeedbackText {
  name: string
  email: string
  comments: string
}

/** Feedback as it was sent; `eventId` (16 bytes) is null if it is about no event. */
export interface SentFeedback {
  eventId: Buffer | null
  text: FeedbackText
}

/** JSON: `event_id`, optional `name`, `email`, `comments`. @throws invalid_request */
export function readFeedbackBody(bytes: Buffer): SentFeedback & { eventId: Buffer } {
  const body = parseJsonObject(bytes, 0, bytes.length)
  if (body === null) throw new ServiceError('invalid_request', 'The body must be a JSON object.')
  return { eventId: checkFields(body), text: textOf(body.name, body.email, body.comments) }
}

/** URL-encoded `name`, `email` and `comments`. @param eventId dashed. @throws invalid_request */
export function readFeedbackForm(bytes: Buffer, eventId: string): SentFeedback {
  const form = new URLSearchParams(bytes.toString())
  const text = textOf(form.get('name'), form.get('email'), form.get('comments'))
  if (text.comments.trim() === '') {
    const details = [{ path: 'comments', message: 'Describe what happened.' }]
    throw new ServiceError('invalid_request', 'The form is empty: comments are required.', { details })
  }
  return { eventId: bytesOf(eventId), text }
}

/** The first `feedback` and `user_report` items that say something; a report must name an event. */
export function readEnvelopeFeedback(bytes: Buffer, items: readonly EnvelopeItem[]): SentFeedback[] {
  return items
    .filter(({ type }) => type === 'feedback' || type === 'user_report')
    .slice(0, MAX_FEEDBACK_ITEMS)
    .flatMap((item) => readItem(bytes, item) ?? [])
}

function readItem(bytes: Buffer, { type, start, end }: EnvelopeItem): SentFeedback | null {
  const payload = parseJsonObject(bytes, start, end)
  if (payload === null) return null
  const feedback = type === 'feedback' ? readFeedback(payload) : readUserReport(payload)
  const { eventId, text } = feedback
  if (text.comments === '' && text.name === '' && text.email === '') return null
  return eventId !== null || type === 'feedback' ? feedback : null
}

function readUserReport(payload: JsonObject): SentFeedback {
  return {
    eventId: bytesOf(parseUuid(payload.event_id)),
    text: textOf(payload.name, payload.email, payload.comments),
  }
}

function readFeedback(payload: JsonObject): SentFeedback {
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
  if (eventId === null) details.push({ path: 'event_id', message: 'Send the event ID, a UUID.' })
  for (const path of ['name', 'email', 'comments']) {
    const value = body[path]
    if (value !== undefined && value !== null && typeof value !== 'string') {
      details.push({ path, message: 'Send a string, or leave it out.' })
    }
  }
  if (eventId !== null && details.length === 0) return eventId
  throw new ServiceError('invalid_request', 'Some fields of the feedback are not valid.', { details })
}

function textOf(name: unknown, email: unknown, comments: unknown): FeedbackText {
  return {
    name: bounded(name, FEEDBACK_CHARS.name),
    email: bounded(email, FEEDBACK_CHARS.email),
    comments: bounded(comments, FEEDBACK_CHARS.comments),
  }
}

/** A secret that begins within what is kept ends well before twice its length: no half of it stays. */
function bounded(value: unknown, maxChars: number): string {
  return typeof value === 'string' ? value.slice(0, maxChars * 2) : ''
}

function bytesOf(uuid: string | undefined): Buffer | null {
  return uuid === undefined ? null : Buffer.from(uuidToBytes(uuid))
}
