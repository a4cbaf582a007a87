import { setImmediate as breath } from 'node:timers/promises'
import type { GroupingPreview, GroupingPreviewInput } from '#contract/project/grouping-preview.ts'
import { FINGERPRINT_RULE_LIMITS } from '#contract/project/intake-words.ts'
import { readTitle } from '#domain/event/title.ts'
import { groupAgain, groupByRules } from '#domain/grouping/rules/group-by-rules.ts'
import { decidingRule, type ReadyRules, readyRules, rulesOf } from '#domain/grouping/rules/match-rules.ts'
import type { FingerprintRule } from '#domain/grouping/rules/parse-rules.ts'
import {
  isJoin,
  isMovable,
  type Share,
  type Target,
  type TriedEvent,
  tryRules,
} from '#domain/grouping/rules/try-rules.ts'
import { valueList } from '#domain/text/value-list.ts'
import { FairTurns } from '#platform/turns/fair-turns.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type ProjectEvent, readProjectEvents } from '#storage/event/project-events.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import { findIssuesOfKeys } from '#storage/issue/same-key.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireRules } from '../projects/project-intake.ts'
import { requireProject } from '../projects/require-project.ts'
import { eventsAtRoots } from './root-issues.ts'

/** One at a time: each keeps this thread busy for a second, and fills the memory with documents. Organizations take turns. */
const TURNS = new FairTurns(1)
/** It stops where one of these is reached. */
const LONGEST_MS = 5000
const MOST_CHARS = 64_000_000
const SHOWN = 50
const SHOWN_WITHIN = 10

interface Tried {
  events: TriedEvent[]
  read: number
  isComplete: boolean
}

interface Candidates {
  now: ReadyRules
  tried: ReadyRules
}

type NamedIssue = Pick<IssueRow, 'uid' | 'title'>

/** Where new events like the newest stored ones would go by other rules. Changes nothing. @throws not_found, invalid_request,
 * TooManyWaitingError */
export async function previewRules(
  deps: ActionDeps,
  org: Org,
  { projectUid, fingerprint_rules }: GroupingPreviewInput & { projectUid: string },
): Promise<GroupingPreview> {
  const scope = deps.database.scope(org)
  const project = await requireProject(scope, projectUid)
  const rules = requireRules(fingerprint_rules, 'fingerprint_rules')
  const candidates = { now: rulesOf(project.fingerprint_rules ?? ''), tried: readyRules(rules) }
  const turn = await TURNS.take({ orgId: org.orgId })
  const { events: read, ...rest } = await readTried(scope, project.id, candidates).finally(turn.release)
  const { events, roots } = await eventsAtRoots(scope, read)
  const keys = events.filter(isMovable).flatMap(({ after }) => after)
  const owners = await findIssuesOfKeys(scope, project.id, new Set(keys))
  const issues = new Map<number, NamedIssue>()
  for (const issue of [...roots, ...owners.values()]) issues.set(issue.id, issue)
  return previewOf({ ...rest, events, rules, issues, ownerOf: (key) => owners.get(key)?.id })
}

/** Reads newest first, in turns with other requests; answers oldest first. */
async function readTried(scope: OrgScope, projectId: number, candidates: Candidates): Promise<Tried> {
  const end = performance.now() + LONGEST_MS
  const events: TriedEvent[] = []
  let [read, chars] = [0, 0]
  for await (const event of readProjectEvents(scope, projectId, FINGERPRINT_RULE_LIMITS.previewEvents + 1)) {
    if (read === FINGERPRINT_RULE_LIMITS.previewEvents || performance.now() > end || chars > MOST_CHARS)
      return { events: events.reverse(), read, isComplete: false }
    read += 1
    chars += event.document?.chars ?? 0
    const tried = triedEvent(event, candidates)
    if (tried !== null) events.push(tried)
    await breath()
  }
  return { events: events.reverse(), read, isComplete: true }
}

function triedEvent(event: ProjectEvent, { now, tried }: Candidates): TriedEvent | null {
  const { issueId, eventId, platform, document } = event
  if (document === null) return null
  const { payload } = document
  const rule = decidingRule(payload, tried)
  const after = groupAgain({ payload, platform }, rule)
  return {
    issueId,
    eventId,
    title: readTitle(payload, valueList(payload.exception)),
    before: groupByRules({ payload, platform }, now).keys,
    after: after.keys,
    rule: after.rule && rule,
  }
}

interface Outcome extends Tried {
  rules: readonly FingerprintRule[]
  issues: ReadonlyMap<number, NamedIssue>
  ownerOf: (key: string) => number | undefined
}

function previewOf({ events, read, isComplete, rules, issues, ownerOf }: Outcome): GroupingPreview {
  const { changed, joined, moved, unchanged } = tryRules(events, ownerOf)
  const named = (issueId: number) => ({ id: issues.get(issueId)!.uid, title: issues.get(issueId)!.title })
  const example = ({ issueId }: Target, { event, events: count }: Share) => ({
    into: issueId === null ? null : named(issueId),
    title: event.title,
    event_id: event.eventId,
    rule: event.rule?.text ?? null,
    events: count,
  })
  const changes = [...changed].sort(([, a], [, b]) => b.events - b.staying - (a.events - a.staying))
  const joins = joined.toSorted((a, b) => sumOf(b) - sumOf(a))
  const decided = Map.groupBy(events, ({ rule }) => rule)
  return {
    events: events.length,
    left_out: read - events.length,
    complete: isComplete,
    moved,
    unchanged_issues: unchanged,
    changed: changes.slice(0, SHOWN).map(([issueId, { events: all, staying, targets }]) => ({
      issue: named(issueId),
      events: all,
      staying,
      parts: targets
        .slice(0, SHOWN_WITHIN)
        .map((target) => ({ ...example(target, target.from.get(issueId)!), joined: isJoin(target) })),
      parts_more: Math.max(0, targets.length - SHOWN_WITHIN),
    })),
    changed_more: Math.max(0, changes.length - SHOWN),
    joined: joins.slice(0, SHOWN).map((target) => ({
      ...example(target, { event: target.event, events: sumOf(target) }),
      issues: [...target.from]
        .sort(([, a], [, b]) => b.events - a.events)
        .slice(0, SHOWN_WITHIN)
        .map(([issueId, share]) => ({ ...named(issueId), events: share.events })),
      issues_more: Math.max(0, target.from.size - SHOWN_WITHIN),
    })),
    joined_more: Math.max(0, joins.length - SHOWN),
    rules: rules.map((rule) => ({
      line: rule.line,
      text: rule.text,
      events: decided.get(rule)?.length ?? 0,
    })),
  }
}

function sumOf({ from }: Target): number {
  let sum = 0
  for (const { events } of from.values()) sum += events
  return sum
}
