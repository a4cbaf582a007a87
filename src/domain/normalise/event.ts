import { readCulprit } from '../event/culprit.ts'
import type { EventUser, NormalisedEvent } from '../event/event.ts'
import { adoptedStack } from '../event/frames.ts'
import { renameLegacyInterfaces } from '../event/legacy-interfaces.ts'
import { readLevel } from '../event/level.ts'
import { readMessage } from '../event/message.ts'
import { readEnvironment, readPlatform, readRelease } from '../event/names.ts'
import { searchedTags } from '../event/searched-tags.ts'
import { exceptionType, readTitle } from '../event/title.ts'
import { readUser } from '../event/user.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { clockError, occurredAt, type ReceiptTimes } from '../text/timestamp.ts'
import { firstLine } from '../title/first-line.ts'
import { browserName, type readUserAgent, systemName } from '../web/user-agent.ts'
import { type EventNames, eventWords } from '../words/event-words.ts'
import { locateFrames } from './binary-place.ts'
import { normaliseBreadcrumbs } from './breadcrumbs.ts'
import { contextName, normaliseContexts } from './contexts.ts'
import { normaliseExceptions, normaliseThreads } from './exceptions.ts'
import { noteInvalidFields } from './invalid-fields.ts'
import { normaliseRequest } from './request.ts'
import { normaliseStack } from './stack.ts'
import { normaliseTags } from './tags.ts'

export interface ReceiptContext extends ReceiptTimes {
  /** Address the event came from, for `{{auto}}`. */
  clientIp?: string | undefined
  readAgent?: typeof readUserAgent
}

const TEXT_FIELDS = ['transaction', 'logger', 'server_name', 'dist', 'culprit'] as const
const OBJECT_FIELDS = ['modules', 'sdk', 'debug_meta'] as const

/** Changes `scrubbed` into the payload: converts or drops odd fields, keeps unknown ones. Never throws. */
export function normaliseEvent(scrubbed: JsonObject, context: ReceiptContext): NormalisedEvent {
  const event = scrubbed
  renameLegacyInterfaces(event)
  noteInvalidFields(event)
  const platform = readPlatform(event.platform)
  const user = readUser(event, platform, context.clientIp)
  normaliseFields(event)
  normaliseUser(event, user)
  normaliseRequest(event)
  normaliseTags(event)
  // Behind the tags, which can name both: the stored event, read again, has to say the same.
  const names = {
    level: readLevel(event.level),
    environment: readEnvironment(event),
    release: readRelease(event),
  }
  const contexts = normaliseContexts(event, platform, context.readAgent)
  locateFrames(event, platform)
  const exceptions = normaliseExceptions(event, platform)
  normaliseThreads(event, platform)
  normaliseStack(event, platform)
  adoptStack(event, exceptions)
  normaliseBreadcrumbs(event, clockError(context))
  normaliseMessage(event)
  event.platform = platform
  event.level = names.level
  event.environment = names.environment
  if (names.release !== '') event.release = names.release
  else delete event.release
  const called = eventNames(event, exceptions)
  return {
    occurredAt: occurredAt(event.timestamp, context),
    ...names,
    platform,
    ...agentColumns(contexts),
    user,
    ...called,
    words: eventWords(event, called),
    searchedTags: searchedTags(event),
    payload: event,
  }
}

/** Moves the stack of an event to the exception that it belongs to. */
function adoptStack(event: JsonObject, exceptions: JsonObject[]): void {
  const stack = adoptedStack(exceptions, event.stacktrace)
  if (stack === undefined) return
  exceptions.at(-1)!.stacktrace = stack
  delete event.stacktrace
}

function normaliseFields(event: JsonObject): void {
  for (const field of TEXT_FIELDS) {
    const value = event[field]
    if (value === undefined || typeof value === 'string') continue
    const text = plainText(value)
    if (text === undefined) delete event[field]
    else event[field] = text
  }
  for (const field of OBJECT_FIELDS) {
    if (event[field] !== undefined && !isJsonObject(event[field])) delete event[field]
  }
  normaliseExtra(event)
}

/** What was sent as a list or text is kept, as in contexts; an empty list is how PHP writes no extra data. */
function normaliseExtra(event: JsonObject): void {
  const { extra } = event
  if (extra === undefined || isJsonObject(extra)) return
  if (extra === null || extra === '' || (Array.isArray(extra) && extra.length === 0)) delete event.extra
  else event.extra = { value: extra }
}

/** A message with its parameters filled in becomes `logentry`; `message` is always text. */
function normaliseMessage(event: JsonObject): void {
  const composite =
    event.logentry !== undefined || (event.message !== undefined && typeof event.message !== 'string')
  if (!composite) return
  const message = readMessage(event)
  const entry = isJsonObject(event.logentry)
    ? event.logentry
    : isJsonObject(event.message)
      ? event.message
      : {}
  if (typeof event.message !== 'string') delete event.message
  if (message === undefined) delete event.logentry
  else event.logentry = { ...entry, message: message.template, formatted: message.formatted }
}

function normaliseUser(event: JsonObject, user: EventUser): void {
  const sent = isJsonObject(event.user) ? event.user : {}
  if (user.id !== null) sent.id = user.id
  if (user.ip !== null) sent.ip_address = user.ip
  else if (sent.ip_address === '{{auto}}') delete sent.ip_address
  if (Object.keys(sent).length > 0) event.user = sent
  else delete event.user
}

function agentColumns(contexts: JsonObject) {
  return {
    runtimeName: contextName(contexts, 'runtime'),
    runtimeVersion: contextName(contexts, 'runtime', 'version'),
    browserName: browserOf(contexts),
    osName: systemOf(contexts),
  }
}

/** What a normalised event is called; `exceptions` oldest first. */
export function eventNames(event: JsonObject, exceptions: JsonObject[]): EventNames {
  const thrown = exceptions.at(-1)
  return {
    title: readTitle(event, exceptions),
    culprit: readCulprit(event, exceptions),
    exceptionType: thrown === undefined ? null : (firstLine(exceptionType(thrown)) ?? null),
  }
}

function systemOf(contexts: JsonObject): string | null {
  const name = contextName(contexts, 'os') ?? contextName(contexts, 'client_os')
  return name === null ? null : systemName(name)
}

function browserOf(contexts: JsonObject): string | null {
  const name = contextName(contexts, 'browser')
  return name === null ? null : browserName(name)
}
