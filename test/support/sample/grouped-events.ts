import { groupEvent } from '#domain/grouping/v1/fingerprint.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { normaliseEvent } from '#domain/normalise/event.ts'

/** The grouping of an event as it is sent. */
export const group = (event: JsonObject) =>
  groupEvent(normaliseEvent(structuredClone(event), { receivedAt: 0, retentionDays: 30 }))
/** A frame of the application. */
export const frame = (fn: string, more: JsonObject = {}): JsonObject => ({
  function: fn,
  filename: `${fn}.py`,
  in_app: true,
  ...more,
})
/** An exception with these frames. */
export const thrown = (frames: JsonObject[], more: JsonObject = {}): JsonObject => ({
  type: 'E',
  value: 'v',
  stacktrace: { frames },
  ...more,
})
/** An event with one exception. */
export const event = (frames: JsonObject[], more: JsonObject = {}): JsonObject => ({
  platform: 'python',
  exception: [thrown(frames)],
  ...more,
})

/** An issue is found by any key an event has. */
export function together(left: JsonObject, right: JsonObject): boolean {
  const keys = group(left).keys
  return group(right).keys.some((key) => keys.includes(key))
}
