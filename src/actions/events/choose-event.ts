import { ServiceError } from '#contract/errors.ts'
import { breadcrumbs, stackFrames } from '#domain/event/view.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type EventRow, findEvent, listEvents, neighbourEvent, readEvents } from '#storage/event/event.ts'

export interface ChosenEvent {
  row: EventRow | null
  reason: string
}

/** Events that `best` looks at, the latest ones; each has a document of up to a megabyte. */
const LOOKED_AT = 20
const NONE: ChosenEvent = { row: null, reason: 'no event of this issue is stored' }

/** `latest`, `first`, `best` or an event id. @throws not_found for another issue's event. */
export async function chooseEvent(
  scope: OrgScope,
  issueIds: readonly number[],
  wish: string,
): Promise<ChosenEvent> {
  if (wish === 'best') return bestEvent(scope, issueIds)
  if (wish === 'latest') return latestEvent(scope, issueIds)
  if (wish === 'first') return firstEvent(scope, issueIds)
  const row = await findEvent(scope, uuidToBytes(wish))
  if (row && issueIds.includes(row.issue_id)) return { row, reason: 'the event that was asked for' }
  throw new ServiceError(
    'not_found',
    'This issue has no stored event with this ID. Use event=best, or list its events.',
  )
}

async function latestEvent(scope: OrgScope, issueIds: readonly number[]): Promise<ChosenEvent> {
  for await (const row of await lastEvents(scope, issueIds, 1)) {
    return { row, reason: 'latest: the newest stored event' }
  }
  return NONE
}

async function firstEvent(scope: OrgScope, issueIds: readonly number[]): Promise<ChosenEvent> {
  const place = { occurred_at: -1, event_id: Buffer.alloc(16) }
  const id = await neighbourEvent(scope, issueIds, { place, side: 'newer' })
  const row = id && (await findEvent(scope, id))
  return row ? { row, reason: 'first: the oldest stored event' } : NONE
}

async function bestEvent(scope: OrgScope, issueIds: readonly number[]): Promise<ChosenEvent> {
  let best: { row: EventRow; merits: string[] } | undefined
  let lookedAt = 0
  for await (const row of await lastEvents(scope, issueIds, LOOKED_AT)) {
    lookedAt++
    const merits = meritsOf(row)
    if (!best || merits.length > best.merits.length) best = { row, merits }
    if (merits.length === MERITS.length) break
  }
  if (!best) return NONE
  return { row: best.row, reason: `best: ${bestReason(best.merits, lookedAt)}` }
}

function bestReason(merits: readonly string[], lookedAt: number): string {
  if (merits.length === 0)
    return `the newest stored event; ${lookedAt === 1 ? 'it has no' : `none of the last ${lookedAt} has a`} stack or breadcrumbs`
  const which =
    lookedAt === 1 ? 'the newest stored event,' : `the newest of the last ${lookedAt} stored events`
  return `${which} with ${merits.join(', ')}`
}

async function lastEvents(scope: OrgScope, issueIds: readonly number[], limit: number) {
  const listed = await listEvents(scope, { issueIds, limit, offset: 0 })
  return readEvents(scope, listed, scope)
}

const MERITS = ['a stack', 'frames of the app', 'source', 'breadcrumbs'] as const

function meritsOf({ document }: EventRow): string[] {
  if (!document) return []
  const frames = stackFrames(document.payload)
  const has = {
    'a stack': frames.length > 0,
    'frames of the app': frames.some((frame) => frame.in_app),
    source: frames.some((frame) => frame.in_app && frame.context_line !== null),
    breadcrumbs: breadcrumbs(document.payload).length > 0,
  }
  return MERITS.filter((merit) => has[merit])
}
