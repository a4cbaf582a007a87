import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { type RetracedStack, retrace } from '#domain/retrace/retrace.ts'
import type { Resolution } from '#domain/symbols/symbolication.ts'
import { Lru } from '#platform/lru.ts'
import { findFilesByDebugId, type SymbolFile } from '#storage/project/symbol-file.ts'
import { MappingFile, type ParsedClass } from './mapping-file.ts'
import { isOfDisk, noteUse, pathOf, type Shelf, UNREAD_FOR_MS, unreadable } from './shelf.ts'

const MAX_KEPT = 20
/** Of all that are kept. One of a large app names some ten thousand. */
const MAX_KEPT_CLASSES = 300_000
/** Of the files of all organizations: they share the memory of the thread. */
const MAX_PARSED = 5_000
const MAX_PARSED_BYTES = 16 * 1024 * 1024

interface KeptMapping {
  /** A text: what is wrong with it. */
  mapping: MappingFile | string
  /** Epoch ms. */
  until: number
}

/** Finds the mapping files of R8 and ProGuard, and keeps where their classes are. */
export class MappingLibrary {
  readonly #kept = new Lru<string, KeptMapping>(MAX_KEPT, {
    limit: MAX_KEPT_CLASSES,
    weigh: ({ mapping }) => (typeof mapping === 'string' ? 1 : mapping.classCount),
  })

  readonly #parsed = new Lru<string, ParsedClass>(MAX_PARSED, {
    limit: MAX_PARSED_BYTES,
    weigh: ({ bytes }) => bytes,
  })

  /** The stacks of a query, by the first file that has one of its debug ids. @throws what the database throws */
  async retrace(shelf: Shelf): Promise<Resolution<RetracedStack>[]> {
    const { mappings, stacks } = shelf.query
    const file = await find(shelf)
    const mapping = file && (await this.#read(shelf, file))
    return stacks.map((stack) => {
      if (file === undefined || mapping === undefined) return missing(mappings)
      if (typeof mapping === 'string') return failed(file, mapping)
      try {
        return { status: 'resolved', by: 'debug_id', map: file.name, original: retrace(stack, mapping) }
      } catch (error) {
        return failed(file, unreadable(error as Error))
      }
    })
  }

  async #read(shelf: Shelf, file: SymbolFile): Promise<MappingFile | string> {
    const key = keyOf(shelf, file)
    if (shelf.avoid.has(key)) return 'took too long or too much memory to read'
    const known = this.#kept.get(key)
    if (known && known.until > Date.now()) return known.mapping
    shelf.options.onReading(key)
    await noteUse(shelf, [file])
    const options = { maxBytes: UPLOAD_LIMITS.mappingBytes, parsed: this.#parsed }
    const kept = await MappingFile.open(pathOf(shelf, file), options).then(
      (mapping): KeptMapping => ({ mapping, until: Number.POSITIVE_INFINITY }),
      (error): KeptMapping => ({
        mapping: unreadable(error),
        until: isOfDisk(error) ? Date.now() + UNREAD_FOR_MS : Number.POSITIVE_INFINITY,
      }),
    )
    this.#kept.set(key, kept)
    return kept.mapping
  }
}

function keyOf({ uid }: Shelf, { sha256 }: SymbolFile): string {
  return `${uid}/${sha256}`
}

async function find({ scope, query }: Shelf): Promise<SymbolFile | undefined> {
  for (const id of query.mappings) {
    const [file] = await findFilesByDebugId(scope, query.projectId, id)
    if (file) return file
  }
  return undefined
}

function missing(mappings: readonly string[]): Resolution<RetracedStack> {
  const message = `No uploaded mapping file has the debug ID ${mappings.join(' or ')}.`
  return { status: 'missing', message }
}

function failed({ name }: SymbolFile, what: string): Resolution<RetracedStack> {
  return { status: 'failed', message: `Mapping file ${name} ${what}.` }
}
