import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** Parts that say who it was; never part of a dictionary, even where two events agree. */
const IDENTIFYING = ['user', 'vars', 'server_name', 'event_id']
/** Parts that follow one person around; shared text in them is common text only between two people. */
const FOLLOWING = ['request', 'breadcrumbs', 'extra', 'tags', 'transaction']
const MIN_DICTIONARY_CHARS = 512
const MAX_DICTIONARY_CHARS = 64 * 1024

/** A compression dictionary from two events of an issue: the second document without words that the first
 * lacks and parts that name people. Nothing that one event alone says is in it, so it may outlive its
 * events. Keys of left-out parts stay: their shape repeats. Null if they share too little. For speed,
 * equal texts are not cut into words, nor left-out parts searched: that is most of a document.
 * @param ofTwoPeople what they share in requests and breadcrumbs is nobody's own. */
export function sharedText(first: JsonObject, second: JsonObject, ofTwoPeople: boolean): string | null {
  const hidden = new Set(ofTwoPeople ? IDENTIFYING : [...IDENTIFYING, ...FOLLOWING])
  const values = valuesOf(first, hidden)
  const words = wordsOfOthers(values, valuesOf(second, hidden))
  const text = JSON.stringify(keepKnown(second, { values, words, hidden }, false))
  if (text.length < MIN_DICTIONARY_CHARS) return null
  return text.slice(0, MAX_DICTIONARY_CHARS)
}

interface Filter {
  values: ReadonlySet<Json>
  /** The words of its texts that the second document does not have whole. */
  words: ReadonlySet<string>
  hidden: ReadonlySet<string>
}

/** Where a text is cut into words; the cuts themselves are kept. */
const BETWEEN_WORDS = /([\s/?&=,]+)/

function wordsOf(text: string): string[] {
  return text.split(BETWEEN_WORDS)
}

function valuesOf(document: JsonObject, hidden: ReadonlySet<string>): Set<Json> {
  const values = new Set<Json>()
  collectValues(document, hidden, values)
  return values
}

function collectValues(value: Json, hidden: ReadonlySet<string>, into: Set<Json>): void {
  if (Array.isArray(value)) for (const entry of value) collectValues(entry, hidden, into)
  else if (isJsonObject(value)) {
    for (const key in value) if (!hidden.has(key)) collectValues(value[key] as Json, hidden, into)
  } else into.add(value)
}

function wordsOfOthers(values: ReadonlySet<Json>, known: ReadonlySet<Json>): Set<string> {
  const words = new Set<string>()
  for (const value of values) {
    if (typeof value === 'string' && !known.has(value)) for (const word of wordsOf(value)) words.add(word)
  }
  return words
}

function keepKnown(value: Json, filter: Filter, isHidden: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => keepKnown(entry, filter, isHidden))
  if (isJsonObject(value)) {
    const kept: JsonObject = {}
    for (const key in value) {
      kept[key] = keepKnown(value[key] as Json, filter, isHidden || filter.hidden.has(key))
    }
    return kept
  }
  if (isHidden) return ''
  if (filter.values.has(value)) return value
  return typeof value === 'string'
    ? wordsOf(value)
        .filter((word) => filter.words.has(word))
        .join('')
    : ''
}
