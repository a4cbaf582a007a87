import { INPUT_LIMITS } from '#contract/limits.ts'
import { FINGERPRINT_RULE_LIMITS as LIMITS } from '#contract/project/intake-words.ts'
import { leadingThread, sentFrames } from '../../event/frames.ts'
import { readLevel } from '../../event/level.ts'
import { readMessage } from '../../event/message.ts'
import { readEnvironment, readPlatform, readRelease } from '../../event/names.ts'
import { exceptionType, exceptionValue } from '../../event/title.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts'
import { lowerGlobMatcher } from '../../text/glob.ts'
import { plainText } from '../../text/plain-text.ts'
import { exceptionList } from '../../text/value-list.ts'
import { readTag } from '../v1/custom.ts'
import { type FingerprintRule, parseRules, type RuleField, type RuleMatcher } from './parse-rules.ts'

/** Rules made ready to be tried on many events. */
export interface ReadyRules {
  readonly rules: readonly ReadyRule[]
  /** True if a matcher looks at frames, which source maps can change. */
  readonly readsFrames: boolean
}

interface ReadyRule {
  rule: FingerprintRule
  /** One for each part of an event that the rule looks at. */
  tests: ((parts: EventParts) => boolean)[]
}

/** One and the same element of a list must meet all matchers. */
type PartKind = 'exceptions' | 'messages' | 'frames' | 'event'

const KINDS: Partial<Record<RuleField, PartKind>> = {
  type: 'exceptions',
  value: 'exceptions',
  message: 'messages',
  function: 'frames',
  module: 'frames',
  path: 'frames',
  package: 'frames',
  app: 'frames',
}
const YES = ['yes', 'true', '1']
const NATIVE = new Set(['native', 'c', 'cocoa', 'objc', 'swift'])

/** Lines that can't be read are left out: they must not hold up an event. */
export function rulesOf(text: string): ReadyRules {
  return readyRules(parseRules(text).rules)
}

export function readyRules(rules: readonly FingerprintRule[]): ReadyRules {
  const ready = rules.map((rule) => ({
    rule,
    tests: [...Map.groupBy(rule.matchers, kindOf)].map(([kind, matchers]) => partTest(kind, matchers)),
  }))
  const readsFrames = rules.some(({ matchers }) => matchers.some((matcher) => kindOf(matcher) === 'frames'))
  return { rules: ready, readsFrames }
}

/** The first rule whose matchers an event, as sent or as stored, meets. */
export function decidingRule(event: JsonObject, { rules }: ReadyRules): FingerprintRule | undefined {
  const parts = new EventParts(event)
  return rules.find(({ tests }) => tests.every((test) => test(parts)))?.rule
}

function kindOf({ field }: RuleMatcher): PartKind {
  return KINDS[field] ?? 'event'
}

function partTest(kind: PartKind, matchers: readonly RuleMatcher[]): (parts: EventParts) => boolean {
  const tests = matchers.map(({ field, negated, pattern }) => ({
    field,
    negated,
    matches: valueTest(field, pattern),
  }))
  return (parts) => {
    const elements = parts.list(kind)
    return elements.some((_, at) =>
      tests.every(({ field, negated, matches }) => {
        const values = parts.column(field, kind)[at]!
        return values.some(matches) !== negated
      }),
    )
  }
}

/** Of values in lower case. */
function valueTest(field: RuleField, pattern: string): (value: string) => boolean {
  if (field === 'app') {
    const wanted = YES.includes(pattern) ? 'yes' : 'no'
    return (value) => value === wanted
  }
  if (field === 'family') {
    const families = pattern.split(',')
    return (value) => families.includes('all') || families.includes(value)
  }
  if (field !== 'path' && field !== 'package') return lowerGlobMatcher(pattern)
  const matches = lowerGlobMatcher(pattern.replaceAll('\\', '/'))
  return (value) => matches(value) || (!value.startsWith('/') && matches(`/${value}`))
}

/** What rules look at in one event, each read when it is first asked for. */
class EventParts {
  readonly #event: JsonObject
  readonly #lists = new Map<PartKind, readonly JsonObject[]>()
  readonly #columns = new Map<RuleField, string[][]>()

  constructor(event: JsonObject) {
    this.#event = event
  }

  list(kind: PartKind): readonly JsonObject[] {
    const known = this.#lists.get(kind) ?? readList(kind, this.#event)
    this.#lists.set(kind, known)
    return known
  }

  /** Of each element, the values of a field in lower case. */
  column(field: RuleField, kind: PartKind): readonly string[][] {
    const known =
      this.#columns.get(field) ?? this.list(kind).map((element) => lowerHeads(readField(field, element)))
    this.#columns.set(field, known)
    return known
  }
}

function readList(kind: PartKind, event: JsonObject): JsonObject[] {
  if (kind === 'event') return [event]
  const exceptions = exceptionList(event.exception ?? event['sentry.interfaces.Exception']).slice(
    -INPUT_LIMITS.exceptions,
  )
  if (kind === 'exceptions') return exceptions
  if (kind === 'frames') return framesOf(event, exceptions)
  const message = readMessage(event)
  const said = exceptions.map((exception) => ({ message: exceptionValue(exception) ?? '' }))
  return message === undefined ? said : [{ message: message.formatted }, ...said]
}

/** Frames of the exceptions, last one first, and of the stack beside them; else those of the thread. */
function framesOf(event: JsonObject, exceptions: readonly JsonObject[]): JsonObject[] {
  const stacks = exceptions.toReversed().map(({ stacktrace }) => stacktrace)
  const frames = innermost([...stacks, event.stacktrace ?? event['sentry.interfaces.Stacktrace']])
  return frames.length > 0 ? frames : innermost([leadingThread(event)?.stacktrace])
}

function innermost(stacks: readonly (Json | undefined)[]): JsonObject[] {
  const frames: JsonObject[] = []
  for (const stack of stacks) {
    if (frames.length >= LIMITS.frames) break
    frames.push(...sentFrames(stack).slice(-LIMITS.framesPerStack).filter(isJsonObject))
  }
  return frames.slice(0, LIMITS.frames)
}

function readField(field: RuleField, element: JsonObject): (string | undefined)[] {
  if (field.startsWith('tags.')) return [readTag(element.tags, field.slice(5))]
  return READERS[field as keyof typeof READERS](element)
}

type PlainField = Exclude<RuleField, `tags.${string}`>

const READERS: Record<PlainField, (element: JsonObject) => (string | undefined)[]> = {
  type: (exception) => [exceptionType(exception)],
  value: (exception) => [exceptionValue(exception)],
  message: ({ message }) => [plainText(message)],
  function: (frame) => [plainText(frame.function)],
  module: (frame) => [plainText(frame.module)],
  path: (frame) => [pathOf(frame.abs_path), pathOf(frame.filename)],
  package: (frame) => [pathOf(frame.package)],
  app: (frame) => [frame.in_app === true ? 'yes' : 'no'],
  logger: (event) => [plainText(event.logger)],
  level: (event) => [readLevel(event.level)],
  release: (event) => [readRelease(event)],
  environment: (event) => [readEnvironment(event)],
  platform: (event) => [readPlatform(event.platform)],
  family: (event) => [familyOf(readPlatform(event.platform))],
}

function pathOf(value: Json | undefined): string | undefined {
  return plainText(value)?.slice(0, LIMITS.valueChars).replaceAll('\\', '/')
}

function familyOf(platform: string): string {
  if (platform === 'javascript' || platform === 'node') return 'javascript'
  return NATIVE.has(platform) ? 'native' : 'other'
}

function lowerHeads(values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => (value ? [value.slice(0, LIMITS.valueChars).toLowerCase()] : []))
}
