import { storableText } from '../event/bounds.ts'
import { isJsonObject, type JsonObject, jsonObjectOf } from '../json/json.ts'
import { type LineRange, type MethodLine, readMethodLine } from './member-line.ts'
import { namesFile } from './source-file.ts'

/** What a comment of R8 says of the method in the line above it. */
export interface MethodNotes {
  /** The compiler made it; no one wrote it. */
  isSynthesized?: boolean
  /** Code that several methods share was moved into it. */
  isOutline?: boolean
  /** By lines of such a moved piece, those of this method that it was taken from. */
  callSites?: ReadonlyMap<number, number>
  /** How many innermost calls are left out where one of these exceptions is thrown. */
  leavesOut?: { thrown: string; calls: number }[]
}

export interface MappedMethod extends MethodLine {
  notes: MethodNotes
}

export interface ClassMapping {
  original: string
  /** As the compiler noted it; null if it did not, or made the class. */
  file: string | null
  /** By obfuscated name, in the order of the file: what was inlined stands before what it was inlined into. */
  methods: ReadonlyMap<string, readonly MappedMethod[]>
}

/** Each call reads all of its name. Of one with more, nothing is known: the rest might be what the call was. */
const MAX_LINES_OF_NAME = 10_000

/** @param block the lines below that of the class. */
export function readClassMapping(original: string, block: string): ClassMapping {
  const methods = new Map<string, MappedMethod[]>()
  let file: string | null = null
  let last: MappedMethod | null = null
  let isOfClass = true
  for (const written of block.split('\n')) {
    const line = written.trim()
    if (line.startsWith('#')) {
      const note = jsonObjectOf(line.slice(1)) ?? {}
      if (last !== null) addNote(last.notes, note)
      else if (isOfClass && note.id === 'sourceFile') file = fileIn(note)
      continue
    }
    if (line === '') continue
    isOfClass = false
    const method = readMethodLine(line)
    last = method && { ...method, notes: {} }
    if (last === null) continue
    const same = methods.get(last.obfuscated)
    if (same === undefined) methods.set(last.obfuscated, [last])
    else if (same.length <= MAX_LINES_OF_NAME) same.push(last)
  }
  return { original, file, methods }
}

function fileIn({ fileName }: JsonObject): string | null {
  return typeof fileName === 'string' && namesFile(fileName) ? storableText(fileName) : null
}

const R8 = 'com.android.tools.r8.'

function addNote(notes: MethodNotes, note: JsonObject): void {
  if (note.id === `${R8}synthesized`) notes.isSynthesized = true
  if (note.id === `${R8}outline`) notes.isOutline = true
  if (note.id === `${R8}outlineCallsite` && isJsonObject(note.positions)) {
    const lines = Object.entries(note.positions).map(([from, to]) => [Number(from), Number(to)] as const)
    notes.callSites = new Map(lines)
  }
  if (note.id === `${R8}rewriteFrame`) {
    notes.leavesOut ??= []
    notes.leavesOut.push(...leftOut(note))
  }
}

const THROWS = /^throws\(L([^;]{1,500});\)$/
const REMOVES = /^removeInnerFrames\((\d{1,4})\)$/

function leftOut({ conditions, actions }: JsonObject): { thrown: string; calls: number }[] {
  const calls = firstMatch(actions, REMOVES)
  const thrown = firstMatch(conditions, THROWS)
  return calls && thrown ? [{ thrown: thrown.replaceAll('/', '.'), calls: Number(calls) }] : []
}

function firstMatch(list: JsonObject[string] | undefined, pattern: RegExp): string | undefined {
  const texts = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
}

/** The methods that stand for a call, innermost first: one, and those into which it was inlined. Empty if the
 * mapping says nothing of it, or if it may be one of many. */
export function methodsAt(mapping: ClassMapping, name: string, line: number | null): readonly MappedMethod[] {
  const named = methodsNamed(mapping, name)
  const at = line === null ? -1 : named.findIndex(({ lines }) => lines !== null && isWithin(line, lines))
  const found = at === -1 ? named.findIndex(({ lines }) => lines?.last === 0) : at
  return found === -1 ? withoutLine(named) : inlinedAt(named, found)
}

/** Whether code that several methods share was moved into it; noted once, whatever its lines. */
export function isOutline(mapping: ClassMapping, name: string): boolean {
  return methodsNamed(mapping, name).some(({ notes }) => notes.isOutline)
}

function methodsNamed({ methods }: ClassMapping, name: string): readonly MappedMethod[] {
  const named = methods.get(name) ?? []
  return named.length > MAX_LINES_OF_NAME ? [] : named
}

/** Those of the same lines, which follow each other. */
function inlinedAt(named: readonly MappedMethod[], at: number): readonly MappedMethod[] {
  const { lines } = named[at]!
  const end = named.findIndex((each, other) => other > at && !isSameRange(each.lines, lines))
  return named.slice(at, end === -1 ? named.length : end)
}

const MAX_ALTERNATIVES = 3
/** Of one of several methods. */
const UNKNOWN = { first: 0, last: null }

function withoutLine(named: readonly MappedMethod[]): readonly MappedMethod[] {
  const anywhere = named.filter(({ lines }) => lines === null)
  const [first] = named
  if (first && anywhere.length === 0 && inlinedAt(named, 0).length === named.length) return named
  // The last of each range of lines: the others were inlined into it.
  const candidates =
    anywhere.length > 0
      ? anywhere
      : named.filter(({ lines }, at) => !isSameRange(lines, named[at + 1]?.lines ?? null))
  const [one] = candidates
  if (one === undefined || candidates.some((each) => each.class !== one.class)) return []
  if (candidates.length === 1) return [one]
  const names = new Set<string>()
  for (const { method } of candidates) if (names.add(method).size > MAX_ALTERNATIVES) return []
  return [{ ...one, method: [...names].join('|'), source: UNKNOWN }]
}

function isWithin(line: number, { first, last }: LineRange): boolean {
  return line >= first && line <= last
}

function isSameRange(one: LineRange | null, other: LineRange | null): boolean {
  return one !== null && other !== null && one.first === other.first && one.last === other.last
}
