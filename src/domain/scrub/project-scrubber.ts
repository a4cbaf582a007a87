import type { ScrubRules } from '#contract/project/intake.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { globMatcher } from '../text/glob.ts'
import { compactKey, FILTERED } from './secret/keys.ts'

export interface ProjectScrubber {
  /** True if a text or number under this key is kept, whatever it looks like. */
  isExempt(key: string): boolean
  scrubText(text: string): string
  scrubEvent(event: JsonObject): JsonObject
}

/** What people call a word: no space, bracket or quote, nor what parts an address or `name=value`. */
const WORD = /[^\s"'`()[\]{}<>,;=|&?!:/\\]+/g
const DIGIT = /\d/g
const SKELETON = new Set([
  'values',
  'frames',
  'stacktrace',
  'exception',
  'threads',
  'breadcrumbs',
  'contexts',
])

/** Where applications put what is theirs; elsewhere the names are the protocol's. */
const HOLDERS = new Set(
  [
    'extra',
    'tags',
    'user',
    'request',
    'contexts',
    'breadcrumbs',
    'exception',
    'threads',
    'stacktrace',
  ].concat(['sentry.interfaces.Http', 'sentry.interfaces.User', 'sentry.interfaces.Exception', 'spans']),
)
const isNoField = (): boolean => false

const made = new WeakMap<ScrubRules, ProjectScrubber>()

export function projectScrubber(rules: ScrubRules): ProjectScrubber {
  const known = made.get(rules)
  if (known) return known
  const scrubber = newScrubber(rules)
  made.set(rules, scrubber)
  return scrubber
}

function newScrubber(rules: ScrubRules): ProjectScrubber {
  const isNamed = anyName(rules.fields)
  const isSecretWord = anyWord(rules.patterns)
  const scrubText = (text: string): string =>
    rules.patterns.length === 0 ? text : text.replace(WORD, (word) => scrubbedWord(word, isSecretWord))
  return {
    isExempt: anyName(rules.exceptions),
    scrubText,
    scrubEvent(event) {
      const isField = (key: string): boolean => !SKELETON.has(key) && isNamed(key)
      const scrubbed = { ...event }
      // Its own keys are what it consists of: only what is in them can be a field of the application.
      for (const key in event) {
        const rules = { isField: HOLDERS.has(key) ? isField : isNoField, scrubText }
        scrubbed[key] = scrubbedValue(event[key] as Json, rules)
      }
      return scrubbed
    },
  }
}

/** Names are compared as the built-in rules do: `Customer-Id` is `customer_id`. */
function anyName(patterns: readonly string[]): (key: string) => boolean {
  const matchers = patterns.map((pattern) => globMatcher(pattern.split('*').map(compactKey).join('*')))
  return (key) => {
    if (matchers.length === 0) return false
    const name = compactKey(key)
    return matchers.some((matches) => matches(name))
  }
}

/** In a pattern with `#`, every digit, of the pattern and of the word, is the same. */
function anyWord(patterns: readonly string[]): (word: string) => boolean {
  const [shaped, plain] = [true, false].map((isShaped) =>
    patterns
      .filter((pattern) => pattern.includes('#') === isShaped)
      .map((pattern) => globMatcher(isShaped ? pattern.replace(DIGIT, '#') : pattern)),
  ) as [Matcher[], Matcher[]]
  return (word) => {
    if (plain.some((matches) => matches(word))) return true
    if (shaped.length === 0) return false
    const shape = word.replace(DIGIT, '#')
    return shaped.some((matches) => matches(shape))
  }
}

type Matcher = (text: string) => boolean

function scrubbedWord(word: string, isSecret: (word: string) => boolean): string {
  let end = word.length
  while (end > 0 && word[end - 1] === '.') end -= 1
  return isSecret(word) || isSecret(word.slice(0, end)) ? FILTERED + word.slice(end) : word
}

interface Rules {
  isField(key: string): boolean
  scrubText(text: string): string
}

/** A new value: frames and texts of an event may be shared with others. Events that were scrubbed are not deep. */
function scrubbedValue(value: Json, rules: Rules): Json {
  if (typeof value === 'string') return rules.scrubText(value)
  if (Array.isArray(value)) return scrubbedList(value, rules)
  if (!isJsonObject(value)) return value
  const scrubbed: JsonObject = {}
  const name = value.name ?? value.key
  const isNamedField = typeof name === 'string' && 'value' in value && rules.isField(name)
  for (const key in value) {
    const isField = rules.isField(key) || (isNamedField && key === 'value')
    scrubbed[key] = isField ? filtered(value[key] as Json) : scrubbedValue(value[key] as Json, rules)
  }
  return scrubbed
}

/** Headers, cookies and tags may come as `[name, value]`. */
function scrubbedList(list: Json[], rules: Rules): Json {
  const [name, value] = list
  if (list.length === 2 && typeof name === 'string' && rules.isField(name)) {
    return [name, filtered(value as Json)]
  }
  return list.map((element) => scrubbedValue(element, rules))
}

function filtered(value: Json): Json {
  return value === null || value === '' ? value : FILTERED
}
