import type { Database } from '../engine/database.ts'
import { insertDeadLetters } from '../event/dead-letter.ts'
import { type ConsumerPosition, moveConsumer, OffsetMovedError } from '../upkeep/consumer.ts'
import { addToCounters } from './add-to-counters.ts'
import type { BatchItem, BatchOutcome, BatchTransaction, PlacedItem } from './batch.ts'
import { findBatchProjects, noteFirstEvents, projectChanges } from './batch-projects.ts'
import { changeStatuses } from './change-statuses.ts'
import { foldFacets } from './count/fold-facets.ts'
import { writeReleases } from './count/write-releases.ts'
import { IssueDirectory } from './issue-directory.ts'
import { IssueLocker, IssuesChangedError } from './issue-locker.ts'
import { raiseOverflowAlerts } from './overflow-issue.ts'
import { PayloadDictionaries } from './payload-dictionaries.ts'
import { fireRules } from './rules/fire-rules.ts'
import { ProjectRules } from './rules/project-rules.ts'
import { tellPeople } from './tell-people.ts'
import { tellWebhooks } from './tell-webhooks.ts'
import {
  issuesWithMostUsers,
  writeFacets,
  writeHours,
  writeProjectHours,
  writeUsers,
} from './write-counters.ts'
import { withoutDuplicates, writeEvents } from './write-events.ts'
import { TagWriter } from './write-tags.ts'

export interface BatchRange {
  from: ConsumerPosition
  to: number
  attempts: number
  now: number
}

const TRIES_WHEN_ISSUES_CHANGE = 20

/** Writes batches of processed events. One per consumer of a lane; it keeps what it looked up. */
export class BatchWriter {
  readonly #database: Database
  readonly #newIssuesPerHour: number
  readonly #directory: IssueDirectory
  readonly #locker = new IssueLocker()
  readonly #dictionaries = new PayloadDictionaries()
  readonly #rules = new ProjectRules()
  readonly #tags = new TagWriter()
  /** The cache may be wrong: a transaction did not commit, or another node had the lane. */
  #unsure = false

  /** `newIssuesPerHour`: per project, before further ones go to its overflow issue; 0: no limit. */
  constructor(database: Database, { newIssuesPerHour }: { newIssuesPerHour: number }) {
    this.#database = database
    this.#newIssuesPerHour = newIssuesPerHour
    this.#directory = new IssueDirectory(newIssuesPerHour)
  }

  forget(): void {
    this.#unsure = true
  }

  /** One transaction for a batch and the journal offset. @throws OffsetMovedError if another did it. */
  async write(range: BatchRange, items: BatchItem[]): Promise<BatchOutcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await this.#database.transaction((db) => this.#writeOnce(db, range, items))
        this.#unsure = false
        return outcome
      } catch (error) {
        if (!(error instanceof IssuesChangedError) || attempt >= TRIES_WHEN_ISSUES_CHANGE) throw error
      }
    }
  }

  /** What `write` would do, null if it would fail. Writes nothing. @throws OffsetMovedError if another moved the lane. */
  async tryWrite(range: BatchRange, items: BatchItem[]): Promise<BatchOutcome | null> {
    const rollBack = new Error('It would be written.')
    let outcome: BatchOutcome | null = null
    try {
      await this.#database.transaction(async (db) => {
        outcome = await this.#writeOnce(db, range, items)
        throw rollBack
      })
    } catch (error) {
      if (error instanceof OffsetMovedError) throw error
      if (error !== rollBack) return null
    }
    return outcome
  }

  async #writeOnce(db: BatchTransaction['db'], range: BatchRange, items: BatchItem[]): Promise<BatchOutcome> {
    if (this.#unsure) {
      this.#directory.forget()
      this.#dictionaries.forget()
      this.#tags.forget()
    }
    this.#unsure = true
    const { from, to, attempts, now } = range
    const eventKey = await moveConsumer(db, from, { offset: to, attempts, events: items.length, now })
    const tx: BatchTransaction = { db, now, eventKey }
    const projects = await findBatchProjects(tx, items)
    const present = items.filter((item) => projects.has(item.projectId))
    const fresh = await withoutDuplicates(tx, present)
    await noteFirstEvents(tx, projects, fresh)
    const { placed, created, overflows } = await this.#directory.place(tx, fresh)
    const locked = await this.#locker.lock(
      tx,
      placed.map(({ issueId }) => issueId),
      projects,
    )
    await this.#dictionaries.recheck(tx, locked.rows.values())
    await writeEvents(tx, placed, this.#dictionaries)
    await writeHours(tx, placed)
    await writeProjectHours(tx, placed)
    await writeFacets(tx, placed)
    await this.#tags.write(tx, placed, { rows: locked.rows, created })
    const newUsers = await writeUsers(tx, placed, issuesWithMostUsers(locked.rows.values()))
    const shown = await addToCounters(tx, placed, { locked, newUsers })
    const folded = await foldFacets(tx, placed, locked)
    const written = { ...shown, issues: locked.rows }
    const changes = await changeStatuses(tx, written)
    const { regressed, unsnoozed } = changes
    const rules = await this.#rules.load(tx, projects)
    const fired = await fireRules(tx, { ...written, changes, rules, created })
    const changed = new Set([...regressed.keys(), ...unsnoozed.keys()])
    const overflowed = await raiseOverflowAlerts(tx, this.#newIssuesPerHour, overflows)
    await writeReleases(tx, placed, folded)
    await insertDeadLetters(tx, placed)
    const transitions = { rows: locked.rows, created, regressed, unsnoozed, fired }
    await tellWebhooks(tx, transitions)
    await tellPeople(tx, transitions)
    return {
      ...countKinds(placed),
      duplicates: present.length - fresh.length,
      projectGone: items.length - present.length,
      newIssues: created.size,
      regressions: regressed.size,
      changes: projectChanges(projects, {
        rows: locked.rows,
        shown: shown.deltas.keys(),
        created,
        changed,
        alerted: new Set([...regressed.keys(), ...overflowed, ...fired.map(({ issueId }) => issueId)]),
      }),
    }
  }
}

function countKinds(placed: PlacedItem[]): { stored: number; countedOnly: number; deadLetters: number } {
  let stored = 0
  let deadLetters = 0
  for (const { item } of placed) {
    if (item.kind === 'stored') stored += 1
    else if (item.deadLetter) deadLetters += 1
  }
  return { stored, deadLetters, countedOnly: placed.length - stored - deadLetters }
}
