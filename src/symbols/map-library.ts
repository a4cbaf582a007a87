import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { isMinifiedName } from '#domain/symbols/declaration.ts'
import { type CodePlace, NO_FILES, type PlaceQuery, type Resolution } from '#domain/symbols/symbolication.ts'
import { Lru } from '#platform/lru.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findSymbolProject, type SymbolFile, touchReleaseFiles } from '#storage/project/symbol-file.ts'
import { type FoundMap, findMap, type MapSearch, type MissingMap, mapJson } from './find-map.ts'
import { ParsedMap } from './parsed-map.ts'

export interface LibraryOptions {
  database: Database
  artifactsDir: string
  onReading: (map: string) => void
}

/** Of maps in memory, their JSON; what comes of it takes some times as much. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024
const MAX_KEPT_SCRIPT_CHARS = 16 * 1024 * 1024
const MAX_KEPT_MAPS = 200
const MAX_KEPT_PLACES = 20_000
/** A file in use is noted as used this often. */
const TOUCH_MS = DAY_MS
const FOUND_FOR_MS = HOUR_MS
/** A file that the disk didn't give is left alone for this long: it may be back, or uploaded again. */
const UNREAD_FOR_MS = 10_000

interface KeptMap {
  bytes: number
  /** A text: what is wrong with it. */
  map: ParsedMap | string
  /** Epoch ms. */
  until: number
}

interface Shelf {
  scope: OrgScope
  uid: string
  query: PlaceQuery
  changes: number
  avoid: ReadonlySet<string>
}

/** Finds source maps and keeps those that were read. Not shared between threads. */
export class MapLibrary {
  readonly #options: LibraryOptions
  readonly #maps = new Lru<string, KeptMap>(MAX_KEPT_MAPS, {
    limit: MAX_KEPT_BYTES,
    weigh: ({ bytes }) => bytes,
  })
  readonly #scripts = new Lru<string, string>(MAX_KEPT_MAPS, {
    limit: MAX_KEPT_SCRIPT_CHARS,
    weigh: (text) => text.length + 1,
  })
  readonly #found = new Lru<string, { found: FoundMap | MissingMap; until: number }>(MAX_KEPT_PLACES)

  constructor(options: LibraryOptions) {
    this.#options = options
  }

  /** `avoid`: maps that ended a thread. @throws what the database throws; map problems are in the answer. */
  async resolve(query: PlaceQuery, avoid: ReadonlySet<string>): Promise<Resolution[]> {
    const { orgId, projectId } = query
    const scope = this.#options.database.serviceScope({ orgId, orgUid: '' })
    const project = await findSymbolProject(scope, projectId)
    if (!project) return query.places.map(() => ({ status: 'missing', message: NO_FILES }))
    const shelf = { scope, uid: project.uid, query, changes: project.changes, avoid }
    const resolutions: Resolution[] = []
    for (const place of query.places) resolutions.push(await this.#resolvePlace(shelf, place))
    return resolutions
  }

  async #resolvePlace(shelf: Shelf, place: CodePlace): Promise<Resolution> {
    const found = await this.#find(shelf, place)
    if ('missing' in found) return { status: 'missing', message: found.missing }
    const { name } = found.file
    const map = await this.#read(shelf, found)
    if (typeof map === 'string') return failed(name, map)
    try {
      const original = map.find(place.line, place.column)
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
    const key = `${shelf.uid}/${script.sha256}`
    if (shelf.avoid.has(key)) return null
    let text = this.#scripts.get(key)
    if (text === undefined) {
      this.#options.onReading(key)
      text = await this.#content(shelf, script).catch(() => undefined)
      if (text === undefined) return null
      this.#scripts.set(key, text)
    }
    return map.nameAround(place, text)
  }

  async #find(shelf: Shelf, { path, debugId }: CodePlace): Promise<FoundMap | MissingMap> {
    const { projectId, release, dist } = shelf.query
    const key = JSON.stringify([projectId, shelf.changes, release, dist, debugId, path])
    const now = Date.now()
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
    this.#found.set(key, { found, until: now + (isUnread ? UNREAD_FOR_MS : FOUND_FOR_MS) })
    if (!('missing' in found)) {
      const used = found.script && found.script !== found.file ? [found.file, found.script] : [found.file]
      await this.#touch(shelf, used, now)
    }
    return found
  }

  async #touch({ query }: Shelf, files: readonly SymbolFile[], now: number): Promise<void> {
    const old = files.filter(({ usedAt }) => now - usedAt > TOUCH_MS).map(({ id }) => id)
    if (old.length === 0) return
    const org = { orgId: query.orgId, orgUid: '' }
    // Without the note they are removed some days earlier.
    await this.#options.database.inOrg(org, (scope) => touchReleaseFiles(scope, old, now)).catch(() => {})
  }

  async #read(shelf: Shelf, found: FoundMap): Promise<ParsedMap | string> {
    const key = `${shelf.uid}/${found.file.sha256}${found.isInline ? '#' : ''}`
    if (shelf.avoid.has(key)) return 'took too long or too much memory to read'
    const known = this.#maps.get(key)
    if (known && known.until > Date.now()) return known.map
    this.#options.onReading(key)
    const kept = await this.#parse(shelf, found).then(
      (map): KeptMap => ({ bytes: found.file.sizeBytes, map, until: Number.POSITIVE_INFINITY }),
      (error): KeptMap => unreadMap(error),
    )
    this.#maps.set(key, kept)
    return kept.map
  }

  async #parse(shelf: Shelf, found: FoundMap): Promise<ParsedMap> {
    const map = new ParsedMap(mapJson(found, await this.#content(shelf, found.file)))
    // Decodes the mappings, which would else be done at the first place that is asked for.
    map.find(1, 1)
    return map
  }

  #content({ uid }: Shelf, { sizeBytes, sha256 }: SymbolFile): Promise<string> {
    if (sizeBytes > UPLOAD_LIMITS.fileBytes)
      return Promise.reject(new Error(`it is larger than ${counted(UPLOAD_LIMITS.fileBytes, 'byte')}`))
    return readFile(join(this.#options.artifactsDir, uid, sha256), 'utf8')
  }
}

function failed(map: string, what: string): Resolution {
  return { status: 'failed', message: `Source map ${map} ${what}.` }
}

function unreadMap(error: NodeJS.ErrnoException): KeptMap {
  const map = unreadable(error)
  const until = isOfDisk(error) ? Date.now() + UNREAD_FOR_MS : Number.POSITIVE_INFINITY
  return { bytes: map.length, map, until }
}

/** Whether reading failed, and not the content. */
function isOfDisk({ syscall }: NodeJS.ErrnoException): boolean {
  return syscall !== undefined
}

function unreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'is gone from the artifacts folder: upload it again'
  return `cannot be read: ${error.message.slice(0, 200)}`
}
