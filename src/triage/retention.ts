import { setTimeout as sleep } from 'node:timers/promises'
import { type AddressPage, dropUnusedAddresses } from '#storage/email-address.ts'
import { evictEvents } from '#storage/event-eviction.ts'
import {
  AGED_TABLE_NAMES,
  deleteAged,
  deleteAuditBefore,
  issuesWithEventsBefore,
  listIssueAges,
  listRetentions,
  type ProjectRetention,
} from '#storage/retention.ts'
import { restAfter } from './rest-after.ts'
import { inOrg, type Org, readScope, type TriageDeps } from './triage-deps.ts'

const DAY_MS = 24 * 3_600_000
/** Rows removed per transaction, and the time after which it begins no further issue: ingest waits for one at most. */
const ROWS_PER_STEP = 1_000
const STEP_MS = 25
/** Issues looked at per query. */
const ISSUES_PER_PAGE = 500
/** Between pages of issues that have nothing old, which are only read. */
const REST_MS = 20
/** The audit log is short, and asked about what lies far back. */
const AUDIT_DAYS = 400

export interface RetentionDeps extends TriageDeps {
  /** Of projects that set none. */
  retentionDays: number
  /** Asked before each step; the sweep ends early when it says no. */
  goesOn: () => Promise<boolean>
}

/** Rows that a sweep removed. */
export interface RetentionOutcome {
  events: number
  other: number
}

/**
 * Evicts the events that are older than their project keeps them, and deletes feedback, dead letters and alerts
 * of that age, audit entries older than 400 days and e-mail addresses that no issue has any longer: in steps of
 * at most 1,000 rows, each of which leaves every count exact, with rests between them. Counts, issues and their
 * activity stay.
 */
export async function sweepRetention(deps: RetentionDeps): Promise<RetentionOutcome> {
  const outcome: RetentionOutcome = { events: 0, other: 0 }
  for (const { projects, ...org } of await listRetentions(deps.database.queries)) {
    const sweep = new OrgSweep(deps, org, outcome)
    if (!(await sweep.run(projects))) break
  }
  return outcome
}

/** The sweep of one organization. */
class OrgSweep {
  readonly #deps: RetentionDeps
  readonly #org: Org
  readonly #outcome: RetentionOutcome

  constructor(deps: RetentionDeps, org: Org, outcome: RetentionOutcome) {
    this.#deps = deps
    this.#org = org
    this.#outcome = outcome
  }

  /** @returns false when it ended early. */
  async run(projects: readonly ProjectRetention[]): Promise<boolean> {
    const now = this.#deps.clock()
    const cutoffs = new Map(
      projects.map(({ projectId, days }) => [projectId, now - (days ?? this.#deps.retentionDays) * DAY_MS]),
    )
    return (
      (await this.#evictAll(cutoffs)) &&
      (await this.#deleteAged(cutoffs)) &&
      (await this.#deleteAudit(now - AUDIT_DAYS * DAY_MS)) &&
      (await this.#dropAddresses())
    )
  }

  async #evictAll(cutoffs: Map<number, number>): Promise<boolean> {
    const scope = readScope(this.#deps, this.#org)
    for (let after = 0; ; ) {
      const page = await listIssueAges(scope, after, ISSUES_PER_PAGE)
      const old = page.filter(
        ({ projectId, hasStored, firstSeenAt }) => hasStored && firstSeenAt < (cutoffs.get(projectId) ?? 0),
      )
      for (const [before, issues] of Map.groupBy(old, ({ projectId }) => cutoffs.get(projectId)!)) {
        const ids = issues.map(({ id }) => id)
        if (!(await this.#evict(await issuesWithEventsBefore(scope, ids, before), before))) return false
      }
      if (page.length < ISSUES_PER_PAGE) return true
      after = page.at(-1)!.id
      await sleep(REST_MS)
    }
  }

  /** Evicts everything of these issues that is older. */
  async #evict(issueIds: readonly number[], before: number): Promise<boolean> {
    let left = issueIds
    while (left.length > 0) {
      const due = left
      const { evicted, done } = await restAfter(() =>
        inOrg(this.#deps, this.#org, async (scope) => {
          let evicted = 0
          let done = 0
          const began = performance.now()
          for (const issueId of due) {
            if (performance.now() - began > STEP_MS) break
            const limit = ROWS_PER_STEP - evicted
            const count = await evictEvents(scope, { issueId, before, limit })
            evicted += count
            if (count === limit) break
            done += 1
          }
          return { evicted, done }
        }),
      )
      this.#outcome.events += evicted
      left = left.slice(done)
      if (!(await this.#deps.goesOn())) return false
    }
    return true
  }

  async #deleteAged(cutoffs: Map<number, number>): Promise<boolean> {
    for (const [projectId, before] of cutoffs) {
      for (const table of AGED_TABLE_NAMES) {
        const goesOn = await this.#deleteInSteps(() =>
          inOrg(this.#deps, this.#org, (scope) =>
            deleteAged(scope, table, { projectId, before, limit: ROWS_PER_STEP }),
          ),
        )
        if (!goesOn) return false
      }
    }
    return true
  }

  #deleteAudit(before: number): Promise<boolean> {
    return this.#deleteInSteps(() =>
      inOrg(this.#deps, this.#org, (scope) => deleteAuditBefore(scope, before, ROWS_PER_STEP)),
    )
  }

  /** Addresses that no issue has met any longer: their issues are gone, or all of their events. */
  async #dropAddresses(): Promise<boolean> {
    const { dialect } = this.#deps.database
    for (let after: string | null = ''; after !== null; ) {
      const page: AddressPage = { after, limit: ROWS_PER_STEP }
      after = await restAfter(() =>
        inOrg(this.#deps, this.#org, (scope) => dropUnusedAddresses(scope, dialect, page)),
      )
      if (after !== null && !(await this.#deps.goesOn())) return false
    }
    return true
  }

  async #deleteInSteps(step: () => Promise<number>): Promise<boolean> {
    for (;;) {
      const deleted = await restAfter(step)
      this.#outcome.other += deleted
      if (deleted < ROWS_PER_STEP) return true
      if (!(await this.#deps.goesOn())) return false
    }
  }
}
