import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { type RetracedStack, retrace } from '#domain/retrace/retrace.ts'
import { MAPPING_PREFIX } from '#domain/symbols/file-names.ts'
import type { Resolution } from '#domain/symbols/symbolication.ts'
import { Lru } from '#platform/lru.ts'
import { findFilesByDebugId, type SymbolFile } from '#storage/project/symbol-file.ts'
import { MappingFile, type ParsedClass } from './mapping-file.ts'
import { OpenedFiles } from './opened-files.ts'
import { type Shelf, unreadable } from './shelf.ts'

/** Of the names of all files that are kept. Those of a large app, some ten thousand classes, take 4 MB. */
const MAX_KEPT_BYTES = 96 * 1024 * 1024
const LEAST_BYTES = 96 * 1024
/** Of the files of all organizations: they share the memory of the thread. */
const MAX_PARSED = 5_000
const MAX_PARSED_BYTES = 96 * 1024 * 1024

/** Finds the mapping files of R8 and ProGuard, and keeps where their classes are. */
export class MappingLibrary {
  readonly #parsed = new Lru<string, ParsedClass>(MAX_PARSED, {
    limit: MAX_PARSED_BYTES,
    weigh: ({ bytes }) => bytes,
  })

  readonly #opened = new OpenedFiles<MappingFile>({
    open: (path) => MappingFile.open(path, { maxBytes: UPLOAD_LIMITS.debugFileBytes, parsed: this.#parsed }),
    leastBytes: LEAST_BYTES,
    mostBytes: MAX_KEPT_BYTES,
  })

  /** The stacks of a query, by the first file that has one of its debug ids. @throws what the database throws */
  async retrace(shelf: Shelf): Promise<Resolution<RetracedStack>[]> {
    const { mappings, stacks } = shelf.query
    const file = await find(shelf)
    const mapping = file && (await this.#opened.get(shelf, file))
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
}

async function find({ scope, query }: Shelf): Promise<SymbolFile | undefined> {
  for (const id of query.mappings) {
    const files = await findFilesByDebugId(scope, query.projectId, id)
    const file = files.find(({ name }) => name.startsWith(MAPPING_PREFIX))
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
