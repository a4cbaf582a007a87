import type { IssueModel, ModelEvent, ModelIssue } from './issue-model.ts'

const HOUR = 3_600_000

/** What the list and the page of an issue must say of it. */
export function expectedSummary(model: IssueModel, issue: ModelIssue) {
  const events = model.events(issue)
  const members = model.family(issue)
  const first = members.reduce((a, b) => (firstAt(b) < firstAt(a) ? b : a))
  const last = latest(events)
  const labelled = labelling(model, issue)
  const snoozed = model.isSnoozed(issue)
  return {
    id: issue.uid,
    title: `${issue.kind}: it broke`,
    status: issue.status,
    level: labelled.level,
    environment: labelled.environment,
    release: labelled.release,
    event_count: events.length,
    ...countStates(events),
    unique_user_count: model.users(issue),
    first_seen_at: iso(firstAt(first)),
    last_seen_at: iso(last.at),
    first_release: earliest(first.events).release,
    resolved_in_release: issue.resolvedIn,
    resolved_at: issue.status === 'resolved' ? iso(issue.resolvedAt!) : null,
    still_happening: issue.status === 'resolved' && last.at > issue.resolvedAt!,
    snoozed,
    snooze_until: snoozed && issue.hold.until !== null ? iso(issue.hold.until) : null,
    snooze_until_count: snoozed ? issue.hold.count : null,
    snooze_until_users: snoozed ? issue.hold.users : null,
    merge_parent_id: issue.parent?.uid ?? null,
    merged_count: members.length - 1,
  }
}

/** Values of one facet with their counts, the most frequent first; of equally frequent ones, the one seen last. */
export function expectedFacet(events: readonly ModelEvent[], facet: 'environment' | 'release') {
  return [...Map.groupBy(events, (event) => event[facet])]
    .filter(([value]) => value !== '')
    .map(([value, group]) => ({ value, count: group.length, at: Math.max(...group.map(({ at }) => at)) }))
    .sort((a, b) => b.count - a.count || b.at - a.at || compare(a.value, b.value))
    .map(({ value, count }) => ({ value, count }))
}

/** Releases, the one first seen most recently first. */
export function expectedReleases(events: readonly ModelEvent[]): string[] {
  return [...Map.groupBy(events, ({ release }) => release)]
    .filter(([release]) => release !== '')
    .map(([release, group]) => ({ release, at: Math.min(...group.map(({ at }) => at)) }))
    .sort((a, b) => b.at - a.at)
    .map(({ release }) => release)
}

/** Stored events, newest first. */
export function expectedEvents(events: readonly ModelEvent[]): ModelEvent[] {
  return events.filter(({ state }) => state === 'stored').sort((a, b) => b.at - a.at)
}

/** Buckets that end with the present one: how wide they are and how many, in hours. */
export const TREND_SHAPES = {
  '24h': [1, 24],
  '7d': [6, 28],
  '14d': [12, 28],
  '30d': [24, 30],
  '90d': [72, 30],
} as const
export const TIMELINE_SHAPES = { '7d': [1, 168], '14d': [24, 14], '28d': [24, 28], '30d': [24, 30] } as const

/** Events of each bucket, by state. */
export function expectedBuckets(
  events: readonly ModelEvent[],
  now: number,
  [hours, buckets]: readonly [number, number],
) {
  const width = hours * HOUR
  const last = Math.floor(now / width) * width
  return Array.from({ length: buckets }, (_, index) => {
    const start = last - (buckets - 1 - index) * width
    const inside = events.filter(({ at }) => at >= start && at < start + width)
    return { start: iso(start), inside }
  })
}

/** The timeline of a window; `all` begins with the day of the first event. */
export function expectedTimeline(
  events: readonly ModelEvent[],
  now: number,
  window: keyof typeof TIMELINE_SHAPES | 'all',
) {
  const day = 24 * HOUR
  const first = Math.floor(Math.min(...events.map(({ at }) => at)) / day)
  const shape =
    window === 'all' ? ([24, Math.floor(now / day) - first + 1] as const) : TIMELINE_SHAPES[window]
  const buckets = expectedBuckets(events, now, shape)
  const hour = Math.floor(now / HOUR)
  const lastHours = (count: number) =>
    events.filter(({ at }) => Math.floor(at / HOUR) > hour - count && Math.floor(at / HOUR) <= hour).length
  const all = buckets.flatMap(({ inside }) => inside)
  return {
    window,
    event_count: all.length,
    ...countStates(all),
    buckets: buckets.map(({ start, inside }) => {
      const states = countStates(inside)
      return {
        start,
        count: inside.length,
        stored: states.stored_event_count,
        counted_only: states.counted_only_event_count,
        evicted: states.evicted_event_count,
      }
    }),
    summary: { last_1h: lastHours(1), last_24h: lastHours(24), last_7d: lastHours(168) },
  }
}

/** Issues of the list that meet a condition, in an order; `id` is the place in the order they came to be. */
export function expectedOrder(
  model: IssueModel,
  sort: string,
  meets: (issue: ModelIssue) => boolean,
): string[] {
  const [column, direction] = sort.split(/_(?=asc|desc)/)
  const value = (issue: ModelIssue): number | string => {
    const events = model.events(issue)
    if (column === 'events') return events.length
    if (column === 'users') return model.users(issue)
    if (column === 'title') return issue.kind
    return column === 'last_seen' ? latest(events).at : Math.min(...events.map(({ at }) => at))
  }
  const sorted = model
    .roots()
    .filter(meets)
    .sort((a, b) => compare(value(a), value(b)) || model.issues.indexOf(a) - model.issues.indexOf(b))
  return (direction === 'desc' ? sorted.reverse() : sorted).map(({ uid }) => uid)
}

/** The latest of some events. */
export function latest(events: readonly ModelEvent[]): ModelEvent {
  return events.reduce((a, b) => (b.at > a.at ? b : a))
}

/** The event that an issue has its level, environment and release of. */
export function labelling(model: IssueModel, issue: ModelIssue): ModelEvent {
  const stored = model.events(issue).filter(({ state }) => state !== 'counted')
  return stored.length > 0 ? latest(stored) : issue.events[0]!
}

function earliest(events: readonly ModelEvent[]): ModelEvent {
  return events.reduce((a, b) => (b.at < a.at ? b : a))
}

function firstAt(issue: ModelIssue): number {
  return earliest(issue.events).at
}

function countStates(events: readonly ModelEvent[]) {
  const count = (state: ModelEvent['state']) => events.filter((event) => event.state === state).length
  return {
    stored_event_count: count('stored'),
    counted_only_event_count: count('counted'),
    evicted_event_count: count('evicted'),
  }
}

function compare<T extends number | string>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The searches behind the numbers of a release: new issues, regressions, resolved issues. */
export function expectedOfRelease(
  model: IssueModel,
  version: string,
): [q: string, meets: (issue: ModelIssue) => boolean][] {
  return [
    [`first_release:${version}`, (issue) => expectedSummary(model, issue).first_release === version],
    [`regressed_in:${version}`, ({ regressedIn }) => regressedIn === version],
    [`resolved_in:${version}`, ({ status, resolvedIn }) => status === 'resolved' && resolvedIn === version],
  ]
}
