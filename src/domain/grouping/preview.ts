import { hash } from 'node:crypto'
import { INPUT_LIMITS } from '#contract/limits.ts'
import type { Level } from '#contract/vocabulary.ts'
import { readCsp } from '../envelope/csp-report.ts'
import { readHostReport } from '../envelope/host-report.ts'
import { adoptedStack, isToldByThread, sentFrames } from '../event/frames.ts'
import { readLevel } from '../event/level.ts'
import { readMessage } from '../event/message.ts'
import { readEnvironment, readPlatform, readRelease } from '../event/names.ts'
import { exceptionValue, readTitle } from '../event/title.ts'
import { readUser } from '../event/user.ts'
import { userIdentity } from '../event/user-identity.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { type FindImage, imageFinder, placeInBinary } from '../normalise/binary-place.ts'
import { isCompiledElsewhere, isGenerated } from '../normalise/compiled-python.ts'
import { inferInApp } from '../normalise/in-app.ts'
import { isLibraryFrame } from '../normalise/library-code.ts'
import { plainText } from '../text/plain-text.ts'
import { exceptionList, valueList } from '../text/value-list.ts'
import { isNativeCrash } from '../title/native-crash.ts'
import { thrownCode } from '../title/thrown-object.ts'
import { haveCertainName } from './certain-names.ts'
import { sentUnderRules } from './rules/group-by-rules.ts'
import type { ReadyRules } from './rules/match-rules.ts'
import { countedType, isSynthetic } from './v1/counted-type.ts'
import { resolveFingerprint } from './v1/custom.ts'
import { isOverflow, isReportersStack, systemError } from './v1/exceptions.ts'
import { NAMES } from './v1/fingerprint.ts'
import { isJavascript, WITH_CONTEXT } from './v1/frame.ts'
import { mayLinesBeLost } from './v1/lost-lines.ts'
import { MIN_OVERFLOW_FRAMES } from './v1/stack.ts'
import { databaseWords, isDatabaseAnswer } from './v1/text/database-answers.ts'
import { failureCode, statusCode } from './v1/text/failure-code.ts'
import { boundedTemplates } from './v1/text/message-template.ts'
import { isGeneral, isPlainError, isToldByText } from './v1/told-by-text.ts'

export interface FingerprintPreview {
  /** 32 lower-case hex characters. Two events with one preview belong to one issue. */
  preview: string
  title: string
  level: Level
  environment: string
  release: string
  platform: string
  /** See `userIdentity`; absent when the event names nobody. */
  userKey?: string
}

const SEPARATOR = '\u0000'
const MAX_CONTEXT_CHARS = 200
const MAX_DEBUG_IDS = 20

/** Cheaply, without normalising. At least as fine as `groupEvent`: JavaScript also by release, build, line
 * and column, since one minified name can be many functions until mapped. `peer` is the sender's address, `rules` are
 * the fingerprint rules of the project. */
export function previewFingerprint(event: JsonObject, peer?: string, rules?: ReadyRules): FingerprintPreview {
  const platform = readPlatform(event.platform)
  const sent = exceptionList(event.exception ?? event['sentry.interfaces.Exception'])
  const counted = sent.length > 1 ? sent.slice(-INPUT_LIMITS.exceptions) : sent
  const exceptions = withAdoptedStack(counted, event)
  const ruled = rules === undefined ? event : sentUnderRules(event, rules)
  // What source maps make of the frames may be what a rule looks for: then all of them count.
  const sender = { platform, isWhole: rules?.readsFrames === true }
  const preview = hash('sha1', previewText(ruled, exceptions, sender)).slice(0, 32)
  const release = readRelease(event)
  const userKey = userIdentity(readUser(event, platform, peer))
  const known = {
    preview,
    title: readTitle(event, exceptions),
    level: readLevel(event.level),
    environment: readEnvironment(event),
    release,
    platform,
  }
  return userKey === undefined ? known : { ...known, userKey }
}

function withAdoptedStack(exceptions: JsonObject[], event: JsonObject): JsonObject[] {
  const stack = adoptedStack(exceptions, event.stacktrace ?? event['sentry.interfaces.Stacktrace'])
  if (stack === undefined) return exceptions
  return [...exceptions.slice(0, -1), { ...exceptions.at(-1)!, stacktrace: stack }]
}

function previewText(
  event: JsonObject,
  exceptions: JsonObject[],
  { platform, isWhole }: { platform: string; isWhole: boolean },
): string {
  const sum = plainText(event.checksum)
  if (sum !== undefined) return `${SEPARATOR}${sum}`
  const asked = resolveFingerprint(event)
  const literal = asked?.join(SEPARATOR)
  if (literal !== undefined && !isWhole && !hasVariables(event.fingerprint)) return literal
  const minified = isJavascript(platform)
  const build = minified ? buildText(event) : ''
  const sender = {
    platform,
    mayBeMapped: platform === 'javascript' || event.debug_meta !== undefined,
    find: imageFinder(event),
    threadId: exceptions.at(-1)?.thread_id,
  }
  const body = exceptionsText(exceptions, sender) + besideExceptions(event, exceptions, sender)
  const thrown = thrownCode(event, exceptions.at(-1)) ?? ''
  return `${literal ?? ''}${SEPARATOR}${platform}${SEPARATOR}${build}${body}${SEPARATOR}${thrown}`
}

function besideExceptions(event: JsonObject, exceptions: JsonObject[], sender: Sender): string {
  if (!exceptions.some((exception) => countsForCertain(exception, sender.platform)))
    return otherText(event, sender)
  const threads = isToldByThread(exceptions) ? threadsText(event, sender) : ''
  return exceptions.some(isSynthetic) ? threads + messageText(event) : threads
}

function hasVariables(fingerprint: Json | undefined): boolean {
  const parts = Array.isArray(fingerprint) ? fingerprint : [fingerprint]
  return parts.some((part) => typeof part === 'string' && part.includes('{{'))
}

function buildText(event: JsonObject): string {
  let text = `${readRelease(event)}${SEPARATOR}${typeof event.dist === 'string' ? event.dist : ''}`
  const images = isJsonObject(event.debug_meta) ? event.debug_meta.images : undefined
  if (!Array.isArray(images)) return text
  for (const image of images.slice(0, MAX_DEBUG_IDS)) {
    if (isJsonObject(image) && typeof image.debug_id === 'string') text += image.debug_id
  }
  return text
}

interface Sender {
  platform: string
  /** True if source maps may say of any frame that it is a library's. */
  mayBeMapped: boolean
  find: FindImage | undefined
  /** The thread that the last exception names. */
  threadId: Json | undefined
}

function exceptionsText(exceptions: JsonObject[], sender: Sender): string {
  const { platform } = sender
  const anyFrame = (isIt: (frame: JsonObject, platform: string) => boolean) =>
    exceptions.some((exception) => hasFrame(exception, (frame) => isIt(frame, platform)))
  const isScript = isJavascript(platform)
  // Whether generated code is the application's depends on the other frames of its package, so that all count.
  const appOnly = !isScript && anyFrame(isCertainlyOwn) && !anyFrame(isGenerated)
  const templateOf = boundedTemplates(INPUT_LIMITS.previewTemplateChars)
  const areLost = mayLinesBeLost(exceptions, platform)
  const isOutside = (isScript && sender.mayBeMapped) || !anyFrame(isOwn)
  let text = ''
  for (const exception of exceptions) {
    const frames = sentFrames(exception.stacktrace)
    if (frames.length >= MIN_OVERFLOW_FRAMES) text += isOverflow(exception)
    if (isSynthetic(exception)) text += '\u0006'
    text += `${SEPARATOR}${countedType(exception) ?? ''}${framesText(frames, sender, appOnly)}`
    const error = systemError(exception)
    if (error !== undefined) text += `\u0007${error}`
    const isDatabase = isDatabaseAnswer(exception, platform)
    const isTold =
      areLost ||
      isReportersStack(exception, platform) ||
      isToldByText(exception, platform) ||
      isDatabase ||
      (isOutside && (isPlainError(exception) || isGeneral(exception, platform)))
    const value = exceptionValue(exception)
    if (value !== undefined) text += `\u0007${failureCode(value, isDatabase) ?? ''}`
    if (!isTold && isNamed(frames, sender)) continue
    if (value !== undefined) text += SEPARATOR + templateOf(value)
    if (isDatabase) text += SEPARATOR + templateOf(databaseWords(exception) ?? '')
  }
  return text
}

function countsForCertain(exception: JsonObject, platform: string): boolean {
  if (countedType(exception) !== undefined) return true
  return haveCertainName(sentFrames(exception.stacktrace), platform)
}

function otherText(event: JsonObject, sender: Sender): string {
  let text = framesText(sentFrames(event.stacktrace ?? event['sentry.interfaces.Stacktrace']), sender, false)
  text += threadsText(event, sender)
  text += templateText(event.template ?? event['sentry.interfaces.Template'])
  const csp = readCsp(event)
  if (csp !== undefined) text += `${SEPARATOR}${csp.directive}${SEPARATOR}${csp.source}`
  const report = readHostReport(event)
  if (report !== undefined) text += `${SEPARATOR}${report.kind}${SEPARATOR}${report.host}`
  const said = messageText(event)
  return said === '' && csp === undefined ? text + namesText(event) : text + said
}

function threadsText(event: JsonObject, sender: Sender): string {
  let text = ''
  for (const thread of valueList(event.threads)) {
    text += `${SEPARATOR}${thread.crashed === true}${thread.current === true}`
    if (thread.id !== undefined && thread.id === sender.threadId) text += '\u0006'
    text += framesText(sentFrames(thread.stacktrace), sender, false)
  }
  return text
}

function messageText(event: JsonObject): string {
  const message = readMessage(event)
  if (message === undefined) return ''
  const template = boundedTemplates(INPUT_LIMITS.previewTemplateChars)(message.template)
  return `${SEPARATOR}${template}\u0007${statusCode(message.template) ?? ''}`
}

function namesText(event: JsonObject): string {
  const templateOf = boundedTemplates(INPUT_LIMITS.previewTemplateChars)
  const names = NAMES.map((name) => SEPARATOR + templateOf(plainText(event[name]) ?? '')).join('')
  return isNativeCrash(event) ? `${names}\u0006` : names
}

function templateText(template: Json | undefined): string | number {
  if (!isJsonObject(template)) return scalar(template)
  return `${scalar(template.abs_path)}\u0003${scalar(template.filename)}\u0003${scalar(template.context_line)}`
}

/** Joined, not added: additions would be carried out again each time the text is read. */
function framesText(frames: Json[], sender: Sender, appOnly: boolean): string {
  const { platform } = sender
  const minified = isJavascript(platform)
  const withContext = WITH_CONTEXT.has(platform)
  const texts: string[] = []
  for (const frame of frames) {
    if (!isJsonObject(frame) || (appOnly && frame.in_app === false)) continue
    texts.push(`${scalar(frame.function)}\u0003${scalar(frame.module)}\u0003${scalar(frame.filename)}`)
    if (frame.abs_path !== frame.filename) texts.push(absolutePlace(frame))
    if (frame.in_app !== false && hasOtherPlace(frame) && isOutsideApp(frame, platform)) texts.push('\u0005')
    texts.push(
      frame.in_app === true ? '\u0001' : frame.in_app === false ? '\u0002' : `\u0004${scalar(frame.in_app)}`,
    )
    texts.push(appPlace(frame, sender))
    if (minified) texts.push(`${scalar(frame.lineno)}:${scalar(frame.colno)}`)
    if (withContext && typeof frame.context_line === 'string') {
      texts.push(frame.context_line.slice(0, MAX_CONTEXT_CHARS))
    }
  }
  return texts.join('')
}

/** Where a frame that may be the application's lies in its binary, if it has no name. */
function appPlace(frame: JsonObject, { platform, find }: Sender): string {
  return frame.in_app === false ? '' : placeInBinary(frame, platform, find)
}

/** An absolute path counts if it is an address or no place, or the file has no plain name to count instead. */
function absolutePlace({ abs_path: path, filename }: JsonObject): string {
  if (typeof path !== 'string') return ''
  return !isPlainPath(filename) || path.length < 16 || path.includes('://') ? `\u0003${path}` : ''
}

function hasOtherPlace({ abs_path, filename, package: library, platform }: JsonObject): boolean {
  const isElsewhere = typeof abs_path === 'string' && abs_path !== filename
  return isElsewhere || library !== undefined || platform !== undefined
}

function isOutsideApp(frame: JsonObject, platform: string): boolean {
  return frame.in_app === true ? isLibraryFrame(frame, platform) : !inferInApp(frame, platform)
}

function scalar(value: Json | undefined): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

function hasFrame(exception: JsonObject, isIt: (frame: JsonObject) => boolean): boolean {
  return sentFrames(exception.stacktrace).some((frame) => isJsonObject(frame) && isIt(frame))
}

/** Said to be the application's, and not known to be a library's. */
function isOwn(frame: JsonObject, platform: string): boolean {
  return frame.in_app === true && !isLibraryFrame(frame, platform)
}

/** Own, whatever is made of its path later. */
function isCertainlyOwn(frame: JsonObject, platform: string): boolean {
  return (
    isPlainPath(frame.filename) &&
    noUrl(frame.abs_path) &&
    isOwn(frame, platform) &&
    !isCompiledElsewhere(frame, platform)
  )
}

/** True if the frames are certain to count by their names, so that the value does not. */
function isNamed(frames: Json[], sender: Sender): boolean {
  if (!haveCertainName(frames, sender.platform)) return false
  return !frames.some((frame) => isJsonObject(frame) && appPlace(frame, sender) !== '')
}

function isPlainPath(path: Json | undefined): boolean {
  return typeof path === 'string' && /^[\w./]/.test(path) && !path.includes(':')
}

function noUrl(path: Json | undefined): boolean {
  return path === undefined || path === null || isPlainPath(path)
}
