import type { JournalRecord } from '#journal/journal.ts'
import { type Clock, processorMs, steadyClock, systemClock } from '#platform/clock.ts'
import { TimeUsed } from '#platform/turns/time-used.ts'

/** What takes less is not counted: an ordinary event takes a tenth of it. */
const COSTLY_MS = 4
/** Such processing a project, and an organization, may have at once, and this share of the time. */
const OF_PROJECT = { freeMs: 2_000, share: 0.2 }
const OF_ORG = { freeMs: 4_000, share: 0.4 }
/** Others wait behind records that are processed later than this, ms. An honest burst that is shorter stays whole. */
const LATE_MS = 10_000
/** A smaller event is never costly. */
const LARGE_BYTES = 64 * 1024

interface Clocks {
  now: Clock
  /** Monotonic milliseconds. */
  steady: Clock
  /** Those of the processor. */
  spent: Clock
}

const CLOCKS: Clocks = { now: systemClock, steady: steadyClock, spent: processorMs }

/**
 * All projects of a lane wait for each other, and 5 KB can hold an event that takes 40 ms. While a lane is late, large
 * events of projects that had more than their share of costly processing are counted only (decision 0249).
 */
export class ProcessingShares {
  readonly #clocks: Clocks
  readonly #projects: TimeUsed
  readonly #orgs: TimeUsed

  constructor(clocks = CLOCKS) {
    this.#clocks = clocks
    const timeUsed = ({ freeMs, share }: typeof OF_PROJECT) =>
      new TimeUsed(clocks.steady, { share, mostMs: 2 * freeMs })
    this.#projects = timeUsed(OF_PROJECT)
    this.#orgs = timeUsed(OF_ORG)
  }

  /** The record, or without its body if that is to be counted only. */
  admit(record: JournalRecord): JournalRecord {
    const { orgId, projectId, receivedAt, meta } = record
    const isLarge = record.body !== null && meta.eventEnd - meta.eventStart > LARGE_BYTES
    if (!isLarge || this.#clocks.now() - receivedAt <= LATE_MS) return record
    const isOver = this.#projects.by(projectId) > OF_PROJECT.freeMs || this.#orgs.by(orgId) > OF_ORG.freeMs
    return isOver ? { ...record, body: null } : record
  }

  /** Runs work for a record, and counts it if it is costly. */
  measured<T>({ orgId, projectId }: JournalRecord, work: () => T): T {
    const began = this.#clocks.spent()
    try {
      return work()
    } finally {
      const ms = this.#clocks.spent() - began
      if (ms >= COSTLY_MS) {
        this.#projects.add(projectId, ms)
        this.#orgs.add(orgId, ms)
      }
    }
  }
}
