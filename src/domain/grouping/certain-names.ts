import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { text } from '../text/plain-text.ts'
import { isJavascript, isPlaceless } from './v1/frame.ts'
import { isTick, possiblyUncertain } from './v1/node-stack.ts'
import { isAnyonesName } from './v1/stack.ts'

/** A plain name that no language's rules leave out, in a frame that none leaves out. */
const CERTAIN_NAME = /^(?!eval$|lambda)(?!.{0,200}anonymous)[A-Za-z_][\w.:$#]{0,200}$/
/** What may be a minifier's name, with or without an object in front. */
const SHORT_END = /(?:^|[^\w$])[\w$]{1,3}(?:$| )/
const MINIFIED_END = /(?:^|[^\w$])[\w$]{1,2}(?:$| )/
const NO_PLACE = /^(?:<|\[|native code|eval code)/

function hasCertainName(frame: Json, platform: string): boolean {
  if (!isJsonObject(frame) || typeof frame.function !== 'string') return false
  if (isJavascript(platform) && (isVagueName(frame.function) || isTick(frame) || isPlaceless(frame)))
    return false
  if (typeof frame.abs_path === 'string' && NO_PLACE.test(frame.abs_path)) return false
  return CERTAIN_NAME.test(frame.function)
}

function isVagueName(name: string): boolean {
  return SHORT_END.test(name) || isAnyonesName(name.slice(name.lastIndexOf('.') + 1))
}

/** True if the name of a frame counts for certain, with source maps and without. */
export function haveCertainName(frames: Json[], platform: string): boolean {
  const deciding = isJavascript(platform) ? decidingFrames(frames, platform) : frames
  if (platform === 'javascript' && deciding.some(isMinified)) return false
  return deciding.some((frame) => hasCertainName(frame, platform))
}

/** If it is innermost, the text counts. */
function isMinified(frame: Json): boolean {
  return isJsonObject(frame) && MINIFIED_END.test(text(frame.function))
}

/** The frames of which some count for certain: those that may be of the application, if any are. */
function decidingFrames(frames: Json[], platform: string): JsonObject[] {
  const known = frames.filter(isJsonObject)
  const certain = known.slice(possiblyUncertain(known, platform))
  const own = certain.filter(({ in_app: inApp }) => inApp !== false)
  return own.length > 0 ? own : certain
}
