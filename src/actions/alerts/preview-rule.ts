import { setImmediate as breath } from 'node:timers/promises'
import type { AlertRulePreview } from '#contract/alert/alert-rule.ts'
import { grouped } from '#contract/counted.ts'
import { RULE_PREVIEW_LIMITS } from '#contract/limits.ts'
import { DAY_MS, epochHour, isoTime, MINUTE_MS } from '#contract/time.ts'
import { RuleBook, type RuleSet } from '#domain/alert/rule-book.ts'
import { asksFor } from '#domain/alert/rule-query.ts'
import { RuleState } from '#domain/alert/rule-state.ts'
import { firingReason, isReached, leastEvents, type RuleThreshold } from '#domain/alert/rule-threshold.ts'
import { userHash, userIdentity } from '#domain/event/user-identity.ts'
import { parseIssueQuery } from '#domain/search/query.ts'
import {
  busiestIssues,
  countUnstored,
  latestEvents,
  type PreviewEvent,
  type PreviewIssue,
} from '#storage/alert/rule-preview.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { settleQuery } from '../search/read-query.ts'

export interface TriedRule {
  projectId: number
  query: string
  threshold: RuleThreshold
  cooldownMinutes: number
}

interface IssueHistory {
  issue: PreviewIssue
  /** Oldest first. */
  events: PreviewEvent[]
  /** Epoch ms: earlier events were not read. */
  from: number
  /** Row keys of the members that were read. */
  readIds: number[]
  /** Some members, or some of their events, were not read. */
  isCut: boolean
}

/** What may still be read for one preview. */
interface ReadBudget {
  events: number
  members: number
}

interface Past {
  histories: IssueHistory[]
  isCut: boolean
  unstored: number
}

interface Firing {
  issue: PreviewIssue
  at: number
  reason: string
}

const DAYS_MS = RULE_PREVIEW_LIMITS.days * DAY_MS
/** Members of families looked at: each is a statement. */
const MOST_MEMBERS = 200
const EVENTS_PER_TURN = 1000
const EVENTS_PER_PRUNING = 100

/** On seven days of the busiest issues, at most `RULE_PREVIEW_LIMITS.events` events. Says what is unknown. */
export async function previewRule(deps: ActionDeps, org: Org, rule: TriedRule): Promise<AlertRulePreview> {
  const to = deps.clock()
  const from = to - DAYS_MS
  const { past, queryNotes } = await deps.database.snapshotOf(org, async (scope) => ({
    past: await readPast(scope, rule, from),
    queryNotes: (await settleQuery(scope, rule.query, parseIssueQuery(rule.query))).notes,
  }))
  const firings: Firing[] = []
  for (const history of past.histories) firings.push(...(await replay(history, rule, from)))
  firings.sort((a, b) => b.at - a.at)
  const notes = [...notesOf(rule, past), ...queryNotes]
  return {
    fired_count: firings.length,
    issue_count: new Set(firings.map(({ issue }) => issue.id)).size,
    firings: firings.slice(0, RULE_PREVIEW_LIMITS.firings).map(({ issue, at, reason }) => ({
      issue_id: issue.uid,
      title: issue.title,
      at: isoTime(at),
      reason,
    })),
    from: isoTime(from),
    to: isoTime(to),
    events_read: past.histories.reduce((sum, { events }) => sum + events.length, 0),
    complete: !past.isCut && past.unstored === 0 && !asksFor(rule.query, 'tag'),
    notes,
  }
}

async function readPast(scope: OrgScope, rule: TriedRule, from: number): Promise<Past> {
  const { projectId, threshold } = rule
  const least = leastEvents(threshold)
  const limit = RULE_PREVIEW_LIMITS.issues + 1
  const found = await busiestIssues(scope, { projectId, from }, { least, limit })
  const issues = found.slice(0, RULE_PREVIEW_LIMITS.issues)
  // The first windows begin before the range.
  const readFrom = from - 2 * threshold.windowMinutes * MINUTE_MS
  const budget: ReadBudget = { events: RULE_PREVIEW_LIMITS.events, members: MOST_MEMBERS }
  const histories: IssueHistory[] = []
  for (const issue of issues) histories.push(await readHistory(scope, issue, { from: readFrom, budget }))
  const readIds = histories.flatMap((history) => history.readIds)
  return {
    histories,
    isCut: found.length > issues.length || histories.some((history) => history.isCut),
    unstored: await countUnstored(scope, readIds, epochHour(from)),
  }
}

/** The latest events of an issue and those merged into it, as far as the budget goes, which this takes from. */
async function readHistory(
  scope: OrgScope,
  issue: PreviewIssue,
  { from, budget }: { from: number; budget: ReadBudget },
): Promise<IssueHistory> {
  const history: IssueHistory = { issue, events: [], from, readIds: [], isCut: false }
  for (const { id } of issue.members) {
    // A quarter of the rest, so that no issue takes all of it.
    const limit = Math.ceil(budget.events / 4)
    if (budget.members === 0 || limit === 0) {
      history.isCut = true
      break
    }
    const events = await latestEvents(scope, id, { from, limit })
    if (events.length === limit) {
      history.isCut = true
      history.from = Math.max(history.from, events.at(-1)!.received_at)
    }
    history.events.push(...events)
    history.readIds.push(id)
    budget.events -= events.length
    budget.members -= 1
  }
  history.events.sort((a, b) => a.received_at - b.received_at)
  return history
}

async function replay(
  { issue, events, from }: IssueHistory,
  rule: TriedRule,
  since: number,
): Promise<Firing[]> {
  const { threshold, cooldownMinutes } = rule
  const counted = { ...threshold, id: 1, query: rule.query, counterKey: 1, countedFrom: 0 }
  const book = new RuleBook([counted])
  const texts = new Map(issue.members.map(({ id, text }) => [id, text]))
  const wholeFrom = from + 2 * threshold.windowMinutes * MINUTE_MS
  const compareFrom = threshold.type === 'percent_increase' ? Math.max(since, wholeFrom) : since
  const state = new RuleState(book)
  const firings: Firing[] = []
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await breath()
    const set = metBy(book, { event, issue, text: texts.get(event.issue_id) ?? '' })
    if (set.rules.length === 0) continue
    const at = event.received_at
    state.add(set, [{ at, user: userOf(event) }])
    if (index % EVENTS_PER_PRUNING === 0) state.prune(at)
    if (at < compareFrom || state.isCoolingDown(1, at, cooldownMinutes)) continue
    const measure = state.measure(counted, at, 0)
    if (!isReached(threshold, measure)) continue
    state.noteFired(1, at)
    firings.push({ issue, at, reason: firingReason(threshold, measure) })
  }
  return firings
}

function metBy(
  book: RuleBook,
  { event, issue, text }: { event: PreviewEvent; issue: PreviewIssue; text: string },
): RuleSet {
  return book.match({
    level: event.level,
    environment: event.environment,
    release: event.release,
    email: event.user_email,
    browser: event.browser_name,
    os: event.os_name,
    user: () => hashOf(event),
    text: () => text,
    tag: () => undefined,
    issueStatus: issue.status,
    isAssigned: issue.assigneeId !== null,
  })
}

function userOf({ user_id, user_email }: PreviewEvent): string | null {
  return userIdentity({ id: user_id, email: user_email, username: null, ip: null }) ?? null
}

function hashOf(event: PreviewEvent): Buffer | null {
  const identity = userOf(event)
  return identity === null ? null : userHash(identity)
}

function notesOf({ query, threshold }: TriedRule, { isCut, unstored }: Past): string[] {
  const notes = [
    "Uses each issue's current status: ignored issues are left out, and past snoozes don't count.",
  ]
  if (isCut) {
    notes.push(
      `Only the latest events of the busiest issues were read, at most ${grouped(RULE_PREVIEW_LIMITS.events)}: the rule may have fired more often.`,
    )
  }
  if (unstored > 0) {
    notes.push(
      `${grouped(unstored)} events of these issues were only counted or are no longer stored, and are missing here: the rule may have fired more often.`,
    )
  }
  if (asksFor(query, 'tag')) {
    notes.push('Tags of past events are not checked, so events that match only by a tag are missing here.')
  }
  if (asksFor(query, 'text')) {
    notes.push('Words are searched in all messages of an issue, not in each event.')
  }
  if (threshold.type === 'users') {
    notes.push('Only users with an ID or an email address are counted here.')
  }
  return notes
}
