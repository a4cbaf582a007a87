import { stackFramesOf } from '../../event/frames.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { isJavascript } from './frame.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const ENGINE = /^(?:node|bun|ext|deno):|^internal\//

/** True if nothing but the runtime is on the stack, as `afterConnect (node:net)`: it called back with an error of the
 * system, and another system error has the same stack. */
export function isEngineStack(exception: JsonObject, platform: string): boolean {
  if (!isJavascript(platform)) return false
  const frames = stackFramesOf(exception.stacktrace)
  return (
    frames.length > 0 &&
    frames.every(({ abs_path, filename }) => ENGINE.test(text(abs_path) || text(filename)))
  )
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
