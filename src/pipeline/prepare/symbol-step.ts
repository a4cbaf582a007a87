import { groupByRules } from '#domain/grouping/rules/group-by-rules.ts'
import { eventNames } from '#domain/normalise/event.ts'
import type { SymbolQuery } from '#domain/symbols/symbolication.ts'
import { applyAnswer, mayBeResolved, type UnresolvedParts, unresolvedOf } from '#domain/symbols/unresolved.ts'
import { valueList } from '#domain/text/value-list.ts'
import { eventWords } from '#domain/words/event-words.ts'
import type { JournalRecord } from '#journal/journal.ts'
import type { Database } from '#storage/engine/database.ts'
import { listProjectsWithFiles } from '#storage/project/symbol-file.ts'
import type { SymbolThreadData } from '#symbols/messages.ts'
import { Symbolicator } from '#symbols/symbolicator.ts'
import type { NormalisedRecord } from './process-record.ts'

export interface SymbolWork {
  normalise: (record: JournalRecord) => NormalisedRecord | null
  onStep: () => void
}

interface BuiltEvent {
  normalised: NormalisedRecord
  unresolved: UnresolvedParts
}

/** Applies source maps and mapping files before grouping. Projects without release files cost one query per batch. */
export class SymbolStep {
  readonly #options: SymbolThreadData
  readonly #symbolicator: Symbolicator
  #database: Promise<Database> | null = null

  constructor(options: SymbolThreadData) {
    this.#options = options
    this.#symbolicator = new Symbolicator(options)
  }

  watcher(): BuiltRecords {
    return new BuiltRecords(() => this.#open())
  }

  /** Normalises records and applies source maps to their events. Answers those of which files could tell more. */
  async apply(
    records: readonly JournalRecord[],
    { normalise, onStep }: SymbolWork,
  ): Promise<Map<JournalRecord, NormalisedRecord>> {
    const answered = new Map<JournalRecord, NormalisedRecord>()
    const events = records.flatMap((record) => builtEvent(normalise(record)) ?? [])
    if (events.length === 0) return answered
    onStep()
    const answers = await this.#symbolicator.resolve(events.map(queryOf))
    onStep()
    for (const [at, { normalised, unresolved }] of events.entries()) {
      const { record, event, rules } = normalised
      const target = { project: '', release: event.release, dist: '' }
      const unmapped = groupByRules(event, rules)
      const options = { target, platform: event.platform, notesOthers: false }
      const isChanged = applyAnswer(unresolved, answers[at]!, options)
      answered.set(record, isChanged ? { ...normalised, unmapped } : normalised)
      if (!isChanged) continue
      Object.assign(event, eventNames(event.payload, valueList(event.payload.exception)))
      event.words = eventWords(event.payload, event)
    }
    return answered
  }

  async close(): Promise<void> {
    await this.#symbolicator.close()
    await (await this.#database?.catch(() => null))?.close()
  }

  /** With the first event of such a platform; again where it could not be opened. */
  #open(): Promise<Database> {
    this.#database ??= openFor(this.#options).catch((error) => {
      this.#database = null
      throw error
    })
    return this.#database
  }
}

/** Loads the query builder with it, which takes megabytes and which most services never need here. */
async function openFor({ dataDir, databaseUrl }: SymbolThreadData): Promise<Database> {
  const { openDatabase, QUERY_TIMEOUT_MS } = await import('#storage/engine/database.ts')
  return openDatabase({
    ...{ dataDir, databaseUrl },
    threads: false,
    foreignKeys: false,
    maxConnections: 1,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    applicationName: 'errata prepare',
  })
}

function builtEvent(normalised: NormalisedRecord | null): BuiltEvent | null {
  if (normalised === null) return null
  const unresolved = unresolvedOf(normalised.event.payload, normalised.event.platform)
  return unresolved && { normalised, unresolved }
}

function queryOf({ normalised, unresolved }: BuiltEvent): SymbolQuery {
  const { record, event } = normalised
  const { dist } = event.payload
  return {
    orgId: record.orgId,
    projectId: record.projectId,
    release: event.release,
    dist: typeof dist === 'string' ? dist : '',
    ...unresolved.wanted,
  }
}

/** Tells, for the parts of one batch, whose projects have release files: each project is asked for once. */
class BuiltRecords {
  readonly #open: () => Promise<Database>
  readonly #hasFiles = new Map<number, boolean>()

  constructor(open: () => Promise<Database>) {
    this.#open = open
  }

  async select(records: readonly JournalRecord[]): Promise<JournalRecord[]> {
    const built = records.filter(({ body, meta }) => body !== null && mayBeResolved(meta.summary.platform))
    const unknown = built.filter(({ projectId }) => !this.#hasFiles.has(projectId))
    if (unknown.length > 0) {
      const found = await listProjectsWithFiles((await this.#open()).queries, {
        orgIds: [...new Set(unknown.map(({ orgId }) => orgId))],
        ids: [...new Set(unknown.map(({ projectId }) => projectId))],
      })
      for (const { projectId } of unknown) this.#hasFiles.set(projectId, found.has(projectId))
    }
    return built.filter(({ projectId }) => this.#hasFiles.get(projectId))
  }
}
