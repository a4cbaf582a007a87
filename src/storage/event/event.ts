import { type Selectable, sql } from 'kysely'
import { epochHour, HOUR_MS } from '#contract/time.ts'
import { slicesOf } from '#platform/slices.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { EventTable } from '../schema/event.ts'
import { withinTime } from '../search/text-match.ts'
import { countAfterHour, findPageHours } from './hours.ts'
import { documentReader, type ReadDocument, type StoredDocument } from './payload.ts'

/** Public ids of project and shown issue. The document is in the same statement: the event may be deleted. */
export type EventRow = Selectable<EventTable> & ReadDocument & { issue_uid: string; project_uid: string }

export interface EventPageFilter {
  /** Row keys: an issue and what is merged into it. */
  issueIds: readonly number[]
  limit: number
  offset: number
}

export type EventPlace = Pick<EventRow, 'occurred_at' | 'event_id'>

export interface ListedEvent {
  seq: number
  bytes: number
}

/** Events of one issue before a page, that are passed over in the index; with more, the page is found by its hours. */
const FEW_EVENTS = 1000

/** The page's events of these issues, newest first. */
export async function listEvents(scope: OrgScope, filter: EventPageFilter): Promise<ListedEvent[]> {
  const { issueIds, limit, offset } = filter
  if (issueIds.length === 1 && offset <= FEW_EVENTS) return listPage(scope, eventsOf(scope, issueIds), filter)
  const hours = await findPageHours(scope, issueIds, filter)
  if (hours === null) return []
  const { from, before, skip } = hours
  const within = eventsOf(scope, issueIds).where('occurred_at', '>=', from).where('occurred_at', '<', before)
  return listPage(scope, within, { limit, offset: skip })
}

/** A page of these events, newest first, with the size of each document. */
export function listPage(
  scope: OrgScope,
  events: ReturnType<typeof eventsOf>,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedEvent[]> {
  const page = events
    .select(['seq', 'occurred_at', 'event_id'])
    .orderBy('occurred_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(limit)
    .offset(offset)
  return scope.db
    .selectFrom(page.as('page'))
    .leftJoin('event_payload as payload', (join) =>
      join.on('payload.org_id', '=', scope.orgId).onRef('payload.seq', '=', 'page.seq'),
    )
    .select(['page.seq', sql<number>`coalesce(length(payload.data), 0)`.as('bytes')])
    .orderBy('page.occurred_at', 'desc')
    .orderBy('page.event_id', 'desc')
    .execute()
}

const FETCHED_BYTES = 1024 * 1024

/** Events with documents, one by one; a large page's rest comes from `later`, without those since deleted. */
export async function readEvents(
  scope: OrgScope,
  listed: readonly ListedEvent[],
  later: OrgScope,
): Promise<AsyncGenerator<EventRow, void>> {
  const [first = [], ...rest] = fetchedTogether(listed)
  return eventsInOrder(await fetchEvents(scope, first), (seqs) => fetchEvents(later, seqs), rest)
}

type FetchedEvent = Awaited<ReturnType<typeof fetchEvents>>[number]

async function* eventsInOrder(
  first: FetchedEvent[],
  fetchMore: (seqs: readonly number[]) => Promise<FetchedEvent[]>,
  rest: readonly number[][],
): AsyncGenerator<EventRow, void> {
  const read = documentReader()
  for (const row of first) yield withDocument(row, read)
  for (const seqs of rest) for (const row of await fetchMore(seqs)) yield withDocument(row, read)
}

async function fetchEvents(scope: OrgScope, seqs: readonly number[]) {
  if (seqs.length === 0) return []
  const rows = await eventRows(scope).where('event.seq', 'in', seqs).execute()
  const found = new Map(rows.map((row) => [row.seq, row]))
  return seqs.flatMap((seq) => found.get(seq) ?? [])
}

function fetchedTogether(listed: readonly ListedEvent[]): number[][] {
  const groups: number[][] = []
  let room = 0
  for (const { seq, bytes } of listed) {
    if (bytes > room || groups.length === 0) {
      groups.push([])
      room = FETCHED_BYTES
    }
    groups.at(-1)!.push(seq)
    room -= bytes
  }
  return groups
}

/** Clients choose ids (16 bytes): if projects share one, the event received last is meant. */
export async function findEvent(scope: OrgScope, eventId: Uint8Array): Promise<EventRow | undefined> {
  const row = await eventRows(scope)
    .where('event.project_id', 'in', (eb) =>
      eb.selectFrom('project').select('project.id').where('project.org_id', '=', scope.orgId),
    )
    .where('event.event_id', '=', Buffer.from(eventId))
    .orderBy('event.received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && withDocument(row, documentReader())
}

/** How many events of these issues come before `place` in the list, newest first: one by one in its hour, by counters after it. */
export async function countNewerEvents(
  scope: OrgScope,
  issueIds: readonly number[],
  place: EventPlace,
): Promise<number> {
  const hour = epochHour(place.occurred_at)
  const row = await eventsOf(scope, issueIds)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`(occurred_at, event_id) > (${place.occurred_at}, ${place.event_id})`)
    .where('occurred_at', '<', (hour + 1) * HOUR_MS)
    .executeTakeFirstOrThrow()
  return row.count + (await countAfterHour(scope, issueIds, hour))
}

/** Id (16 bytes) of the event that stands next to `place` in the list, on its newer or older side. */
export async function neighbourEvent(
  scope: OrgScope,
  issueIds: readonly number[],
  { place, side }: { place: EventPlace; side: 'newer' | 'older' },
): Promise<Buffer | undefined> {
  let nearest: EventPlace | undefined
  for (const some of slicesOf(issueIds, ISSUES_PER_STATEMENT)) {
    const event = await nearestOfSome(scope, some, { place, side })
    if (event && (!nearest || isNewer(nearest, event) === (side === 'newer'))) nearest = event
  }
  return nearest?.event_id
}

/** Engines take some ten thousand parameters at most. */
const ISSUES_PER_STATEMENT = 5000

/**
 * The nearest event of each is found first, then read by its key. One short statement, whatever their number: a long one is
 * prepared again each time, which costs more than it finds. Keys that are a part of the join would not be looked up:
 * PostgreSQL then reads all events to find these.
 */
function nearestOfSome(
  scope: OrgScope,
  issueIds: readonly number[],
  { place, side }: { place: EventPlace; side: 'newer' | 'older' },
) {
  const key = sql`(${place.occurred_at}, ${place.event_id})`
  const comparison = side === 'newer' ? sql`>` : sql`<`
  const order = side === 'newer' ? 'asc' : 'desc'
  const direction = sql.raw(order)
  const nearest = sql<number>`(SELECT near.seq FROM event AS near
    WHERE near.org_id = ${scope.orgId} AND near.issue_id = issue.id
      AND (near.occurred_at, near.event_id) ${comparison} ${key}
    ORDER BY near.occurred_at ${direction}, near.event_id ${direction} LIMIT 1)`
  return scope.db
    .with(
      (cte) => cte('nearest').materialized(),
      (db) =>
        db
          .selectFrom('issue')
          .select(nearest.as('seq'))
          .where('issue.org_id', '=', scope.orgId)
          .where('issue.id', 'in', issueIds),
    )
    .selectFrom('nearest')
    .innerJoin('event', 'event.seq', 'nearest.seq')
    .select(['event.occurred_at', 'event.event_id'])
    .where('event.org_id', '=', scope.orgId)
    .orderBy('event.occurred_at', order)
    .orderBy('event.event_id', order)
    .limit(1)
    .executeTakeFirst()
}

function isNewer(a: EventPlace, b: EventPlace): boolean {
  if (a.occurred_at !== b.occurred_at) return a.occurred_at > b.occurred_at
  return Buffer.compare(a.event_id, b.event_id) > 0
}

export function eventsOf(scope: OrgScope, issueIds: readonly number[]) {
  return scope.db
    .selectFrom('event')
    .where('event.org_id', '=', scope.orgId)
    .where('event.issue_id', 'in', issueIds)
    .where(withinTime(dialectOf(scope)))
}

function eventRows(scope: OrgScope) {
  return scope.db
    .selectFrom('event')
    .innerJoin('issue', (join) =>
      join.onRef('issue.org_id', '=', 'event.org_id').onRef('issue.id', '=', 'event.issue_id'),
    )
    .leftJoin('issue as root', (join) =>
      join.onRef('root.org_id', '=', 'event.org_id').onRef('root.id', '=', 'issue.merge_parent_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'event.org_id')
        .onRef('project.id', '=', 'issue.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .leftJoin('event_payload as payload', (join) =>
      join.onRef('payload.org_id', '=', 'event.org_id').onRef('payload.seq', '=', 'event.seq'),
    )
    .leftJoin('payload_dictionary as dictionary', (join) =>
      join
        .onRef('dictionary.org_id', '=', 'event.org_id')
        .onRef('dictionary.id', '=', 'payload.dictionary_id'),
    )
    .selectAll('event')
    .select((eb) => [eb.fn.coalesce('root.uid', 'issue.uid').as('issue_uid'), 'project.uid as project_uid'])
    .select(['payload.data', 'payload.dictionary_id', 'dictionary.data as dictionary'])
    .where('event.org_id', '=', scope.orgId)
}

function withDocument<Row extends StoredDocument>(stored: Row, read: ReturnType<typeof documentReader>) {
  const { data, dictionary_id, dictionary, ...row } = stored
  return { ...row, ...read(stored) }
}
