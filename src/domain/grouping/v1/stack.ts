import { stackFramesOf } from '../../event/frames.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { placeInBinary } from '../../normalise/binary-place.ts'
import { plainText } from '../../text/plain-text.ts'
import { isUrl } from '../../web/url-path.ts'
import { type Account, type LeftOutRule, leaveOut } from './account.ts'
import { frameComponent, isJavascript, isRuntimeCode } from './frame.ts'
import { uncertainFrames } from './node-stack.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const FRAME_PREFIX = 'frame: '
/** Only the innermost frames count, so recursion depth doesn't matter. */
const MAX_FRAMES = 100

/** The frames that count, as `frame: …`, oldest call first: those of the application, and all of them. */
export interface StackComponents {
  app: string[]
  system: string[]
  /** True for a long stack in which calls came back to where they were. */
  isRecursive: boolean
  /** True if a minifier named the innermost function, so that the name does not count. */
  isVague: boolean
}

type Counted = Pick<StackComponents, 'app' | 'system'>

const NOTHING: StackComponents = { app: [], system: [], isRecursive: false, isVague: false }
const MAX_CYCLE_FRAMES = 8
export const MIN_OVERFLOW_FRAMES = 8

interface Selection {
  /** `frame: …` of each frame; empty for one that says nothing. */
  parts: string[]
  app: Level
  system: Level
  isVague: boolean
}

/** The frames that could count, those that are left when repetitions are dropped, and the innermost of these. */
interface Level {
  all: number[]
  once: number[]
  counted: number[]
}

/** A frame or cycle equal to the one before counts once: recursion depth does not matter. A JavaScript
 * stack of one frame with an address but no function is empty. `account` records each frame. */
export function stackComponents(
  stack: Json | undefined,
  platform: string,
  account?: Account,
): StackComponents {
  const frames = stackFramesOf(stack)
  if (frames.length === 0) return NOTHING
  if (frames.length === 1 && isBareAddress(frames[0]!, platform)) {
    leaveOut(account, { kind: 'frame', text: frameText(frames[0]!) }, 'address_only')
    return NOTHING
  }
  const { parts, app, system, isVague } = selectFrames(frames, platform)
  if (account !== undefined) explainFrames({ frames, platform, parts, app, system }, account)
  const isRecursive = frames.length >= MIN_OVERFLOW_FRAMES && system.once.length < system.all.length
  return { app: textsOf(app, parts), system: textsOf(system, parts), isRecursive, isVague }
}

/** Joined, not added: it is read more often than written, and additions are only carried out when read. */
function framePart(frame: JsonObject, platform: string): string {
  const component = frameComponent(frame, platform)
  return component === '' ? '' : [FRAME_PREFIX, component].join('')
}

function selectFrames(frames: JsonObject[], platform: string): Selection {
  const uncertain = uncertainFrames(frames, platform)
  const parts = frames.map((frame, at) => (at < uncertain ? '' : framePart(frame, platform)))
  placeNameless(frames, parts, platform)
  if (platform === 'python') leaveOutComprehensions(frames, parts)
  else if (isJavascript(platform)) leaveOutNumbered(frames, parts)
  const isVague = platform === 'javascript' && leaveOutMinified(frames, parts)
  const system: number[] = []
  const app: number[] = []
  for (let at = 0; at < frames.length; at++) {
    if (parts[at] === '') continue
    system.push(at)
    if (frames[at]!.in_app === true) app.push(at)
  }
  return { parts, app: levelOf(app, parts), system: levelOf(system, parts), isVague }
}

/** If what failed has no symbol, the frames of the application without one count by their place in the binary. Those of
 * libraries don't: another version of the system has them elsewhere. */
function placeNameless(frames: JsonObject[], parts: string[], platform: string): void {
  const last = frames.findLastIndex((frame) => frame.in_app === true)
  if (last === -1 || placeInBinary(frames[last]!, platform) === '') return
  for (const [at, frame] of frames.entries()) {
    const place = frame.in_app === true ? placeInBinary(frame, platform) : ''
    if (place !== '') parts[at] = [FRAME_PREFIX, place].join('')
  }
}

/** A function of WebAssembly without a name, by its number in one build. */
const NUMBERED = /(?:^frame: | in )(?:wasm-function\[\d{1,9}\]|\$func\d{1,9})$/

/** If what failed has a name, functions that a build only numbered don't count. */
function leaveOutNumbered(frames: JsonObject[], parts: string[]): void {
  const isNumbered = parts.map(
    (part) => (part.endsWith(']') || part.includes('$func')) && NUMBERED.test(part),
  )
  if (!isNumbered.includes(true)) return
  const last = frames.findLastIndex((frame, at) => frame.in_app === true && parts[at] !== '')
  if (last === -1 || isNumbered[last]) return
  for (const [at, isIt] of isNumbered.entries()) if (isIt) parts[at] = ''
}

const COMPREHENSIONS: ReadonlySet<unknown> = new Set(['<listcomp>', '<dictcomp>', '<setcomp>'])

/** From version 3.12, Python runs a comprehension in the function that it is written in; before, it was a call. */
function leaveOutComprehensions(frames: JsonObject[], parts: string[]): void {
  for (let at = 1; at < frames.length; at++) {
    const [around, frame] = [frames[at - 1]!, frames[at]!]
    if (COMPREHENSIONS.has(frame.function) && frame.filename === around.filename) parts[at] = ''
  }
}

/** A name in a bundle that is another function's in the next build. */
const MINIFIED = /^frame: (?:[\w.-]{1,80}\.[cm]?js in )?[\w$]{1,2}$/

/** Beside functions of the application that have names, those that a minifier named don't count. True if the innermost
 * is one of them. */
function leaveOutMinified(frames: JsonObject[], parts: string[]): boolean {
  const minified = parts.map((part) => (part.at(-2) === ' ' || part.at(-3) === ' ') && MINIFIED.test(part))
  if (!minified.includes(true)) return false
  const isTold = frames.some(
    (frame, at) => frame.in_app === true && parts[at] !== '' && !saysLittle(parts[at]!),
  )
  if (!isTold) return false
  const last = frames.findLastIndex((frame, at) => frame.in_app === true && parts[at] !== '')
  for (const [at, isIt] of minified.entries()) if (isIt) parts[at] = ''
  return minified[last]!
}

function levelOf(all: number[], parts: string[]): Level {
  const once = withoutRounds(all, parts)
  return { all, once, counted: innermost(once) }
}

function textsOf({ counted }: Level, parts: string[]): string[] {
  return counted.map((at) => parts[at]!)
}

/** The recursing calls, each once and in a fixed order: their positions are random. */
export function overflowComponents(
  stack: Json | undefined,
  platform: string,
  account?: Account,
): StackComponents {
  const frames = stackFramesOf(stack)
  const { parts, app, system, isVague } = selectFrames(frames, platform)
  const [appRound, systemRound] = [roundOf(app, parts), roundOf(system, parts)]
  if (account !== undefined)
    explainFrames({ frames, platform, parts, app: appRound, system: systemRound }, account)
  const texts = (round: Round) => (round.isRound ? textsOf(round, parts).sort() : textsOf(round, parts))
  return { app: texts(appRound), system: texts(systemRound), isRecursive: true, isVague }
}

interface ExplainedFrames {
  frames: JsonObject[]
  platform: string
  parts: string[]
  app: Level & Partial<Round>
  system: Level & Partial<Round>
}

function explainFrames({ frames, platform, parts, app, system }: ExplainedFrames, account: Account): void {
  const uncertain = uncertainFrames(frames, platform)
  const rules = { app: rulesOf(app, parts), system: rulesOf(system, parts) }
  for (const [at, frame] of frames.entries()) {
    if (parts[at] === '') {
      const unsaid = isRuntimeCode(frame, platform) ? 'runtime_code' : 'no_name'
      const rule = at < uncertain ? 'cut_stack' : unsaid
      leaveOut(account, { kind: 'frame', text: frameText(frame) }, rule)
      continue
    }
    account.push({
      kind: 'frame',
      text: parts[at]!.slice(FRAME_PREFIX.length),
      app: frame.in_app === true ? rules.app(at) : 'library',
      system: rules.system(at),
    })
  }
}

function rulesOf({ once, counted, isRound = false }: Level & Partial<Round>, parts: string[]) {
  const [isOnce, isCounted] = [new Set(once), new Set(counted)]
  const countedParts = new Set(counted.map((at) => parts[at]))
  return (at: number): LeftOutRule | null => {
    if (isCounted.has(at)) return null
    if (isRound) return countedParts.has(parts[at]) ? 'repeated' : 'outside_recursion'
    return isOnce.has(at) ? 'too_many_frames' : 'repeated'
  }
}

function frameText({ function: name, filename, abs_path: path, module }: JsonObject): string {
  const [called, place] = [plainText(name), plainText(module) ?? plainText(filename) ?? plainText(path)]
  return place === undefined ? (called ?? '?') : `${place} in ${called ?? '?'}`
}

/** A name that a minifier gave: alone, or shorter in a bundle that has a name, without a source line. */
const MANGLED =
  /^frame: (?:[\w$]{1,3}|[\w.$-]{1,80}\.[cm]?js in [\w$]{1,2}|(?:[\w.$-]{1,80} in )?(?:wasm-function\[\d{1,9}\]|\$func\d{1,9}))$/
const PREFIX_CHARS = FRAME_PREFIX.length

/** What a minifier leaves: names of properties that any component, request or store has, and of a framework bundled with them. */
const ANYONES =
  /^(?:on(?:[a-z]{3,18}|(?:Before|After|Did|Will)?(?:[A-Z][a-z]{1,9}){1,3})|handler?|listener|callback|success|error|complete|done|next|then|catch|finally|resolve|reject|render|setup|mounted|created|updated|effect|loader|action|clientLoader|clientAction|queryFn|mutationFn|default|exports|run|init|main|load|start|fetch|get|set|value|apply|call|with(?:Scope|Context)?|middleware|respond|renderTo[A-Z]\w{2,20}|(?:execute|handle|dispatch|invoke|capture)(?:[A-Z][a-z]{1,9}){1,3})$/

/** True for the name of a handler or the like, which says nothing without its file. */
export function isAnyonesName(name: string): boolean {
  return ANYONES.test(name)
}
const PLACE = /^frame: (?:[^\n]{0,255} )?\+0x[0-9a-f]{1,14}$/

/** True if the frames that count are minified JavaScript, with handlers, or have no symbols: in the next build the same names and places
 * stand for any function. */
export function isMangled(stack: Counted, platform: string): boolean {
  if (!isJavascript(platform)) return isPlaced(stack)
  const counted = countedParts(stack)
  return counted.length > 0 && counted.every(saysLittle)
}

function saysLittle(part: string): boolean {
  return MANGLED.test(part) || ANYONES.test(part.slice(PREFIX_CHARS))
}

/** True if nothing but places in binaries counts. */
export function isPlaced(stack: Counted): boolean {
  const counted = countedParts(stack)
  return counted.length > 0 && counted.every((part) => PLACE.test(part))
}

function countedParts({ app, system }: Counted): string[] {
  return app.length > 0 ? app : system
}

function withoutRounds(positions: number[], parts: string[]): number[] {
  const kept: number[] = []
  for (const at of positions) {
    kept.push(at)
    const repeated = repeatedAtEnd(kept, parts)
    if (repeated > 0) kept.length -= repeated
  }
  return kept
}

function repeatedAtEnd(kept: number[], parts: string[]): number {
  const last = kept.length - 1
  const longest = Math.min(MAX_CYCLE_FRAMES, kept.length >> 1)
  for (let length = 1; length <= longest; length++) {
    let same = 0
    while (same < length && parts[kept[last - same]!] === parts[kept[last - same - length]!]) same++
    if (same === length) return length
  }
  return 0
}

/** `isRound`: each call that went round stands once, if it was first. */
type Round = Level & { isRound: boolean }

/** The frames that are not much rarer than the most frequent one, which may be called several times per round; all if
 * nothing goes round. */
function roundOf(level: Level, parts: string[]): Round {
  const counts = new Map<string, { first: number; count: number }>()
  for (const at of level.all) {
    const found = counts.get(parts[at]!)
    if (found === undefined) counts.set(parts[at]!, { first: at, count: 1 })
    else found.count++
  }
  const calls = [...counts.values()]
  const rounds = calls.reduce((most, { count }) => Math.max(most, count), 0)
  if (rounds < 2) return { ...level, isRound: false }
  const counted = calls.filter(({ count }) => count > 1 && count > rounds / 4).map(({ first }) => first)
  return { ...level, counted, isRound: true }
}

function innermost(positions: number[]): number[] {
  return positions.length > MAX_FRAMES ? positions.slice(-MAX_FRAMES) : positions
}

function isBareAddress(frame: JsonObject, platform: string): boolean {
  if (!isJavascript(platform)) return false
  const named = typeof frame.function === 'string' && frame.function !== '' && frame.function !== '?'
  return !named && typeof frame.abs_path === 'string' && isUrl(frame.abs_path)
}
