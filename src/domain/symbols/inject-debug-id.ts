import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { debugIdIn, inlineMap, readDebugId, sourceMapReference } from './file-marks.ts'
import { parseMapJson } from './map-json.ts'

/** Texts have a character per byte (latin1): what isn't UTF-8 stays as it is. */
export interface BuiltScript {
  script: string
  /** Null if it is in the script, as a `data:` URL. */
  map: string | null
}

/** The SDK's bundler plugins put it into the code that registers the ID. */
const PLUGIN_MARK = /sentry-dbid-([0-9a-f-]{36})/
const DIRECTIVE = /((?:"use [a-z]{1,20}"|'use [a-z]{1,20}'))[ \t]{0,8};?/y
const BLANK = /[\s\uFEFF]/

/** One debug ID in both: in a line that registers it when the script runs, in a comment at its end, and in the
 * map, which starts a line later. Marks that are there stay. Null if the map can't be read. */
export function withDebugId({ script, map }: BuiltScript): (BuiltScript & { debugId: string }) | null {
  const reference = map === null ? sourceMapReference(script) : undefined
  const json = map ?? inlineMap(reference ?? '')
  const parsed = json === undefined ? undefined : parsedMap(json)
  if (json === undefined || parsed === undefined) return null
  const registered = debugIdOf(script)
  const debugId = registered ?? mapDebugId(parsed) ?? contentId(script + json)
  if (registered === null) moveDown(parsed, hashbangEnd(script) === 0 ? 0 : 1)
  const isMarked = registered !== null && mapDebugId(parsed) === debugId
  const marked = isMarked ? json : JSON.stringify({ ...parsed, debugId: undefined, debug_id: debugId })
  if (registered !== null) return { debugId, script: withComment(script, debugId), map: map && marked }
  const own = reference === undefined ? script : withInlineMap(script, reference, marked)
  return { debugId, script: withComment(withRegistration(own, debugId), debugId), map: map && marked }
}

function debugIdOf(script: string): string | null {
  return debugIdIn(Buffer.from(script, 'latin1'), false) ?? readDebugId(PLUGIN_MARK.exec(script)?.[1])
}

function mapDebugId(map: JsonObject): string | null {
  return readDebugId(map.debug_id ?? map.debugId)
}

function parsedMap(json: string): JsonObject | undefined {
  try {
    const map = parseMapJson(json)
    return isJsonObject(map) && ('mappings' in map || 'sections' in map) ? map : undefined
  } catch {
    return undefined
  }
}

/** The same build has the same ID. */
function contentId(content: string): string {
  const hex = hash('sha1', content)
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return readDebugId(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`)!
}

/** One empty line of generated code more, before line `at` (from 0). */
function moveDown(map: JsonObject, at: number): void {
  if (typeof map.mappings === 'string') {
    const end = at === 0 ? 0 : map.mappings.indexOf(';') + 1
    const before = at > 0 && end === 0 ? map.mappings.length : end
    map.mappings = `${map.mappings.slice(0, before)};${map.mappings.slice(before)}`
  }
  for (const section of Array.isArray(map.sections) ? map.sections : []) moveSection(section, at)
}

function moveSection(section: Json, at: number): void {
  if (!isJsonObject(section) || !isJsonObject(section.offset)) return
  const { offset, map } = section
  if (typeof offset.line !== 'number') return
  if (offset.line >= at) offset.line += 1
  else if (isJsonObject(map)) moveDown(map, at - offset.line)
}

function hashbangEnd(script: string): number {
  return script.startsWith('#!') ? script.indexOf('\n') + 1 : 0
}

function withRegistration(script: string, debugId: string): string {
  const start = hashbangEnd(script)
  const line =
    `${directivesAt(script, start)}!function(){try{var g="undefined"!=typeof window?window:"undefined"!=typeof global?global:` +
    '"undefined"!=typeof globalThis?globalThis:"undefined"!=typeof self?self:{},s=(new g.Error).stack;' +
    `s&&((g._sentryDebugIds=g._sentryDebugIds||{})[s]="${debugId}")}catch(e){}}();\n`
  return script.slice(0, start) + line + script.slice(start)
}

/** `"use strict";` counts before any statement only, so it is said again. */
function directivesAt(script: string, start: number): string {
  let directives = ''
  for (let at = codeStart(script, start); ; at = codeStart(script, DIRECTIVE.lastIndex)) {
    DIRECTIVE.lastIndex = at
    const found = DIRECTIVE.exec(script)
    if (found === null) return directives
    directives += `${found[1]};`
  }
}

/** Behind blanks and comments. */
function codeStart(script: string, start: number): number {
  let at = start
  while (at < script.length) {
    const end = script.startsWith('//', at) ? '\n' : script.startsWith('/*', at) ? '*/' : undefined
    if (end !== undefined) {
      const found = script.indexOf(end, at + 2)
      at = found === -1 ? script.length : found + end.length
    } else if (BLANK.test(script[at]!)) at++
    else break
  }
  return at
}

function withComment(script: string, debugId: string): string {
  if (debugIdIn(Buffer.from(script, 'latin1'), false) !== null) return script
  return `${script}${script.endsWith('\n') ? '' : '\n'}//# debugId=${debugId}\n`
}

function withInlineMap(script: string, reference: string, map: string): string {
  const at = script.lastIndexOf(reference)
  const inline = `data:application/json;base64,${Buffer.from(map, 'utf8').toString('base64')}`
  return script.slice(0, at) + inline + script.slice(at + reference.length)
}
