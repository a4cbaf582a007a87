import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contract/time.ts'
import { eachOnItsOwn, type GoesOn } from '#platform/background.ts'
import { type AddressPage, dropUnusedAddresses } from '#storage/account/email-address.ts'
import { dropExpiredStates, type StatePage } from '#storage/alert/rule-state.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { evictEvents } from '#storage/event/eviction.ts'
import { deleteUnusedReleaseFiles, hasUnusedReleaseFiles } from '#storage/project/release-file-deletion.ts'
import {
  AGED_TABLE_NAMES,
  deleteAged,
  deleteAuditBefore,
  listRetentions,
  noteHeld,
  noteSwept,
  type ProjectRetention,
} from '#storage/upkeep/retention.ts'
import type { Org } from '../action-deps.ts'
import { foldRemains } from './fold-remains.ts'
import { REST_MS, ROWS_PER_STEP, restAfter, STEP_MS } from './rest-after.ts'
import { SETTLED_PER_STEP, type SettleDeps, settleOverdueFeedback } from './settle-feedback.ts'
import {
  dueOf,
  isHeld,
  isToFold,
  type SurveyedProject,
  surveyRetention,
  sweptOf,
} from './survey-retention.ts'

/** The audit log is short, and asked about what lies far back. */
const AUDIT_DAYS = 400

export interface RetentionDeps extends SettleDeps {
  retentionDays: number
  /** Untouched issues are deleted after this many days without an event; 0: never. */
  quietIssueDays: number
  /** The time to go by, epoch ms, of `RetentionClock`. */
  now: number
  /** Told of a project where more would go than was to be expected. */
  onHeld: (held: HeldSweep) => void
  goesOn: GoesOn
}

export interface HeldSweep {
  projectUid: string
  events: number
  ofEvents: number
}

export interface RetentionOutcome {
  events: number
  other: number
}

/** Evicts what is older than its project keeps: events, feedback, dead letters, alerts, old rule counts,
 * unused release files, audit entries over 400 days, unreferenced e-mail addresses. Steps of at most 1,000
 * rows with pauses; each leaves every count exact. Once a day it folds remains (`fold-remains.ts`): counts
 * and touched issues stay. Feedback waits a day for its event. If far more than expected would go, someone
 * must confirm (`survey-retention.ts`). */
export async function sweepRetention(deps: RetentionDeps): Promise<RetentionOutcome> {
  const outcome: RetentionOutcome = { events: 0, other: 0 }
  await eachOnItsOwn(await listRetentions(deps.database.queries), ({ projects, ...org }) =>
    new OrgSweep(deps, org, outcome).run(projects),
  )
  return outcome
}

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
    const { now, retentionDays, quietIssueDays } = this.#deps
    const kept = { defaultDays: retentionDays, quietIssueDays }
    const due = projects.map((project) => dueOf(project, now, kept))
    const found = await surveyRetention(this.#deps.database.serviceScope(this.#org), due)
    const going = await this.#withoutHeld(found)
    const cutoffs = new Map(going.map(({ projectId, before }) => [projectId, before]))
    return (
      (await this.#evictAll(going)) &&
      (await this.#deleteAged(cutoffs)) &&
      (await this.#deleteReleaseFiles(cutoffs)) &&
      (await this.#settleFeedback(projects)) &&
      (await this.#foldAll(going)) &&
      (await this.#deleteAudit(now - AUDIT_DAYS * DAY_MS)) &&
      (await this.#dropAddresses()) &&
      (await this.#dropRuleStates()) &&
      (await this.#noteSwept(going))
    )
  }

  async #withoutHeld(found: readonly SurveyedProject[]): Promise<SurveyedProject[]> {
    const { database, onHeld } = this.#deps
    for (const project of found.filter(isHeld)) {
      const { projectId, projectUid, unexpected, stored } = project
      await noteHeld(database.serviceScope(this.#org), projectId, unexpected)
      onHeld({ projectUid, events: unexpected, ofEvents: stored })
    }
    return found.filter((project) => !isHeld(project))
  }

  async #evictAll(projects: readonly SurveyedProject[]): Promise<boolean> {
    for (const { oldIssues, before } of projects) if (!(await this.#evict(oldIssues, before))) return false
    return true
  }

  async #foldAll(projects: readonly SurveyedProject[]): Promise<boolean> {
    for (const project of projects.filter(isToFold)) {
      const gone = await foldRemains(this.#deps, this.#org, project)
      if (gone === null) return false
      this.#outcome.other += gone
    }
    return true
  }

  async #noteSwept(projects: readonly SurveyedProject[]): Promise<boolean> {
    const scope = this.#deps.database.serviceScope(this.#org)
    for (const project of projects) await noteSwept(scope, project.projectId, sweptOf(project))
    return true
  }

  async #evict(issueIds: readonly number[], before: number): Promise<boolean> {
    let left = issueIds
    while (left.length > 0) {
      const due = left
      const { evicted, done } = await restAfter(() =>
        this.#deps.database.inOrg(this.#org, (scope) => evictSome(scope, due, before)),
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
          this.#deps.database.inOrg(this.#org, (scope) =>
            deleteAged(scope, table, { projectId, before, limit: ROWS_PER_STEP }),
          ),
        )
        if (!goesOn) return false
      }
    }
    return true
  }

  async #deleteReleaseFiles(cutoffs: Map<number, number>): Promise<boolean> {
    for (const [projectId, before] of cutoffs) {
      const step = { projectId, before, limit: ROWS_PER_STEP }
      const isDue = await hasUnusedReleaseFiles(this.#deps.database.serviceScope(this.#org), step)
      if (!isDue) continue
      const goesOn = await this.#deleteInSteps(() =>
        this.#deps.database.inOrg(this.#org, (scope) => deleteUnusedReleaseFiles(scope, step)),
      )
      if (!goesOn) return false
    }
    return true
  }

  async #settleFeedback(projects: readonly ProjectRetention[]): Promise<boolean> {
    for (const { projectId } of projects) {
      for (let settled = SETTLED_PER_STEP; settled === SETTLED_PER_STEP; ) {
        settled = await settleOverdueFeedback(this.#deps, this.#org, projectId)
        if (settled === 0) break
        await sleep(REST_MS)
        if (!(await this.#deps.goesOn())) return false
      }
    }
    return true
  }

  #deleteAudit(before: number): Promise<boolean> {
    return this.#deleteInSteps(() =>
      this.#deps.database.inOrg(this.#org, (scope) => deleteAuditBefore(scope, before, ROWS_PER_STEP)),
    )
  }

  async #dropAddresses(): Promise<boolean> {
    for (let after: string | null = ''; after !== null; ) {
      const page: AddressPage = { after, limit: ROWS_PER_STEP }
      after = await restAfter(() =>
        this.#deps.database.inOrg(this.#org, (scope) => dropUnusedAddresses(scope, page)),
      )
      if (after !== null && !(await this.#deps.goesOn())) return false
    }
    return true
  }

  async #dropRuleStates(): Promise<boolean> {
    const now = this.#deps.now
    for (let after: number | null = 0; after !== null; ) {
      const page: StatePage = { after, limit: ROWS_PER_STEP, now }
      after = await restAfter(() =>
        this.#deps.database.inOrg(this.#org, (scope) => dropExpiredStates(scope, page)),
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

/** One step: issue by issue, until enough rows or time are used. @returns `done`: how many issues have no such event left. */
async function evictSome(
  scope: OrgScope,
  issueIds: readonly number[],
  before: number,
): Promise<{ evicted: number; done: number }> {
  let evicted = 0
  let done = 0
  const began = performance.now()
  for (const issueId of issueIds) {
    if (performance.now() - began > STEP_MS) break
    const limit = ROWS_PER_STEP - evicted
    const count = await evictEvents(scope, { issueId, before, limit })
    evicted += count
    if (count === limit) break
    done += 1
  }
  return { evicted, done }
}
