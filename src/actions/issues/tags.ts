import { setImmediate as breath } from 'node:timers/promises'
import { EVENT_KEYS } from '#contract/issue/query-value.ts'
import type { IssueTags } from '#contract/issue/tags.ts'
import { LIMITS } from '#contract/limits.ts'
import { isoTime } from '#contract/time.ts'
import { searchedTags } from '#domain/event/searched-tags.ts'
import { readUser } from '#domain/event/user.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { searchedTagValue, tagKeyOf } from '#domain/search/search-keys.ts'
import { Distributions } from '#domain/tags/distributions.ts'
import { type EventRow, type ListedEvent, listEvents, readEvents } from '#storage/event/event.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from './require-issue.ts'

/** Events that are read, and compressed bytes of their documents: senders decide how large these are. */
const MOST_EVENTS = 100
const MOST_BYTES = 256 * 1024
/** Of documents once they are unpacked, after which no further one is: parsing them takes some 50 ms. */
const MOST_CHARS = 4 * 1024 * 1024
const SHOWN = { keys: 50, values: 10 }

/** From the newest documents: per issue values are kept, not counts (decision 94). @throws not_found */
export async function issueTags(deps: ActionDeps, org: Org, issueId: string): Promise<IssueTags> {
  const { uid, rows } = await deps.database.snapshotOf(org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const listed = await listEvents(scope, { issueIds: ids, limit: MOST_EVENTS, offset: 0 })
    const rows = await readEvents(scope, withinBytes(listed), deps.database.scope(org))
    return { uid: issue.uid, rows }
  })
  const tags = new Distributions()
  const users = new SeenUsers()
  let read = 0
  let chars = 0
  for await (const row of rows) {
    if (!row.document) continue
    read += 1
    for (const [key, value] of tagsShown(row.document.payload)) tags.add(key, value)
    users.add(row)
    chars += row.document.chars
    if (chars >= MOST_CHARS) break
    // A document can be megabytes: let other requests run between two of them.
    await breath()
  }
  return {
    issue_id: uid,
    events_read: read,
    tags: tags.list(SHOWN),
    users: users.list(LIMITS.issueUsersShown),
  }
}

/** By the key that a client's own tag of that name has. */
const OWN_NAMES = new Map([...EVENT_KEYS].map((name) => [tagKeyOf(name), name]))

/** Without tags that repeat the event's own address, transaction or server: a search finds these by two keys. */
function tagsShown(payload: JsonObject): [key: string, value: string][] {
  const tags = searchedTags(payload)
  const values = new Map(tags)
  return tags.filter(([key, value]) => {
    const name = OWN_NAMES.get(key)
    return name === undefined || searchedTagValue(name, value) !== values.get(name)
  })
}

/** The first ones, as many as fit; at least one. */
function withinBytes(listed: readonly ListedEvent[]): ListedEvent[] {
  let room = MOST_BYTES
  return listed.filter(({ bytes }, index) => {
    room -= bytes
    return index === 0 || room >= 0
  })
}

type SeenUser = IssueTags['users'][number]
const NAMES = ['id', 'email', 'username', 'ip'] as const

/** Users of events that are added newest first. */
class SeenUsers {
  readonly #users = new Map<string, SeenUser>()

  add({ document, platform, occurred_at }: EventRow): void {
    const user = readUser(document!.payload, platform, undefined)
    const key = NAMES.find((name) => user[name] !== null)
    if (key === undefined) return
    const value = user[key]!
    const known = this.#users.get(`${key}:${value}`)
    if (known) known.count += 1
    else {
      const last_seen_at = isoTime(occurred_at)
      this.#users.set(`${key}:${value}`, { key, value, email: user.email, count: 1, last_seen_at })
    }
  }

  list(most: number): SeenUser[] {
    return [...this.#users.values()].slice(0, most)
  }
}
