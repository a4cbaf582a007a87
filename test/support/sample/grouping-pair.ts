import type { JsonObject } from '#domain/json/json.ts'

/** Two events as SDKs send them, and whether they are one error. */
export interface GroupingPair {
  name: string
  together: boolean
  a: JsonObject
  b: JsonObject
}

type Frame = [fn: string, file: string, module?: string | null, more?: JsonObject]

/** Platform, and type and value of the exception. */
type Said = [platform: string, type: string, value: string]

/** Frames of the application, the outermost first; a file that starts with `!` is not the application's. */
export function stack(frames: readonly Frame[]): JsonObject {
  return {
    frames: frames.map(([fn, file, module, more]) => ({
      function: fn,
      filename: file.replace('!', ''),
      in_app: !file.startsWith('!'),
      ...(module != null && { module }),
      ...more,
    })),
  }
}

export const error = ([platform, type, value]: Said, ...frames: Frame[]): JsonObject => ({
  platform,
  exception: { values: [{ type, value, ...(frames.length > 0 && { stacktrace: stack(frames) }) }] },
})

export const together = (name: string, a: JsonObject, b: JsonObject): GroupingPair => ({
  name,
  together: true,
  a,
  b,
})
export const apart = (name: string, a: JsonObject, b: JsonObject): GroupingPair => ({
  name,
  together: false,
  a,
  b,
})
