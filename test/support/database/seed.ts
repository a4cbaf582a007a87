import { createHash, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Level } from '#contract/vocabulary.ts'
import { userHash } from '#domain/event/user-identity.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { searchText } from '#domain/text/search-text.ts'
import type { Database } from '#storage/engine/database.ts'
import { compressDocument } from '#storage/event/payload-codec.ts'
import { tagCountsText } from '#storage/issue/tag.ts'
import type { IssueTable } from '#storage/schema/schema.ts'
import { issueSinks } from './seed-tables.ts'

/** Row keys and public ids of a seeded project. */
export interface SeedProject {
  orgId: number
  orgUid: string
  projectId: number
  projectUid: string
}

/** One accepted event; absent fields take the pipeline's defaults. */
export interface SeedEvent {
  /** Epoch ms. */
  at: number
  eventId?: string
  level?: Level
  environment?: string
  release?: string
  userId?: string
  email?: string
  /** What it is searched by. */
  tags?: Record<string, string>
  browser?: string
  os?: string
  /** Accepted past the spike valve: counted, no row. */
  countedOnly?: boolean
  payload?: JsonObject
}

export interface SeedIssue {
  project: SeedProject
  title: string
  exceptionType?: string
  exceptionValue?: string
  events: SeedEvent[]
  /** Columns that are not counted from the events. */
  columns?: Partial<Insertable<IssueTable>>
}

const [MS_PER_HOUR, MS_PER_DAY] = [3_600_000, 24 * 3_600_000]

/** Makes an organization. */
export async function seedOrg(database: Database, name: string): Promise<{ orgId: number; orgUid: string }> {
  const uid = randomUUID()
  const row = await database.queries
    .insertInto('org')
    .values({ uid, name, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orgId: row.id, orgUid: uid }
}

/** Makes a project of an organization. */
export async function seedProject(
  database: Database,
  org: { orgId: number; orgUid: string },
  name: string,
): Promise<SeedProject> {
  const uid = randomUUID()
  const row = await database.queries
    .insertInto('project')
    .values({ uid, org_id: org.orgId, name, slug: name, platform: 'node', created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...org, projectId: row.id, projectUid: uid }
}

/** Writes issues as the pipeline would have left them: every counter is the sum of the events given. */
export class Seeder {
  readonly #database: Database
  readonly #sinks
  #nextSeq: number

  /** @param firstSeq of the first event; default: the next one. A pipeline numbers its own as the journal does. */
  constructor(database: Database, firstSeq = 0) {
    this.#database = database
    this.#nextSeq = firstSeq
    this.#sinks = issueSinks(database)
  }

  /** Writes one issue; rows beside the issue's own wait for `flush`. */
  async issue(issue: SeedIssue): Promise<{ id: number; uid: string }> {
    const uid = randomUUID()
    const { id } = await this.#database.queries
      .insertInto('issue')
      .values({ ...issueColumns(issue), uid })
      .returning('id')
      .executeTakeFirstOrThrow()
    const parentId = issue.columns?.merge_parent_id ?? null
    if (parentId !== null) {
      const parent = this.#database.queries.updateTable('issue').where('id', '=', parentId)
      await parent.set({ has_merged: 1 }).execute()
    }
    await this.#countRows(issue, id)
    return { id, uid }
  }

  async #countRows(issue: SeedIssue, id: number): Promise<void> {
    if (this.#nextSeq === 0) this.#nextSeq = (await lastSeq(this.#database)) + 1
    const { orgId, projectId } = issue.project
    for (const event of issue.events) if (!event.countedOnly) this.#eventRows(issue, id, event)
    for (const [hour, [all, stored]] of hoursOf(issue.events)) {
      this.#sinks.hour.push([orgId, id, hour, all, stored])
      this.#sinks.projectHour.push([orgId, projectId, hour, all, all - stored])
    }
    for (const [day, count] of daysOf(issue.events)) this.#sinks.day.push([orgId, id, day, count])
    for (const { facet, value, count, first, last } of facetsOf(issue.events)) {
      this.#sinks.facet.push([orgId, id, facet, value, count, first, last])
      if (facet === 'release') this.#sinks.release.push([orgId, projectId, value, count, first, last])
    }
    for (const user of usersOf(issue.events)) {
      this.#sinks.user.push([orgId, id, userHash(user)])
    }
    for (const [email, day] of emailsOf(issue.events)) {
      this.#sinks.email.push([orgId, email, id, day])
      this.#sinks.address.push([orgId, email])
    }
    for (const [key, values] of tagsOf(issue.events)) {
      for (const [value, day] of values) this.#sinks.tag.push([orgId, id, key, value, day])
    }
    if (this.#sinks.event.size > 20_000) await this.flush()
  }

  #eventRows(issue: SeedIssue, issueId: number, event: SeedEvent): void {
    const { orgId, projectId } = issue.project
    const seq = this.#nextSeq++
    this.#sinks.event.push([
      seq,
      orgId,
      projectId,
      issueId,
      Buffer.from((event.eventId ?? randomUUID()).replaceAll('-', ''), 'hex'),
      event.at,
      event.at,
      event.level ?? 'error',
      event.environment ?? 'production',
      event.release ?? '',
      'node',
      event.browser ?? null,
      event.os ?? null,
      event.userId ?? null,
      event.email ?? null,
    ])
    if (!event.payload) return
    const document = JSON.stringify({ payload: event.payload, grouping: null })
    this.#sinks.payload.push([seq, orgId, compressDocument(document, null)])
  }

  /** Writes every row still waiting. */
  async flush(): Promise<void> {
    for (const sink of Object.values(this.#sinks)) await sink.flush()
  }
}

/** Writes one issue and all its rows. */
export async function seedIssue(database: Database, issue: SeedIssue): Promise<{ id: number; uid: string }> {
  const seeder = new Seeder(database)
  const row = await seeder.issue(issue)
  await seeder.flush()
  return row
}

async function lastSeq(database: Database): Promise<number> {
  const row = await database.queries
    .selectFrom('event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

function issueColumns({ project, title, exceptionType, exceptionValue, events, columns }: SeedIssue) {
  const times = events.map((event) => event.at)
  const stored = events.filter((event) => !event.countedOnly)
  const latest = (stored.length > 0 ? stored : events).reduce((a, b) => (b.at >= a.at ? b : a))
  const first = events.reduce((a, b) => (b.at < a.at ? b : a))
  const culprit = columns?.culprit ?? ''
  return {
    org_id: project.orgId,
    project_id: project.projectId,
    fingerprint: createHash('sha1').update(title).digest('hex'),
    title,
    culprit,
    exception_type: exceptionType ?? null,
    search_text: searchText([title, culprit, exceptionType ?? '', exceptionValue ?? '']),
    platform: 'node',
    level: latest.level ?? 'error',
    environment: latest.environment ?? 'production',
    release: latest.release ?? '',
    status: 'unresolved' as const,
    event_count: events.length,
    stored_event_count: stored.length,
    evicted_event_count: 0,
    unique_user_count: usersOf(events).size,
    first_seen_at: times.reduce((a, b) => Math.min(a, b)),
    last_seen_at: times.reduce((a, b) => Math.max(a, b)),
    first_release: first.release ?? '',
    is_placeholder: 0,
    updated_at: latest.at,
    labelled_at: stored.length > 0 ? latest.at : 0,
    tag_counts: tagCountsText(new Map([...tagsOf(events)].map(([key, values]) => [key, values.size]))),
    ...columns,
  }
}

/** As many as the pipeline keeps. */
const MOST_TAG_VALUES = 1000

/** By tag, its values with the latest day of each. */
function tagsOf(events: SeedEvent[]): Map<string, Map<string, number>> {
  const tags = new Map<string, Map<string, number>>()
  for (const { at, tags: sent = {} } of events) {
    const day = Math.floor(at / MS_PER_DAY)
    for (const [key, value] of Object.entries(sent)) {
      const values = tags.get(key) ?? new Map<string, number>()
      tags.set(key, values)
      if (values.has(value) || values.size < MOST_TAG_VALUES)
        values.set(value, Math.max(values.get(value) ?? 0, day))
    }
  }
  return tags
}

function hoursOf(events: SeedEvent[]): Map<number, [all: number, stored: number]> {
  const hours = new Map<number, [number, number]>()
  for (const event of events) {
    const hour = Math.floor(event.at / MS_PER_HOUR)
    const counts = hours.get(hour) ?? [0, 0]
    counts[0] += 1
    if (!event.countedOnly) counts[1] += 1
    hours.set(hour, counts)
  }
  return hours
}

function daysOf(events: SeedEvent[]): Map<number, number> {
  const days = new Map<number, number>()
  for (const { at } of events) {
    const day = Math.floor(at / MS_PER_DAY)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}

interface FacetSum {
  facet: string
  value: string
  count: number
  first: number
  last: number
}

function facetsOf(events: SeedEvent[]): Iterable<FacetSum> {
  const sums = new Map<string, FacetSum>()
  for (const event of events) {
    const values: [string, string | undefined][] = [
      ['environment', event.environment ?? 'production'],
      ['release', event.release],
    ]
    if (!event.countedOnly) values.push(['browser', event.browser], ['os', event.os])
    for (const [facet, value] of values) {
      if (value === undefined || value === '') continue
      const sum = sums.get(`${facet}:${value}`) ?? { facet, value, count: 0, first: event.at, last: event.at }
      sum.count += 1
      sum.first = Math.min(sum.first, event.at)
      sum.last = Math.max(sum.last, event.at)
      sums.set(`${facet}:${value}`, sum)
    }
  }
  return sums.values()
}

function usersOf(events: SeedEvent[]): Set<string> {
  const users = new Set<string>()
  for (const { userId, email } of events) {
    if (userId !== undefined) users.add(`id:${userId}`)
    else if (email !== undefined) users.add(`email:${email}`)
  }
  return users
}

/** Each address with the epoch day of its latest event. */
function emailsOf(events: SeedEvent[]): Map<string, number> {
  const days = new Map<string, number>()
  for (const { at, email } of events) {
    if (!email) continue
    const key = email.toLowerCase()
    days.set(key, Math.max(days.get(key) ?? 0, Math.floor(at / MS_PER_DAY)))
  }
  return days
}
