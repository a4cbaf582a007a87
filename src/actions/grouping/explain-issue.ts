import type { GroupingComparison, GroupingQuery, IssueGrouping } from '#contract/issue/grouping.ts'
import { cutText } from '#domain/event/bounds.ts'
import type { DecidingRule } from '#domain/event/event.ts'
import { compareGroupings } from '#domain/grouping/comparison.ts'
import { partOf } from '#domain/grouping/parts.ts'
import { explainAgain, ruleOf } from '#domain/grouping/rules/group-by-rules.ts'
import { rulesOf } from '#domain/grouping/rules/match-rules.ts'
import type { ExplainedGrouping } from '#domain/grouping/v1/fingerprint.ts'
import { methodInWords, partsInWords, ruleInWords } from '#domain/grouping/words.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { OVERFLOW_FINGERPRINT } from '#storage/batch/overflow-issue.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { readFingerprintRules } from '#storage/project/intake.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { chooseEvent } from '../events/choose-event.ts'
import { reportDamage } from '../events/event-view.ts'
import { type IssueFamily, requireIssueFamily } from '../issues/require-issue.ts'

const MAX_PARTS = 500
const MAX_PART_CHARS = 500
const OVERFLOW =
  'This issue collects errors over the hourly limit for new issues (SVC_NEW_ISSUES_PER_HOUR), whatever their fingerprints.'
const NO_EVENT = 'No event of this issue is stored, so there is nothing to explain.'
const DAMAGED = 'The stored data of the newest event is damaged, so its grouping cannot be explained.'

interface Explained {
  family: IssueFamily
  row: EventRow | null
  grouping: ExplainedGrouping | null
  /** The rule of its project that would decide now. */
  ruleNow: DecidingRule | undefined
}

/** What counted for the fingerprint of the newest stored event, what was left out and by which rule; and
 * what separates it from another issue. @throws not_found for either issue. */
export async function explainIssue(
  deps: EventDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: GroupingQuery },
): Promise<IssueGrouping> {
  const { own, other } = await deps.database.snapshotOf(org, async (scope) => ({
    own: await explained(scope, issueId),
    other: query.compare_with === undefined ? null : await explained(scope, query.compare_with),
  }))
  for (const one of [own, other]) if (one?.row) reportDamage(deps.onDamagedEvent, one.row)
  return { ...groupingView(own), ...(other && { comparison: comparisonView(own, other) }) }
}

async function explained(scope: OrgScope, issueId: string): Promise<Explained> {
  const family = await requireIssueFamily(scope, issueId)
  const { row } = await chooseEvent(scope, family.ids, 'latest')
  const payload = row?.document?.payload
  if (!row?.document || !payload) return { family, row, grouping: null, ruleNow: undefined }
  const grouping = explainAgain({ payload, platform: row.platform }, row.document.grouping?.rule)
  const rules = await readFingerprintRules(scope, row.project_id)
  const ruleNow =
    rules === null || grouping.method === 'checksum' ? undefined : ruleOf(payload, rulesOf(rules))
  return { family, row, grouping, ruleNow }
}

function groupingView(own: Explained): IssueGrouping {
  const { family, row, grouping, ruleNow } = own
  const components = grouping?.components ?? []
  const leftOut = namedRules(grouping)
  return {
    issue_id: family.issue.uid,
    event_id: row && uuidFromBytes(row.event_id),
    version: grouping?.version ?? null,
    method: grouping?.method ?? null,
    summary: summaryOf(own),
    rule: grouping?.rule ?? null,
    rule_now: ruleNow ?? null,
    rules_changed: isOther(grouping?.rule, ruleNow),
    fingerprint: grouping?.keys[0] ?? null,
    fingerprints: grouping?.keys ?? [],
    counted: components.slice(0, MAX_PARTS).map((component) => shownPart(partOf(component))),
    counted_more: Math.max(0, components.length - MAX_PARTS),
    left_out: leftOut.slice(0, MAX_PARTS).map(({ rule, ...part }) => ({
      ...shownPart(part),
      rule,
      reason: ruleInWords(rule),
    })),
    left_out_more: Math.max(0, leftOut.length - MAX_PARTS),
  }
}

/** Version 1 takes a rule's fingerprint for one of the SDK. */
function namedRules(grouping: ExplainedGrouping | null) {
  const leftOut = grouping?.leftOut ?? []
  if (grouping?.rule === undefined) return leftOut
  return leftOut.map((part) =>
    part.rule === 'client_fingerprint' ? { ...part, rule: 'project_rule' as const } : part,
  )
}

function isOther(then: DecidingRule | undefined, now: DecidingRule | undefined): boolean {
  return JSON.stringify(then?.fingerprint) !== JSON.stringify(now?.fingerprint)
}

function summaryOf({ family, row, grouping }: Pick<Explained, 'family' | 'row' | 'grouping'>): string {
  if (family.issue.fingerprint === OVERFLOW_FINGERPRINT) return OVERFLOW
  if (row === null) return NO_EVENT
  if (grouping === null) return DAMAGED
  const kinds = grouping.components.map((component) => partOf(component).kind)
  return `Grouped ${methodInWords(grouping)}: ${partsInWords(kinds)}.`
}

function comparisonView(own: Explained, other: Explained): GroupingComparison {
  const compared = own.grouping && other.grouping && compareGroupings(own.grouping, other.grouping)
  const parts = compared?.parts ?? []
  const { issue } = other.family
  const isSameProject = issue.project_id === own.family.issue.project_id
  return {
    issue_id: issue.uid,
    event_id: other.row && uuidFromBytes(other.row.event_id),
    together: isSameProject && compared?.together === true,
    reason: outerReason(own, other) ?? compared?.reason ?? NO_EVENT,
    parts: parts
      .slice(0, MAX_PARTS)
      .map(({ component, in: where }) => ({ ...shownPart(partOf(component)), in: where })),
    parts_more: Math.max(0, parts.length - MAX_PARTS),
  }
}

/** Reasons outside their events why two issues are separate, or together. */
function outerReason(own: Explained, other: Explained): string | null {
  const [left, right] = [own.family.issue, other.family.issue]
  if (left.id === right.id) return 'This is the same issue.'
  if (left.project_id !== right.project_id)
    return 'They belong to different projects. Events of different projects are never grouped together.'
  if (own.family.ids.includes(right.id) || other.family.ids.includes(left.id))
    return 'One is merged into the other.'
  for (const { family, row, grouping } of [own, other])
    if (grouping === null || family.issue.fingerprint === OVERFLOW_FINGERPRINT)
      return `They cannot be compared. ${summaryOf({ family, row, grouping })}`
  return null
}

function shownPart<Part extends { kind: string; text: string }>({ kind, text }: Part) {
  return { kind, text: cutText(text, MAX_PART_CHARS) }
}
