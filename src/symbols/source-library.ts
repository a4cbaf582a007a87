import { SOURCE_BUNDLE_PREFIX } from '#domain/symbols/file-names.ts'
import type { Resolution, SourceContext, Unresolved } from '#domain/symbols/symbolication.ts'
import { findFilesByDebugIds, type SymbolFile } from '#storage/project/symbol-file.ts'
import { MAX_BUNDLE_FILES, SourceBundle } from './bundle/source-bundle.ts'
import { OpenedFiles } from './opened-files.ts'
import { type Shelf, unreadable } from './shelf.ts'
import { SourceText } from './source-context.ts'

/** One for each module of an application. */
const MAX_BUNDLES = 50
/** Of those of one event. */
const MAX_FILES = 3 * MAX_BUNDLE_FILES
/** Of the directories of all that are kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024
const LEAST_BYTES = 64 * 1024
const MAX_SOURCE_BYTES = 2 * 1024 * 1024
/** Of all sources that one event asks for. */
const MAX_BYTES = 32 * 1024 * 1024

interface Holder {
  file: SymbolFile
  bundle: SourceBundle
}

/** Finds source bundles, and keeps what files they have. */
export class SourceLibrary {
  readonly #opened = new OpenedFiles<SourceBundle>({
    open: (path) => SourceBundle.open(path),
    leastBytes: LEAST_BYTES,
    mostBytes: MAX_KEPT_BYTES,
  })

  /** The lines that a query asks for, each from the newest bundle that has its file. @throws what the database throws */
  async read(shelf: Shelf): Promise<Resolution<SourceContext>[]> {
    const { holders, problem } = await this.#bundles(shelf)
    const sources = new SourceTexts()
    const answers: Resolution<SourceContext>[] = []
    for (const { name, line } of shelf.query.sources.places) {
      const holder = holders.find(({ bundle }) => bundle.has(name))
      answers.push(holder ? await sources.lineOf(holder, name, line) : (problem ?? missing(name)))
    }
    return answers
  }

  async #bundles(shelf: Shelf): Promise<{ holders: Holder[]; problem: Unresolved | null }> {
    const { projectId, sources } = shelf.query
    const search = { projectId, debugIds: sources.bundles, prefix: SOURCE_BUNDLE_PREFIX, limit: MAX_BUNDLES }
    const holders: Holder[] = []
    let problem: Unresolved | null = null
    let room = MAX_FILES
    for (const file of await findFilesByDebugIds(shelf.scope, search)) {
      const bundle = await this.#opened.get(shelf, file)
      if (typeof bundle === 'string') {
        problem ??= failed(file, bundle)
        continue
      }
      room -= bundle.fileCount
      if (room < 0) break
      holders.push({ file, bundle })
    }
    return { holders, problem }
  }
}

/** The sources of one event, each inflated once. */
class SourceTexts {
  /** A rejected one: it cannot be read. */
  readonly #texts = new Map<string, Promise<SourceText>>()
  #room = MAX_BYTES

  async lineOf({ file, bundle }: Holder, name: string, line: number): Promise<Resolution<SourceContext>> {
    try {
      const source = await this.#textOf(bundle, name)
      const original = source.contextOf({ line: line - 1, column: 0 })
      if (original) return { status: 'resolved', by: 'debug_id', map: file.name, original }
      return failed(file, `has no line ${line} in ${name}: it belongs to a different build`)
    } catch (error) {
      return failed(file, unreadable(error as Error))
    }
  }

  #textOf(bundle: SourceBundle, name: string): Promise<SourceText> {
    const known = this.#texts.get(name)
    const text = known ?? this.#read(bundle, name)
    this.#texts.set(name, text)
    return text
  }

  async #read(bundle: SourceBundle, name: string): Promise<SourceText> {
    const text = await bundle.textOf(name, Math.min(MAX_SOURCE_BYTES, this.#room))
    this.#room -= Buffer.byteLength(text)
    return new SourceText(text)
  }
}

function missing(name: string): Unresolved {
  return { status: 'missing', message: `No uploaded source bundle of this build has ${name}.` }
}

function failed({ name }: SymbolFile, what: string): Unresolved {
  return { status: 'failed', message: `Source bundle ${name} ${what}.` }
}
