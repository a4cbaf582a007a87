import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { valueList } from '../text/value-list.ts'

export interface GroupingRules {
  /** Frames that count as the application's: a module or its parent, or a part of a file's path. */
  inApp: readonly string[]
  /** Frames that count as library code, unless `inApp` names them. */
  notInApp: readonly string[]
  /** The fingerprint that the SDK would send; empty: what each event sent. */
  fingerprint: readonly string[]
}

/** The event as it would be if the SDK had been told so. Shares what does not change. */
export function underRules(payload: JsonObject, rules: GroupingRules): JsonObject {
  const { inApp, notInApp, fingerprint } = rules
  const changed: JsonObject = { ...payload }
  if (fingerprint.length > 0) changed.fingerprint = [...fingerprint]
  if (inApp.length === 0 && notInApp.length === 0) return changed
  for (const key of ['exception', 'threads']) {
    const values = valueList(payload[key])
    if (values.length > 0) changed[key] = { values: values.map((value) => withStack(value, rules)) }
  }
  return withStack(changed, rules)
}

function withStack(holder: JsonObject, rules: GroupingRules): JsonObject {
  const { stacktrace } = holder
  if (!isJsonObject(stacktrace) || !Array.isArray(stacktrace.frames)) return holder
  const frames = stacktrace.frames.map((frame) => judged(frame, rules))
  return { ...holder, stacktrace: { ...stacktrace, frames } }
}

function judged(frame: Json, { inApp, notInApp }: GroupingRules): Json {
  if (!isJsonObject(frame)) return frame
  if (inApp.some((pattern) => isNamed(frame, pattern))) return { ...frame, in_app: true }
  if (notInApp.some((pattern) => isNamed(frame, pattern))) return { ...frame, in_app: false }
  return frame
}

function isNamed({ module, filename, abs_path: path }: JsonObject, pattern: string): boolean {
  const name = plainText(module) ?? ''
  if (name === pattern || name.startsWith(`${pattern}.`) || name.startsWith(`${pattern}/`)) return true
  return [filename, path].some((file) => typeof file === 'string' && file.includes(pattern))
}

/** An event with the issue it is in and the keys it would have; both in the order received. */
export interface RegroupedEvent {
  issueId: number
  keys: readonly string[]
}

/** Groups that would form: what joins, and what splits. Issues are named by `issueId`. */
export interface Regrouping {
  issues: number
  groups: number
  joins: { issueId: number; events: number }[][]
  /** Issues whose events are in several groups, with the events in each, the largest first. */
  splits: { issueId: number; groups: number[] }[]
}

/** Places events as the pipeline does: in the first group that has one of its keys, else in a new one. */
export function regroup(events: Iterable<RegroupedEvent>): Regrouping {
  const groupOf = new Map<string, number>()
  const counts = new Map<number, Map<number, number>>()
  let groups = 0
  for (const { issueId, keys } of events) {
    const known = keys.find((key) => groupOf.has(key))
    const group = known === undefined ? groups++ : groupOf.get(known)!
    for (const key of keys) if (!groupOf.has(key)) groupOf.set(key, group)
    const ofIssue = counts.get(issueId) ?? new Map<number, number>()
    counts.set(issueId, ofIssue)
    ofIssue.set(group, (ofIssue.get(group) ?? 0) + 1)
  }
  return { issues: counts.size, groups, joins: joinsOf(counts), splits: splitsOf(counts) }
}

type Counts = ReadonlyMap<number, ReadonlyMap<number, number>>

function joinsOf(counts: Counts): Regrouping['joins'] {
  const byGroup = new Map<number, { issueId: number; events: number }[]>()
  for (const [issueId, groups] of counts) {
    for (const [group, events] of groups) {
      const list = byGroup.get(group) ?? []
      byGroup.set(group, list)
      list.push({ issueId, events })
    }
  }
  return [...byGroup.values()].filter((list) => list.length > 1)
}

function splitsOf(counts: Counts): Regrouping['splits'] {
  return [...counts]
    .filter(([, groups]) => groups.size > 1)
    .map(([issueId, groups]) => ({ issueId, groups: [...groups.values()].sort((a, b) => b - a) }))
}
