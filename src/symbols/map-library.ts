import { readFile } from 'node:fs/promises'
import { counted } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { isMinifiedName } from '#domain/symbols/declaration.ts'
import type { CodePlace, OriginalPlace, Resolution } from '#domain/symbols/symbolication.ts'
import { steadyClock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'
import type { SymbolFile } from '#storage/project/symbol-file.ts'
import { type FoundMap, findMap, type MapSearch, type MissingMap, mapJson } from './find-map.ts'
import { KeptPlaces } from './kept-places.ts'
import { ParsedMap } from './parsed-map.ts'
import {
  failedUntil,
  isOfDisk,
  keyOf,
  noteUse,
  pathOf,
  type Shelf,
  UNREAD_FOR_MS,
  unreadable,
} from './shelf.ts'

/** Of maps in memory. The thread has room for another one of the largest. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024
/** Least weight of a map: many small ones must not push out a large one of someone else. */
const LEAST_BYTES = 64 * 1024
const MAX_KEPT_MAPS = MAX_KEPT_BYTES / LEAST_BYTES
const MAX_KEPT_SCRIPT_CHARS = 16 * 1024 * 1024
const MAX_KEPT_ANSWERS = 20_000
const MAX_KEPT_ANSWER_CHARS = 8 * 1024 * 1024
const FOUND_FOR_MS = HOUR_MS

interface KeptMap {
  bytes: number
  /** A text: what is wrong with it. */
  map: ParsedMap | string
  /** By the steady clock. */
  until: number
}

interface KeptAnswer {
  found: FoundMap | MissingMap
  /** Of the question and the answer. */
  chars: number
  /** By the steady clock. */
  until: number
}

/** Finds source maps and keeps those that were read. */
export class MapLibrary {
  readonly #maps = new Lru<string, KeptMap>(MAX_KEPT_MAPS, {
    limit: MAX_KEPT_BYTES,
    weigh: ({ bytes }) => LEAST_BYTES + bytes,
  })
  readonly #scripts = new Lru<string, string>(MAX_KEPT_MAPS, {
    limit: MAX_KEPT_SCRIPT_CHARS,
    weigh: (text) => text.length + 1,
  })
  readonly #places = new KeptPlaces()
  readonly #found = new Lru<string, KeptAnswer>(MAX_KEPT_ANSWERS, {
    limit: MAX_KEPT_ANSWER_CHARS,
    weigh: ({ chars }) => chars,
  })

  /** @throws what the database throws */
  async resolve(shelf: Shelf, place: CodePlace): Promise<Resolution<OriginalPlace>> {
    const found = await this.#find(shelf, place)
    if ('missing' in found) return { status: 'missing', message: found.missing }
    const { name } = found.file
    const map = await this.#read(shelf, found)
    if (typeof map === 'string') return failed(name, map)
    try {
      const original = this.#places.getOr(mapKeyOf(shelf, found), place, () =>
        map.find(place.line, place.column),
      )
      if (original) {
        const within = await this.#nameAround(shelf, { found, map, place })
        return { status: 'resolved', by: found.by, map: name, original: { ...original, within } }
      }
      return failed(
        name,
        `does not cover line ${place.line}, column ${place.column}: it belongs to a different build`,
      )
    } catch (error) {
      return failed(name, `cannot be used: ${(error as Error).message}`)
    }
  }

  /** Null, too, if the script cannot be read: the map alone tells the rest. */
  async #nameAround(
    shelf: Shelf,
    { found: { script }, map, place }: { found: FoundMap; map: ParsedMap; place: CodePlace },
  ): Promise<string | null> {
    if (script === null || !isMinifiedName(place.name)) return null
    const key = keyOf(shelf, script)
    let text = this.#scripts.get(key)
    if (text === undefined) {
      if (shelf.whyUnread(key) !== null) return null
      shelf.options.onReading(key)
      text = await this.#content(shelf, script).catch(() => undefined)
      if (text === undefined) return null
      this.#scripts.set(key, text)
    }
    return map.nameAround(place, text)
  }

  async #find(shelf: Shelf, { path, debugId }: CodePlace): Promise<FoundMap | MissingMap> {
    const { projectId, release, dist } = shelf.query
    const key = JSON.stringify([projectId, shelf.changes, release, dist, debugId, path])
    const now = steadyClock()
    const known = this.#found.get(key)
    if (known !== undefined && known.until > now) return known.found
    let isUnread = false
    const search: MapSearch = {
      ...{ scope: shelf.scope, projectId, release, dist },
      readText: (file) =>
        this.#content(shelf, file).catch((error) => {
          isUnread ||= isOfDisk(error)
          throw new Error(unreadable(error), { cause: error })
        }),
    }
    const found = await findMap(search, { path, debugId })
    const until = now + (isUnread ? UNREAD_FOR_MS : FOUND_FOR_MS)
    const chars = key.length + ('missing' in found ? found.missing.length : 0)
    this.#found.set(key, { found, until, chars })
    if (!('missing' in found)) {
      const used = found.script && found.script !== found.file ? [found.file, found.script] : [found.file]
      await noteUse(shelf, used)
    }
    return found
  }

  async #read(shelf: Shelf, found: FoundMap): Promise<ParsedMap | string> {
    const key = mapKeyOf(shelf, found)
    const known = this.#maps.get(key)
    if (known && known.until > steadyClock()) return known.map
    const why = shelf.whyUnread(key)
    if (why !== null) return why
    shelf.options.onReading(key)
    const kept = await this.#parse(shelf, found).then(
      (map): KeptMap => ({ bytes: map.bytes, map, until: Number.POSITIVE_INFINITY }),
      (error): KeptMap => unreadMap(error),
    )
    this.#maps.set(key, kept)
    return kept.map
  }

  async #parse(shelf: Shelf, found: FoundMap): Promise<ParsedMap> {
    return new ParsedMap(mapJson(found, await this.#content(shelf, found.file)))
  }

  #content(shelf: Shelf, file: SymbolFile): Promise<string> {
    if (file.sizeBytes > UPLOAD_LIMITS.fileBytes)
      return Promise.reject(new Error(`it is larger than ${counted(UPLOAD_LIMITS.fileBytes, 'byte')}`))
    return readFile(pathOf(shelf, file), 'utf8')
  }
}

function mapKeyOf(shelf: Shelf, { file, isInline }: FoundMap): string {
  return `${keyOf(shelf, file)}${isInline ? '#' : ''}`
}

function failed(map: string, what: string): Resolution<OriginalPlace> {
  return { status: 'failed', message: `Source map ${map} ${what}.` }
}

function unreadMap(error: NodeJS.ErrnoException): KeptMap {
  const map = unreadable(error)
  return { bytes: map.length, map, until: failedUntil(error) }
}
