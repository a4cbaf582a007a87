import { EVENT_KEYS, SEARCH_KEYS } from '#contract/issue/query-value.ts'

const VALUE_CHARS = 200

/** A tag's name as a search can have it without brackets: a letter, then up to 39 letters, digits, `_`, `.` or `-`. */
const PLAIN_NAME = /^[a-z][\w.-]{0,39}$/i
const NAME_CHARS = 64
const BARE_NAME = /^[^\s"\\[\]:]+$/

/** The key that a tag is kept and searched by: its name, or `tags[…]` around one that is another key's, or has spaces
 * or such. Null for a name that is too long or has control characters. */
export function tagKeyOf(name: string): string | null {
  const lower = name.toLowerCase()
  if (PLAIN_NAME.test(name) && !SEARCH_KEYS.has(lower) && !EVENT_KEYS.has(lower)) return name
  if (name.length > NAME_CHARS || name.trim() === '' || !name.isWellFormed() || /\p{Cc}/u.test(name))
    return null
  return `tags[${BARE_NAME.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`}]`
}

/** The key that is meant by one as it is typed: brackets may be left out around letters of other languages. */
export function typedKeyOf(typed: string): string {
  return /^[ -~]*$|^tags\[/i.test(typed) ? typed : (tagKeyOf(typed) ?? typed)
}

/** The form in which a tag's value is kept and asked for; of an address its route, `https://shop.example/pay/{id}`. */
export function searchedTagValue(key: string, value: string): string {
  const text = key === 'url' ? routeOf(value.slice(0, URL_CHARS)) : value
  // A pair of surrogates is not cut in two.
  return text.slice(0, VALUE_CHARS).toWellFormed()
}

const URL_CHARS = 1000
/** A number, or an id in hexadecimal digits, as UUIDs and hashes are. */
const ID_SEGMENT = /^(?:\d+|[\da-fA-F-]{8,})$/

/** An address without its query, and with `{id}` for ids: each order has an address of its own, and an issue keeps 1,000. */
function routeOf(url: string): string {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  if (!/\d/.test(path)) return path
  return path
    .split('/')
    .map((segment) => (ID_SEGMENT.test(segment) && /\d/.test(segment) ? '{id}' : segment))
    .join('/')
}
