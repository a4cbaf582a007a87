import { answerNoFiles, type SymbolAnswer, type SymbolQuery } from '#domain/symbols/symbolication.ts'
import { findSymbolProject } from '#storage/project/symbol-file.ts'
import { MapLibrary } from './map-library.ts'
import { MappingLibrary } from './mapping-library.ts'
import type { LibraryOptions, Shelf, WhyUnread } from './shelf.ts'
import { SourceLibrary } from './source-library.ts'

/** Answers what the uploaded files of a project say of an event. Not shared between threads. */
export class SymbolLibrary {
  readonly #options: LibraryOptions
  readonly #maps = new MapLibrary()
  readonly #mappings = new MappingLibrary()
  readonly #sources = new SourceLibrary()

  constructor(options: LibraryOptions) {
    this.#options = options
  }

  /** @throws what the database throws; problems of files are in the answer. */
  async resolve(query: SymbolQuery, whyUnread: WhyUnread): Promise<SymbolAnswer> {
    const { orgId, projectId } = query
    const scope = this.#options.database.serviceScope({ orgId, orgUid: '' })
    const project = await findSymbolProject(scope, projectId)
    if (!project) return answerNoFiles(query)
    const shelf: Shelf = { options: this.#options, scope, query, whyUnread, ...project }
    const answer: SymbolAnswer = { places: [], stacks: [], sources: [] }
    for (const place of query.places) answer.places.push(await this.#maps.resolve(shelf, place))
    if (query.stacks.length > 0) answer.stacks = await this.#mappings.retrace(shelf)
    if (query.sources.places.length > 0) answer.sources = await this.#sources.read(shelf)
    return answer
  }
}
