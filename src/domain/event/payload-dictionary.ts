import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** Parts that say who it was; never part of a dictionary, even where two events agree. */
const IDENTIFYING = ['user', 'vars', 'server_name', 'event_id']
/** Parts that follow one person around; shared text in them is common text only between two people. */
const FOLLOWING = ['request', 'breadcrumbs', 'extra', 'tags', 'transaction']
const MIN_DICTIONARY_CHARS = 512
const MAX_DICTIONARY_CHARS = 64 * 1024

/**
 * The text two events of one issue have in common, for use as a compression dictionary: the second
 * document with every word left out that the first does not have as well, and without the parts that
 * name people. What one event alone says is never in it, so a dictionary outlives its events safely.
 * Keys of left-out parts stay, since their shape repeats. Null when they share too little to pay off.
 * Texts that both have are not cut into words, and nothing is looked for in the parts left out: that is most of a document.
 * @param ofTwoPeople the events are known to be of different people, so that what they share in requests
 * and breadcrumbs is nobody's own.
 */
export function sharedText(first: JsonObject, second: JsonObject, ofTwoPeople: boolean): string | null {
  const hidden = new Set(ofTwoPeople ? IDENTIFYING : [...IDENTIFYING, ...FOLLOWING])
  const values = valuesOf(first, hidden)
  const words = wordsOfOthers(values, valuesOf(second, hidden))
  const text = JSON.stringify(keepKnown(second, { values, words, hidden }, false))
  if (text.length < MIN_DICTIONARY_CHARS) return null
  return text.slice(0, MAX_DICTIONARY_CHARS)
}

interface Filter {
  /** What the first document says, whole. */
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

/** Texts, numbers, flags and nulls outside of hidden parts. */
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
