import { decodedMappings, FlattenMap, TraceMap, traceSegment } from '@jridgewell/trace-mapping'
import { beginningName, declarationBefore, MAX_DECLARATION_CHARS } from '#domain/symbols/declaration.ts'
import { parseMapJson } from '#domain/symbols/map-json.ts'
import { namespaceOf, sourcePath } from '#domain/symbols/source-path.ts'
import type { CodePlace, OriginalPlace } from '#domain/symbols/symbolication.ts'
import { SourceText, storable } from './source-context.ts'

const MAX_NAME_CHARS = 200
/** Each line before a section takes memory, however little the map says of it. */
const MAX_LINES = 1_000_000
/** The root is written before each source. */
const MAX_ROOT_CHARS = 32 * 1024 * 1024

/** What V8 takes for a line, for the first segment of one, and for each segment. */
const [LINE_BYTES, FIRST_BYTES, SEGMENT_BYTES] = [50, 150, 85]

export class ParsedMap {
  /** What it takes of the memory, about: up to a hundred times its JSON. */
  readonly bytes: number
  readonly #map: TraceMap
  readonly #namespace: string
  /** By their index in the map, those that were asked for. */
  readonly #sources = new Map<number, SourceText>()

  /** @throws Error, with what is wrong with it, for a text that is not a source map. */
  constructor(json: string) {
    const map = parseMapJson(json)
    if (typeof map !== 'object' || map === null) throw new Error('it is not a JSON object')
    requireBounds(map, 0)
    if ('sections' in map) this.#map = FlattenMap(map as never)
    else if ('mappings' in map && typeof map.mappings === 'string') this.#map = new TraceMap(map as never)
    else throw new Error('it has no mappings')
    this.#namespace = namespaceOf(this.#map.sources)
    this.bytes = json.length + bytesOf(decodedMappings(this.#map))
  }

  /** The source of a place in generated code, both counting from 1; null if the map says nothing of it. */
  find(line: number, column: number): OriginalPlace | null {
    const segment = traceSegment(this.#map, line - 1, column - 1)
    if (!segment || segment.length === 1) return null
    const source = this.#pathOf(segment[1])
    if (source === '') return null
    return {
      file: storable(sourcePath(source)),
      line: segment[2] + 1,
      column: segment[3] + 1,
      name: segment.length === 5 ? this.#name(segment[4]) : null,
      within: null,
      context: this.#sourceOf(segment[1])?.contextOf({ line: segment[2], column: segment[3] }) ?? null,
    }
  }

  /** The name that a minified function around a place was written with; null if script and map don't tell. */
  nameAround({ line, column, name }: CodePlace, script: string): string | null {
    const inside = traceSegment(this.#map, line - 1, column - 1)
    const place =
      name === null ? null : declarationBefore(script, { line: line - 1, column: column - 1 }, name)
    if (place === null || inside?.length === undefined || inside.length === 1) return null
    const declared = traceSegment(this.#map, place.line, place.column)
    if (declared?.length === undefined || declared.length === 1 || declared[0] !== place.column) return null
    if (declared[1] !== inside[1] || declared[2] > inside[2]) return null
    if (declared.length === 5) return this.#name(declared[4])
    const source = this.#sourceOf(declared[1])
    return beginningName(
      source?.textAt({ line: declared[2], column: declared[3] }, MAX_DECLARATION_CHARS) ?? '',
    )
  }

  #sourceOf(index: number): SourceText | undefined {
    const known = this.#sources.get(index)
    const content = this.#map.sourcesContent?.[index]
    if (known !== undefined || typeof content !== 'string') return known
    const source = new SourceText(content)
    this.#sources.set(index, source)
    return source
  }

  /** A namespace is gone once the path is resolved as a URL. */
  #pathOf(index: number): string {
    const written = this.#map.sources[index]
    if (this.#namespace !== '' && written?.startsWith(this.#namespace))
      return written.slice(this.#namespace.length)
    const resolved: unknown = this.#map.resolvedSources[index]
    return typeof resolved === 'string' ? resolved : ''
  }

  #name(index: number): string | null {
    const name: unknown = this.#map.names[index]
    return typeof name === 'string' && name !== '' ? storable(name.slice(0, MAX_NAME_CHARS)) : null
  }
}

function bytesOf(lines: readonly (readonly unknown[])[]): number {
  let bytes = LINE_BYTES * lines.length
  for (const { length } of lines) if (length > 0) bytes += FIRST_BYTES + SEGMENT_BYTES * length
  return bytes
}

/** @throws Error for a map that takes far more to read than to write. */
function requireBounds(map: object | null, line: number): void {
  const { sections, sourceRoot, sources } = (map ?? {}) as Record<string, unknown>
  if (String(sourceRoot ?? '').length * (Array.isArray(sources) ? sources.length : 0) > MAX_ROOT_CHARS)
    throw new Error('its sourceRoot is too long')
  for (const section of Array.isArray(sections) ? sections : []) {
    const { offset, map: part } = (section ?? {}) as { offset?: Record<string, unknown>; map?: object }
    const from = line + Number(offset?.line)
    if (![offset?.line, offset?.column].every(isCount) || from > MAX_LINES)
      throw new Error(`a section begins nowhere, or after line ${MAX_LINES}`)
    requireBounds(part ?? null, from)
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}
