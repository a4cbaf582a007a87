import { type Project, sdkEnvelopePath } from '../client/api-client.ts'

/** What tells small events apart; absent fields are left out of the event. */
export interface SmallEvent {
  /** Events of one type are one issue. */
  type: string
  release?: string
  userId?: string
  environment?: string
}

/** Sends events over the route of stock SDKs, one after the other. Throws if one is not accepted. */
export async function sendSmallEvents(
  url: string,
  project: Project,
  events: readonly SmallEvent[],
): Promise<void> {
  for (const event of events) {
    const response = await fetch(url + sdkEnvelopePath(project), { method: 'POST', body: envelopeOf(event) })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the event was answered with ${response.status}`)
  }
}

function envelopeOf({ type, userId, ...fields }: SmallEvent): string {
  const payload = {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'node',
    exception: { values: [{ type, value: 'it broke' }] },
    ...(userId !== undefined && { user: { id: userId } }),
    ...fields,
  }
  return [{}, { type: 'event' }, payload].map((line) => JSON.stringify(line)).join('\n')
}
