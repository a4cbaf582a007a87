import { hash } from 'node:crypto'
import { readCsp } from './csp-report.ts'
import type { GroupingResult, NormalisedEvent } from './event.ts'
import { leadingThread, stackFramesOf } from './event-frames.ts'
import { readMessage } from './event-message.ts'
import { DEFAULT_PART, resolveFingerprint } from './fingerprint-custom.ts'
import { chainComponents, countedType } from './fingerprint-exceptions.ts'
import { frameComponent } from './fingerprint-frame.ts'
import { stackComponents } from './fingerprint-stack.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { type KnownStack, knownStack, type StackComponents } from './known-stack.ts'
import { messageTemplate } from './message-template.ts'
import { plainText } from './plain-text.ts'
import { valueList } from './value-list.ts'

/** Version 1: frozen once released; changes belong into a version of their own. */

const KEY_CHARS = 32
/** Only Django sends templates. */
const TEMPLATE_PLATFORM = 'python'

/** How one rule sees an event: by the frames of the application, and by all. `app` is empty without any. */
interface Candidate {
  method: string
  app: string[]
  system: string[]
}

/**
 * The keys by which an event finds its issue, most telling first: by the frames of the application where it
 * has any, then by all frames. The first rule that has something to say decides: checksum, fingerprint of the
 * client, exceptions, thread, stack trace, template, security report, message; an event that says nothing has one key
 * of its own kind. Components are exactly what is hashed.
 */
export function groupEvent(event: NormalisedEvent): GroupingResult {
  const payload = event.payload
  const checksum = plainText(payload.checksum)
  if (checksum !== undefined)
    return result({ method: 'checksum', app: [], system: [`checksum: ${checksum}`] })
  const asked = resolveFingerprint(payload)
  if (asked === undefined) return defaultResult(payload, event.platform)
  if (!asked.includes(DEFAULT_PART))
    return result({ method: 'fingerprint', app: [], system: asked.map(askedPart) })
  const own = defaultCandidate(payload, event.platform)
  return result({
    method: 'fingerprint',
    app: own.app.length === 0 ? [] : mixed(asked, own.app),
    system: mixed(asked, own.system),
  })
}

/** By the exception's type: the results for events of one exception whose stack is known. Shared, and frozen. */
const results = new WeakMap<KnownStack, Map<string | undefined, GroupingResult>>()
const MAX_TYPES = 20

/** Of an exception with frames that count nothing else does but its type. */
function defaultResult(payload: JsonObject, platform: string): GroupingResult {
  const exceptions = valueList(payload.exception)
  const stack = exceptions.length === 1 ? knownStack(stackFramesOf(exceptions[0]!.stacktrace)) : undefined
  if (stack === undefined || stack.components.system.length === 0)
    return result(defaultCandidate(payload, platform))
  const known = results.get(stack) ?? new Map<string | undefined, GroupingResult>()
  results.set(stack, known)
  const type = countedType(exceptions[0]!)
  const made = known.get(type) ?? Object.freeze(result(defaultCandidate(payload, platform)))
  if (known.size < MAX_TYPES) known.set(type, made)
  return made
}

function askedPart(part: string): string {
  return `fingerprint: ${part}`
}

function mixed(asked: string[], own: string[]): string[] {
  return asked.flatMap((part) => (part === DEFAULT_PART ? own : [askedPart(part)]))
}

function result(candidate: Candidate): GroupingResult {
  const { method, app, system } = candidate
  const systemKey = keyOf(system)
  if (app.length === 0) return { version: 1, keys: [systemKey], method, components: system }
  const appKey = keyOf(app)
  return { version: 1, keys: appKey === systemKey ? [appKey] : [appKey, systemKey], method, components: app }
}

function keyOf(components: string[]): string {
  return hash('sha1', components.join('\u0000')).slice(0, KEY_CHARS)
}

function defaultCandidate(payload: JsonObject, platform: string): Candidate {
  return (
    byExceptions(payload, platform) ??
    byStack('thread', leadingThread(payload)?.stacktrace, platform) ??
    byStack('stacktrace', payload.stacktrace, platform) ??
    byTemplate(payload.template) ??
    byWords(payload)
  )
}

function byExceptions(payload: JsonObject, platform: string): Candidate | undefined {
  const chain = chainComponents(valueList(payload.exception), platform)
  return chain.system.length === 0 ? undefined : { method: 'exception', ...chain }
}

function byStack(method: string, stack: Json | undefined, platform: string): Candidate | undefined {
  const components: StackComponents = stackComponents(stack, platform)
  if (components.system.length === 0) return undefined
  return { method, ...components }
}

/** The file of a template and the line that failed in it, like a frame. */
function byTemplate(template: Json | undefined): Candidate | undefined {
  const said = isJsonObject(template) ? frameComponent(template, TEMPLATE_PLATFORM) : plainText(template)
  return said ? { method: 'template', app: [], system: [`template: ${said}`] } : undefined
}

function byWords(payload: JsonObject): Candidate {
  const csp = readCsp(payload.csp)
  if (csp !== undefined)
    return { method: 'csp', app: [], system: [`directive: ${csp.directive}`, `source: ${csp.source}`] }
  const message = readMessage(payload)
  if (message !== undefined) {
    return { method: 'message', app: [], system: [`message: ${messageTemplate(message.template)}`] }
  }
  return { method: 'fallback', app: [], system: ['no content'] }
}
