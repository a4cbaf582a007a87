import { MINUTE_MS } from '#contract/time.ts'
import type { IssueStatus } from '#contract/vocabulary.ts'
import type { RuleBook, RuleSet } from '#domain/alert/rule-book.ts'
import { type CountedEvent, type RuleState, stepMs } from '#domain/alert/rule-state.ts'
import { isReached, leastEvents, type RuleMeasure } from '#domain/alert/rule-threshold.ts'
import { isSnoozed } from '#domain/issue/snooze.ts'
import { holdOf } from '../../issue/state.ts'
import type { BatchTransaction, PlacedItem } from '../batch.ts'
import type { StatusChanges, WrittenBatch } from '../change-statuses.ts'
import { OVERFLOW_FINGERPRINT } from '../overflow-issue.ts'
import type { IssueDelta } from '../update-issues.ts'
import type { ActiveRule } from './project-rules.ts'
import { type FiredRule, type RuleFiring, raiseRuleAlerts } from './rule-alerts.ts'
import { type CountedIssue, readRuleStates, writeRuleStates } from './rule-states.ts'
import { areAlike, ruleSubject } from './rule-subject.ts'

/** A batch whose issues have their new numbers and states, and the rules of its projects by row key. */
export interface JudgedBatch extends WrittenBatch {
  changes: StatusChanges
  rules: ReadonlyMap<number, RuleBook<ActiveRule>>
  /** Row keys of issues that the batch began. */
  created: ReadonlySet<number>
}

/**
 * Counts a batch for its projects' rules and raises alerts, once per issue and cool-down. Lock the issues
 * before. Snoozed and ignored issues are counted without an alert. @returns what fired.
 */
export async function fireRules(tx: BatchTransaction, batch: JudgedBatch): Promise<FiredRule[]> {
  const issues = judgedIssues(batch)
  if (issues.length === 0) return []
  const states = await readRuleStates(tx, issues, batch.created)
  const firings: RuleFiring[] = []
  for (const judged of issues) {
    const state = states.get(judged.issue.id)!
    const met = countEvents(state, judged)
    if (!isQuiet(tx, judged)) for (const rule of met) firings.push(...fire(state, rule, judged))
  }
  await writeRuleStates(tx, issues, states)
  return raiseRuleAlerts(tx, firings)
}

interface JudgedIssue extends CountedIssue {
  delta: IssueDelta
  status: IssueStatus
  isReleased: boolean
  placed: PlacedItem[]
  /** Time of its earliest record in the batch, epoch ms. */
  firstAt: number
}

function judgedIssues({ placed, issues, deltas, changes, rules }: JudgedBatch): JudgedIssue[] {
  if (rules.size === 0) return []
  const found = new Map<number, JudgedIssue>()
  for (const entry of placed) {
    const { issueId, item } = entry
    const book = rules.get(item.projectId)
    if (!book) continue
    const at = item.receivedAt
    const known = found.get(issueId)
    if (known) {
      known.placed.push(entry)
      if (at < known.firstAt) known.firstAt = at
      if (at > known.lastAt) known.lastAt = at
      continue
    }
    const issue = issues.get(issueId)!
    // It has an alert of its own.
    if (issue.fingerprint === OVERFLOW_FINGERPRINT) continue
    found.set(issueId, {
      issue,
      delta: deltas.get(issueId)!,
      status: changes.regressed.has(issueId) ? 'regression' : issue.status,
      isReleased: changes.regressed.has(issueId) || changes.unsnoozed.has(issueId),
      book,
      placed: [entry],
      firstAt: at,
      lastAt: at,
    })
  }
  return [...found.values()].sort((a, b) => a.issue.id - b.issue.id)
}

/** Events of an issue that further ones are compared with: bounds the cost if all differ. */
const MOST_COMPARED = 4

/** Counts an issue's events, like ones together. @returns the rules that any of them meets. */
function countEvents(
  state: RuleState<ActiveRule>,
  { issue, status, book, placed }: JudgedIssue,
): Iterable<ActiveRule> {
  const met = new Map<RuleSet<ActiveRule>, CountedEvent[]>()
  const compared: { entry: PlacedItem; set: RuleSet<ActiveRule> }[] = []
  for (const entry of placed) {
    const alike = compared.find((one) => areAlike(entry, one.entry, book.asked))
    const set = alike?.set ?? book.match(ruleSubject(entry, issue, status))
    if (!alike && compared.length < MOST_COMPARED) compared.push({ entry, set })
    const events = met.get(set) ?? []
    if (events.length === 0) met.set(set, events)
    const { userHash, receivedAt } = entry.item
    events.push({ at: receivedAt, user: (set.users && userHash?.toString('base64')) ?? null })
  }
  for (const [set, events] of met) state.add(set, events)
  const sets = [...met.keys()]
  return sets.length === 1 ? sets[0]!.rules : new Set(sets.flatMap(({ rules }) => rules))
}

function isQuiet(tx: BatchTransaction, { issue, delta, status, isReleased }: JudgedIssue): boolean {
  if (status === 'ignored') return true
  if (isReleased) return false
  const measure = {
    eventCount: issue.event_count + delta.events,
    uniqueUserCount: issue.unique_user_count + delta.newUsers,
    now: tx.now,
  }
  return isSnoozed(holdOf(issue), measure)
}

/** When a rule fires for an issue: mostly never, or once, at the end of the batch. */
function fire(state: RuleState<ActiveRule>, rule: ActiveRule, judged: JudgedIssue): RuleFiring[] {
  const total = judged.issue.event_count + judged.delta.events
  if (total < leastEvents(rule)) return []
  const fired: RuleFiring[] = []
  for (const at of momentsOf(state, rule, judged)) {
    if (state.isCoolingDown(rule.id, at, rule.cooldownMinutes)) continue
    const measure = state.measure(rule, at, total)
    if (!isReached(rule, measure)) continue
    state.noteFired(rule.id, at)
    fired.push(firingOf(rule, judged, measure))
  }
  return fired
}

/** At the end, or per record if received over longer, as after a stop. Other writers may be ahead. */
function momentsOf(state: RuleState, { windowMinutes }: ActiveRule, judged: JudgedIssue): number[] {
  const { placed, firstAt, lastAt } = judged
  const windowMs = windowMinutes * MINUTE_MS
  const end = state.latest - lastAt < windowMs ? state.latest : lastAt
  if (lastAt - firstAt < stepMs(windowMinutes)) return [end]
  const times = placed.map(({ item }) => item.receivedAt).sort((a, b) => a - b)
  const stepOf = (at: number) => Math.floor(at / stepMs(windowMinutes))
  const isLastOfStep = (at: number, next: number | undefined) =>
    next !== undefined && stepOf(next) > stepOf(at)
  return [...times.filter((at, index) => isLastOfStep(at, times[index + 1])), end]
}

function firingOf(rule: ActiveRule, { issue, delta }: JudgedIssue, measure: RuleMeasure): RuleFiring {
  return {
    orgId: issue.org_id,
    projectId: issue.project_id,
    issue: {
      id: issue.id,
      uid: issue.uid,
      title: issue.title,
      firstSeenAt: Math.min(issue.first_seen_at, delta.earliest.at),
      eventCount: issue.event_count + delta.events,
      userCount: issue.unique_user_count + delta.newUsers,
      release: delta.latest.release,
      environment: delta.latest.environment,
    },
    rule,
    measure,
  }
}
