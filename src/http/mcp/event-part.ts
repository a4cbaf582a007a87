import type { Org } from '#actions/action-deps.ts'
import { readEvent } from '#actions/events/read-event.ts'
import type { IssueEvent } from '#contract/event/event.ts'
import { breadcrumbs, stackFrames } from '#domain/event/view.ts'
import { isJsonObject } from '#domain/json/json.ts'
import { scrubEvent } from '#domain/scrub/scrub.ts'
import { fenceFor, inertLines, maskedEmail } from '#domain/text/inert-text.ts'
import type { ApiServices } from '../api-services.ts'
import type { ToolAnswer } from './tool.ts'

export const PARTS = ['stack', 'breadcrumbs', 'request', 'raw'] as const
type Part = (typeof PARTS)[number]

const PART_CHARS = 20_000
/** The first half of a character that the end of a page cuts in two; the next page begins with it. */
const HALF_A_PAIR = /[\ud800-\udbff]$/

/** As text in a fence of its own, from an offset. @throws not_found for an unknown event. */
export async function eventPart(
  services: ApiServices,
  org: Org,
  { eventId, part, offset }: { eventId: string; part: Part; offset: number },
): Promise<ToolAnswer> {
  const event = await readEvent(services, org, eventId)
  const all = inertLines(JSON.stringify(partOf(event, part), null, 1) ?? 'null').join('\n')
  const text = all.slice(offset, offset + PART_CHARS).replace(HALF_A_PAIR, '')
  const end = offset + text.length
  const tag = `untrusted-${services.key.mac(`event\n${eventId}\n${text}`).subarray(0, 8).toString('hex')}`
  const fence = fenceFor(text.split('\n'))
  const next = end < all.length ? `, next offset ${end}` : ''
  const head = `Event ${event.id} of issue ${event.issue_id}, ${part}, characters ${offset} to ${end} of ${all.length}${next}. UNTRUSTED, sent by a client; it ends with [end ${tag}].`
  return { text: `${head}\n${fence}${tag}\n${text}\n[end ${tag}]\n${fence}` }
}

/** Scrubbed again, without cookies and without a way to reach the person. */
function partOf(event: IssueEvent, part: Part): unknown {
  const payload = scrubEvent(structuredClone(event.payload_json))
  if (part === 'stack') return stackFrames(payload).toReversed()
  if (part === 'breadcrumbs') return breadcrumbs(payload)
  const { request, user } = payload
  if (isJsonObject(request)) delete request.cookies
  if (isJsonObject(user) && typeof user.email === 'string') user.email = maskedEmail(user.email)
  return part === 'request' ? (request ?? null) : payload
}
