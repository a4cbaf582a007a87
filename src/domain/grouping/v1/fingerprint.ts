import { hash } from 'node:crypto'
import { type CspViolation, readCsp } from '../../envelope/csp-report.ts'
import { readHostReport } from '../../envelope/host-report.ts'
import type { GroupingResult, NormalisedEvent } from '../../event/event.ts'
import { isToldByThread, leadingThread, threadOf } from '../../event/frames.ts'
import { readMessage } from '../../event/message.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts'
import { plainText } from '../../text/plain-text.ts'
import { valueList } from '../../text/value-list.ts'
import { isNativeCrash } from '../../title/native-crash.ts'
import { thrownCode } from '../../title/thrown-object.ts'
import { type Account, type AccountKind, type FrameLevel, type LeftOutRule, leaveOut } from './account.ts'
import { isSynthetic } from './counted-type.ts'
import { DEFAULT_PART, resolveFingerprint } from './custom.ts'
import { type ChainComponents, chainComponents } from './exceptions.ts'
import { frameComponent } from './frame.ts'
import { isMangled, isPlaced, stackComponents } from './stack.ts'
import { statusCode } from './text/failure-code.ts'
import { messageTemplate } from './text/message-template.ts'
import { leaveOutUnused } from './unused-sources.ts'

/** Version 1: frozen once released; changes belong into a version of their own. */

const KEY_CHARS = 32
export const NAMES = ['title', 'transaction', 'logger', 'culprit'] as const
const TEMPLATE_PLATFORM = 'python'

/** How one rule sees an event: by the frames of the application, and by all. `app` is empty without any. */
interface Candidate {
  method: string
  app: string[]
  system: string[]
}

/** Most telling key first: by application frames if any, then by all. The first rule with something to say
 * decides: checksum, client's fingerprint, exceptions, thread, stack trace, template, security report,
 * message; an empty event has a key of its own kind. Components are exactly what is hashed. */
export function groupEvent(event: Pick<NormalisedEvent, 'payload' | 'platform'>): GroupingResult {
  const asked = askedCandidate(event)
  return result(asked ?? defaultCandidate(event.payload, event.platform))
}

export interface ExplainedGrouping extends GroupingResult {
  /** The components of both keys; `app` is empty if no frame of the application counts. */
  app: string[]
  system: string[]
  leftOut: { kind: AccountKind; text: string; rule: LeftOutRule }[]
}

export function explainGrouping(event: Pick<NormalisedEvent, 'payload' | 'platform'>): ExplainedGrouping {
  const account: Account = []
  const candidate = askedCandidate(event, account) ?? defaultCandidate(event.payload, event.platform, account)
  const level: FrameLevel = candidate.app.length > 0 ? 'app' : 'system'
  const leftOut = account.flatMap(({ kind, text, [level]: rule }) =>
    rule === null ? [] : [{ kind, text, rule }],
  )
  return { ...result(candidate), app: candidate.app, system: candidate.system, leftOut }
}

/** By a checksum or fingerprint that the client sent; undefined if it asks for nothing but the default. */
function askedCandidate(
  { payload, platform }: Pick<NormalisedEvent, 'payload' | 'platform'>,
  account?: Account,
): Candidate | undefined {
  const checksum = plainText(payload.checksum)
  if (checksum !== undefined) {
    leaveOutDefault(account, 'client_checksum')
    return { method: 'checksum', app: [], system: [`checksum: ${checksum}`] }
  }
  const asked = resolveFingerprint(payload)
  if (asked === undefined) return undefined
  if (!asked.includes(DEFAULT_PART)) {
    leaveOutDefault(account, 'client_fingerprint')
    return { method: 'fingerprint', app: [], system: asked.map(askedPart) }
  }
  const own = defaultCandidate(payload, platform, account)
  return {
    method: 'fingerprint',
    app: own.app.length === 0 ? [] : mixed(asked, own.app),
    system: mixed(asked, own.system),
  }
}

function leaveOutDefault(account: Account | undefined, rule: LeftOutRule): void {
  leaveOut(account, { kind: 'default grouping', text: 'exceptions, stack traces and messages' }, rule)
}

function askedPart(part: string): string {
  return `fingerprint: ${part}`
}

/** The default counts if it is asked for first: asked for fifty times it would be fifty times as much. */
function mixed(asked: string[], own: string[]): string[] {
  const first = asked.indexOf(DEFAULT_PART)
  return asked.flatMap((part, at) => (at === first ? own : [askedPart(part)]))
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

function defaultCandidate(payload: JsonObject, platform: string, account?: Account): Candidate {
  const decided =
    byExceptions(payload, platform, account) ??
    byStack('thread', payload, { stack: leadingThread(payload)?.stacktrace, platform, account }) ??
    byStack('stacktrace', payload, { stack: payload.stacktrace, platform, account }) ??
    byTemplate(payload.template) ??
    byWords(payload, account)
  if (account !== undefined) leaveOutUnused(account, payload, decided)
  return decided
}

function byExceptions(payload: JsonObject, platform: string, account?: Account): Candidate | undefined {
  const exceptions = valueList(payload.exception)
  const chain = chainComponents(exceptions, platform, account)
  if (chain.system.length === 0) return undefined
  const located = isToldByThread(exceptions) ? withThread(chain, payload, { platform, account }) : chain
  const code = thrownCode(payload, exceptions.at(-1))
  const candidate = withParts(
    { method: 'exception', ...located },
    code === undefined ? [] : [`code: ${code}`],
  )
  return exceptions.every(isSynthetic) ? withMessage(candidate, payload, account) : candidate
}

/** Some SDKs send where an exception came from as the stack of its thread. Only its frames of the application are added,
 * beside the value: it may be the stack of a handler. */
function withThread(
  chain: ChainComponents,
  payload: JsonObject,
  { platform, account }: { platform: string; account: Account | undefined },
): ChainComponents {
  const stack = threadOf(payload, valueList(payload.exception).at(-1))?.stacktrace
  const { app, system } = stackComponents(stack, platform)
  if (app.length === 0 || isMangled({ app, system }, platform)) return chain
  if (account !== undefined) stackComponents(stack, platform, account)
  return { app: [...chain.system, ...app], system: [...chain.system, ...system] }
}

interface OwnStack {
  stack: Json | undefined
  platform: string
  account: Account | undefined
}

function byStack(
  method: string,
  payload: JsonObject,
  { stack, platform, account }: OwnStack,
): Candidate | undefined {
  const own: Account | undefined = account && []
  const { app, system } = stackComponents(stack, platform, own)
  // A message says the same in every build, places in a binary don't.
  if (system.length === 0 || (isPlaced({ app, system }) && readMessage(payload) !== undefined))
    return undefined
  for (const verdict of own ?? []) account?.push(verdict)
  return withMessage({ method, app, system }, payload, account)
}

/** One function logs many messages: a stack that was attached to one does not stand for it. */
function withMessage({ method, app, system }: Candidate, payload: JsonObject, account?: Account): Candidate {
  return withParts({ method, app, system }, messageParts(payload, account))
}

function withParts({ method, app, system }: Candidate, parts: string[]): Candidate {
  return { method, app: app.length === 0 ? app : [...app, ...parts], system: [...system, ...parts] }
}

function messageParts(payload: JsonObject, account?: Account): string[] {
  const message = readMessage(payload)
  if (message === undefined) return []
  const template = messageTemplate(message.template)
  if (template !== message.template)
    leaveOut(account, { kind: 'message', text: message.template }, 'varying_parts')
  const status = statusCode(message.template)
  return status === undefined ? [`message: ${template}`] : [`message: ${template}`, `code: ${status}`]
}

/** The file of a template and the line that failed in it, like a frame. */
function byTemplate(template: Json | undefined): Candidate | undefined {
  const said = isJsonObject(template) ? frameComponent(template, TEMPLATE_PLATFORM) : plainText(template)
  return said ? { method: 'template', app: [], system: [`template: ${said}`] } : undefined
}

function byWords(payload: JsonObject, account?: Account): Candidate {
  const csp = readCsp(payload)
  if (csp !== undefined)
    return { method: 'csp', app: [], system: [`directive: ${csp.directive}`, `source: ${blockedHost(csp)}`] }
  const message = messageParts(payload, account)
  if (message.length > 0) return { method: 'message', app: [], system: message }
  const report = readHostReport(payload)
  if (report !== undefined)
    return { method: 'certificate', app: [], system: [`report: ${report.kind}`, `host: ${report.host}`] }
  const said = namesOf(payload)
  return { method: 'fallback', app: [], system: said.length > 0 ? said : [nothingSaid(payload)] }
}

/** The host, whether it was asked with encryption or without. */
function blockedHost({ source }: CspViolation): string {
  return source.replace(/^https?:\/\//, '')
}

function nothingSaid(payload: JsonObject): string {
  return isNativeCrash(payload) ? 'native crash' : 'no content'
}

/** The grouping components of an event without exception, stack and message. */
function namesOf(payload: JsonObject): string[] {
  return NAMES.flatMap((name) => {
    const text = plainText(payload[name])
    return text === undefined ? [] : [`${name}: ${messageTemplate(text)}`]
  })
}
