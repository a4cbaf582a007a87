import { INPUT_LIMITS } from '#contract/limits.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { anyText } from '../text/plain-text.ts'
import { cutText } from './bounds.ts'

const { messageChars, messageParameterChars, messagePlaces } = INPUT_LIMITS

export interface MessagePlace {
  key: string
  /** As the template names it; empty for `%s` and `{}`. */
  name: string
  before: string
  after: string
}

/** printf (`%s`, `%1$s`, `%(name)s`) and brace (`{}`, `{0}`, `{name}`, `{Amount:C2}`) places. */
const PLACE =
  /%(?:\((\w{1,64})\)|(\d{1,2})\$)?[-+#0]{0,3}\d{0,4}(?:\.\d{1,4})?(?:hh?|ll?|[zjtq](?=[dioux]))?[sdifgeGrRxXoujvqcOp@]|\{[@$]?(\w{0,64})(?:[,:][\w ,.:#%-]{0,32})?\}|%%/g
/** Names are counted only if nothing else says which parameter is meant. */
const NUMBERED_PLACE = /\{\d{0,3}\}/
const INDEX = /^\d{1,3}$/

/** Undefined when nothing fits; places beyond the bounds stay. With a list of parameters names are counted,
 * as in .NET. @param render by default the parameter's text. */
export function fillPlaces(
  template: string,
  params: Json[] | JsonObject,
  render: (text: string, place: MessagePlace) => string = (text) => text,
): string | undefined {
  const rendered = new Map<string, string | undefined>()
  let [next, places, from, before] = [0, 0, 0, '']
  let charsLeft: number = messageChars
  const countsNames = Array.isArray(params) && !NUMBERED_PLACE.test(template)
  for (const match of template.matchAll(PLACE)) {
    const [place, named, numbered, braced] = match
    before += template.slice(from, match.index)
    from = match.index
    if (place === '%%') before += '%'
    if (place === '%%') from += 2
    if (place === '%%' || places >= messagePlaces || charsLeft <= 0) continue
    const name = named ?? braced ?? ''
    const own = numbered === undefined ? name : String(Number(numbered) - 1)
    const isCounted = own === '' || (countsNames && !INDEX.test(own))
    const key = isCounted ? String(next) : own
    if (!rendered.has(key)) rendered.set(key, parameterText(params, key))
    const text = rendered.get(key)
    if (text === undefined) continue
    from += place.length
    if (isCounted) next += 1
    places += 1
    const written = render(text, { key, name, before, after: template.slice(from, from + CONTEXT_CHARS) })
    charsLeft -= written.length
    before += written
  }
  return places === 0 ? undefined : cutText(before + template.slice(from), messageChars)
}
const CONTEXT_CHARS = 64

function parameterText(params: Json[] | JsonObject, key: string): string | undefined {
  const value = parameter(params, key)
  if (value === undefined) return undefined
  return cutText(anyText(value, messageParameterChars + 1) ?? '', messageParameterChars)
}

function parameter(params: Json[] | JsonObject, key: string): Json | undefined {
  if (!Array.isArray(params)) return Object.hasOwn(params, key) ? params[key] : undefined
  return INDEX.test(key) ? params[Number(key)] : undefined
}
