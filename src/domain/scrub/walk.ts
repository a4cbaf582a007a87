import {
  boundedHead,
  type CutNote,
  cutText,
  EVENT_BOUNDS,
  isUnstorable,
  storableText,
  TOO_DEEP,
} from '../event/bounds.ts'
import { isInexactInteger, isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { isLoginArgument } from './form/options.ts'
import {
  isActionOfSecret,
  isLabelOf,
  isNamedList,
  isNamedSecret,
  isOptionValue,
  isPrefixedSecret,
  isSecretByValue,
} from './neighbours.ts'
import { isCodeOfGrant } from './parameters.ts'
import { isCardNumber } from './patterns.ts'
import { filteredValue } from './secret/filtered-value.ts'
import { isPrivateMember } from './secret/key-blocks.ts'
import { FILTERED, isSensitiveKey } from './secret/keys.ts'
import { SIGN, signsOf } from './secret/text-signs.ts'
import { type Treatment, treatmentIn } from './secret/treatment.ts'
import { filterBoundValues, filterDataOfStatement } from './sql/bound.ts'
import { commandRule, secretArgument } from './statement/commands.ts'
import { isManifestData } from './statement/manifest.ts'
import { isHarmlessText, scrubQueryText, scrubText, scrubTextOf } from './text.ts'
import { scrubWorkDone } from './work.ts'

export interface Walk {
  depth: number
  charsLeft: number
  notes: Set<CutNote>
  /** Keys whose texts and numbers a project keeps, whatever they look like. */
  isExempt?: ((key: string) => boolean) | undefined
}

/** Sixteen hex digits (W3C Trace Context); by chance all of them are decimal and look like a card number. */
const SPAN_ID = /^[0-9a-f]{16}$/
const SMALLEST_CARD = 1e12
const VALUE_OVERHEAD_CHARS = 2
/** What a statement binds, or those of one header, beside the exceptions of an event. */
const VALUES = 'values'

export interface TextRule {
  limit: number
  /** @param signs of this text, see `signsOf` */
  scrub: (text: string, signs: number) => string
}

const PROSE: TextRule = {
  limit: EVENT_BOUNDS.stringChars,
  scrub: (text, signs) => scrubTextOf(text, 'prose', signs),
}
export const VERBATIM: TextRule = { limit: EVENT_BOUNDS.stringChars, scrub: storableText }
const SOURCE_LINE: TextRule = {
  limit: EVENT_BOUNDS.sourceLineChars,
  scrub: (text, signs) => scrubTextOf(text, 'source', signs),
}
const NAME: TextRule = {
  limit: EVENT_BOUNDS.stringChars,
  scrub: (text, signs) => scrubTextOf(text, 'name', signs),
}
/** Query and fragment of an address, without their sign. */
const QUERY: TextRule = { limit: EVENT_BOUNDS.stringChars, scrub: scrubQueryText }
const SYMBOL: TextRule = { limit: EVENT_BOUNDS.stringChars, scrub: SOURCE_LINE.scrub }

function walkObject(object: JsonObject, walk: Walk): void {
  let count = 0
  for (const key in object) {
    if (++count > EVENT_BOUNDS.keysPerObject || walk.charsLeft <= 0) {
      delete object[key]
      walk.notes.add(walk.charsLeft <= 0 ? 'total_cut' : 'keys_cut')
    } else {
      walkMember(object, key, walk)
    }
  }
}

export function walkMember(object: JsonObject, key: string, walk: Walk): void {
  const treatment = treatmentIn(key, walk.isExempt)
  walk.charsLeft -= key.length + VALUE_OVERHEAD_CHARS
  if (treatment === 'repair') {
    moveToStorableKey(object, key, walk)
  } else {
    if (treatment === 'bound-values' || key === VALUES)
      object[key] = filterBoundValues(object, object[key] as Json)
    const value = object[key] as Json
    if (treatment === 'data' && isJsonObject(value)) filterDataOfStatement(object.message, value)
    const isSecret =
      treatment === 'sensitive' ||
      ((treatment === 'named-value' || treatment === 'said-value') && isNamedSecret(object)) ||
      (key === VALUES && isNamedList(object, value)) ||
      (treatment === 'prefixed-value' && isPrefixedSecret(object, key)) ||
      (key === 'payload' && isActionOfSecret(object, value)) ||
      (treatment === 'one-time-code' && isCodeOfGrant(object, value)) ||
      isPrivateMember(object, key) ||
      isSecretByValue(treatment, value)
    const scrubbed = isSecret ? filteredValue(value, key) : walkValue(value, treatment, walk)
    if (isManifestData(object, key) && isJsonObject(scrubbed)) filterMembers(scrubbed)
    if (scrubbed !== value) object[key] = scrubbed
  }
}

function filterMembers(object: JsonObject): void {
  for (const key in object) object[key] = filteredValue(object[key] as Json, key)
}

/** A text with its secrets replaced, at most as long as its rule allows, safe to store in either engine. */
export function walkText(text: string, { limit, scrub }: TextRule, walk: Walk): string {
  walk.charsLeft -= Math.min(text.length, limit)
  const isLong = text.length > limit
  const head = isLong ? boundedHead(text, limit) : text
  const signs = signsOf(head)
  if (!isLong && isHarmlessText(text, signs)) return text
  if (isLong) walk.notes.add('string_cut')
  const workBefore = scrubWorkDone()
  const whole = (signs & SIGN.unstorable) === 0 ? head : repairText(head, walk)
  const scrubbed = cutText(scrub(whole, whole === head ? signs : signsOf(whole)), limit)
  walk.charsLeft -= scrubWorkDone() - workBefore
  return scrubbed
}

function repairText(text: string, walk: Walk): string {
  if (!isUnstorable(text)) return text
  walk.notes.add('text_repaired')
  return storableText(text)
}

function walkValue(value: Json, treatment: Treatment, walk: Walk): Json {
  if (typeof value === 'string') {
    if (treatment === 'span-id' && SPAN_ID.test(value)) return value
    return walkText(value, textRule(treatment), walk)
  }
  if (typeof value === 'number') return treatment === 'exempt' ? value : walkNumber(value, walk)
  if (typeof value !== 'object' || value === null) return value
  if (walk.depth >= EVENT_BOUNDS.depth) {
    walk.notes.add('depth_cut')
    return TOO_DEEP
  }
  walk.depth++
  if (!Array.isArray(value)) walkObject(value, walk)
  else if (treatment === 'newest-last') walkNewestLast(value, walk)
  else walkArray(value, ofElements(treatment), walk)
  walk.depth--
  return value
}

/** Some say only what the list is. */
function ofElements(treatment: Treatment): Treatment {
  const isOfList =
    treatment === 'said-value' ||
    treatment === 'prefixed-value' ||
    treatment === 'bound-values' ||
    treatment === 'data'
  return isOfList || treatment === 'exempt' ? 'plain' : treatment
}

function walkNumber(value: number, walk: Walk): Json {
  if (value >= SMALLEST_CARD && isCardNumber(String(value))) return FILTERED
  if (isInexactInteger(value)) walk.notes.add('integer_rounded')
  return value
}

function textRule(treatment: Treatment): TextRule {
  if (treatment === 'source') return SOURCE_LINE
  if (treatment === 'exempt') return VERBATIM
  if (treatment === 'name') return NAME
  if (treatment === 'query') return QUERY
  return treatment === 'symbol' ? SYMBOL : PROSE
}

function walkArray(array: Json[], treatment: Treatment, walk: Walk): void {
  if (array.length > EVENT_BOUNDS.elementsPerArray) {
    array.length = EVENT_BOUNDS.elementsPerArray
    walk.notes.add('elements_cut')
  }
  const words = asWritten(array)
  const first = treatment === 'plain' && array.length > 1 ? words[0] : undefined
  const command = typeof first === 'string' ? commandRule(first) : undefined
  for (let index = 0; index < array.length; index++) {
    if (walk.charsLeft <= 0) {
      array.length = index
      walk.notes.add('total_cut')
    } else if (index > 0 && isNamedBefore(words, index, treatment)) {
      array[index] = FILTERED
    } else if (command !== undefined && typeof array[index] === 'string') {
      const start = secretArgument(command, words, index)
      array[index] =
        start < 0
          ? walkElement(array[index] as Json, 'plain', walk)
          : (words[index] as string).slice(0, start) + FILTERED
    } else {
      array[index] = walkElement(array[index] as Json, treatment, walk)
    }
  }
}

function isNamedBefore(array: readonly Json[], index: number, treatment: Treatment): boolean {
  const before = array[index - 1] as Json
  const value = array[index] as Json
  if (isOptionValue(before, value, index) || isLoginArgument(array, index)) return true
  return treatment === 'plain' && isLabelOf(before, value)
}

const PRINTED_TEXT = /^[bu]?(?:'(.*)'|"(.*)")$/s

/** Texts without the quotes in which Python's SDK prints the values of local variables: `"'--password'"`. */
function asWritten(array: Json[]): readonly Json[] {
  const first = array[0]
  if (array.length < 2 || typeof first !== 'string' || !PRINTED_TEXT.test(first)) return array
  return array.map((element) => {
    const printed = typeof element === 'string' ? PRINTED_TEXT.exec(element) : null
    return printed === null ? element : (printed[1] ?? printed[2]!)
  })
}

/** Frames, breadcrumbs and exceptions end with the newest, which says most: cuts take from the front. */
function walkNewestLast(array: Json[], walk: Walk): void {
  if (array.length > EVENT_BOUNDS.elementsPerArray) {
    array.splice(0, array.length - EVENT_BOUNDS.elementsPerArray)
    walk.notes.add('elements_cut')
  }
  for (let index = array.length - 1; index >= 0; index--) {
    if (walk.charsLeft <= 0) {
      array.splice(0, index + 1)
      walk.notes.add('total_cut')
      return
    }
    array[index] = walkElement(array[index] as Json, 'plain', walk)
  }
}

/** An element `[name, value]` is how headers, cookies, query strings and tags come from some SDKs. */
function walkElement(element: Json, treatment: Treatment, walk: Walk): Json {
  walk.charsLeft -= VALUE_OVERHEAD_CHARS
  if (Array.isArray(element) && element.length === 2) {
    const [name, value] = element
    if (typeof name === 'string' && isSensitiveKey(name) && !walk.isExempt?.(name))
      element[1] = filteredValue(value as Json, name)
  }
  return walkValue(element, treatment, walk)
}

/** A value under this key would replace the prototype of an object that it is assigned to. */
const PROTOTYPE_KEY = '__proto__'

/** Gives the value a key that can be stored; an earlier value under that key gives way. */
function moveToStorableKey(object: JsonObject, key: string, walk: Walk): void {
  const value = object[key] as Json
  const plainKey =
    key === PROTOTYPE_KEY ? `[${key}]` : scrubText(storableText(boundedHead(key, EVENT_BOUNDS.keyChars)))
  const storableKey = cutText(plainKey, EVENT_BOUNDS.keyChars)
  delete object[key]
  object[storableKey] = value
  walk.notes.add('key_changed')
  walkMember(object, storableKey, walk)
}
