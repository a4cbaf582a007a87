import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { termsIn } from '../search/query-groups.ts'
import type { QueryTerm, TermKind } from '../search/query-term.ts'
import { releasePattern } from '../search/release-patterns.ts'
import {
  matcherOf,
  matcherOfGroup,
  mayAskForText,
  parseRuleQuery,
  type RuleMatcher,
  type RuleSubject,
} from './rule-query.ts'
import type { RuleThreshold } from './rule-threshold.ts'

export interface CountedRule extends RuleThreshold {
  id: number
  query: string
  counterKey: number
  /** Epoch ms since when all events were counted. */
  countedFrom: number
}

export interface RuleSet<R extends CountedRule = CountedRule> {
  signature: string
  rules: readonly R[]
  keys: ReadonlySet<number>
  /** The different lengths of their windows, in minutes. */
  windows: readonly number[]
  /** What of their users is kept; null: none of them counts users. */
  users: { longestMinutes: number; most: number } | null
}

export interface AskedParts {
  level: boolean
  environment: boolean
  release: boolean
  email: boolean
  browser: boolean
  os: boolean
  user: boolean
  text: boolean
  tags: readonly string[]
}

/** Sets kept for the next event or state: their number is bounded, whatever events say. */
const KEPT_SETS = 1000
const LOW_BITS = 32
const HIGH = 2 ** LOW_BITS

export class RuleBook<R extends CountedRule = CountedRule> {
  readonly rules: readonly R[]
  readonly historyMinutes: number
  readonly asked: AskedParts
  readonly #columns: Column[]
  readonly #further: { index: number; matchers: RuleMatcher[] }[]
  readonly #bySelection = new Map<number, RuleSet<R>>()
  readonly #bySignature = new Map<string, RuleSet<R> | null>()

  /** @param rules at most 50. */
  constructor(rules: readonly R[]) {
    this.rules = rules
    this.historyMinutes = 2 * Math.max(0, ...rules.map(({ windowMinutes }) => windowMinutes))
    const queries = rules.map(({ query }) => parseRuleQuery(query))
    const terms = queries.map((query) => query.terms)
    this.asked = askedBy(queries.flatMap(termsIn))
    this.#columns = COLUMNS.map((column) => new Column(column, terms))
    this.#further = queries
      .map((query, index) => ({
        index,
        matchers: [
          ...query.terms.filter((term) => !isOfColumn(term)).map(matcherOf),
          ...query.groups.map(matcherOfGroup),
        ],
      }))
      .filter(({ matchers }) => matchers.length > 0)
  }

  match(subject: RuleSubject): RuleSet<R> {
    let [low, high] = [-1, -1]
    for (const column of this.#columns) {
      const selected = column.select(subject)
      low &= selected.low
      high &= selected.high
    }
    for (const { index, matchers } of this.#further) {
      const isLow = index < LOW_BITS
      const bit = 1 << (index % LOW_BITS)
      if (((isLow ? low : high) & bit) === 0 || matchers.every((matches) => matches(subject))) continue
      if (isLow) low &= ~bit
      else high &= ~bit
    }
    const key = (high >>> 0) * HIGH + (low >>> 0)
    const known = this.#bySelection.get(key)
    if (known) return known
    const found = this.rules.filter((_, index) => isSelected({ low, high }, index))
    return keep(this.#bySelection, key, setOf(found))
  }

  /** The set with this signature as far as its rules are in force; null: none is. */
  find(signature: string): RuleSet<R> | null {
    const known = this.#bySignature.get(signature)
    if (known !== undefined) return known
    const keys = new Set(signature.split(',').map(Number))
    const rules = this.rules.filter(({ counterKey }) => keys.has(counterKey))
    return keep(this.#bySignature, signature, rules.length === 0 ? null : setOf(rules))
  }
}

function askedBy(terms: readonly QueryTerm[]): AskedParts {
  const kinds = new Set(terms.map(({ kind }) => kind))
  const tags = terms.flatMap((term) => (term.kind === 'tag' ? [term.key] : []))
  return {
    level: kinds.has('level'),
    environment: kinds.has('environment'),
    release: kinds.has('release'),
    email: kinds.has('email'),
    browser: kinds.has('browser'),
    os: kinds.has('os'),
    user: kinds.has('user'),
    text: terms.some(mayAskForText),
    tags: [...new Set(tags)],
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): V {
  if (map.size >= KEPT_SETS) map.clear()
  map.set(key, value)
  return value
}

export function setOf<R extends CountedRule>(rules: readonly R[]): RuleSet<R> {
  const keys = rules.map(({ counterKey }) => counterKey).sort((a, b) => a - b)
  const counting = rules.filter(({ type }) => type === 'users')
  return {
    signature: keys.join(),
    rules,
    keys: new Set(keys),
    windows: [...new Set(rules.map(({ windowMinutes }) => windowMinutes))],
    users:
      counting.length === 0
        ? null
        : {
            longestMinutes: Math.max(...counting.map(({ windowMinutes }) => windowMinutes)),
            most: Math.max(...counting.map(({ value }) => value)),
          },
  }
}

interface Selection {
  low: number
  high: number
}

function isSelected({ low, high }: Selection, index: number): boolean {
  return (((index < LOW_BITS ? low : high) >>> (index % LOW_BITS)) & 1) === 1
}

interface ColumnKind {
  kind: TermKind
  read: (subject: RuleSubject) => string
  write: (value: string) => Partial<RuleSubject>
  values: readonly string[]
}

const COLUMNS: readonly ColumnKind[] = [
  { kind: 'level', read: ({ level }) => level, write: (level) => ({ level }), values: LEVELS },
  {
    kind: 'environment',
    read: ({ environment }) => environment,
    write: (environment) => ({ environment }),
    values: [],
  },
  { kind: 'release', read: ({ release }) => release, write: (release) => ({ release }), values: [] },
  {
    kind: 'status',
    read: ({ issueStatus }) => issueStatus,
    write: (value) => ({ issueStatus: value as RuleSubject['issueStatus'] }),
    values: ISSUE_STATUSES,
  },
]

function isOfColumn({ kind, values }: QueryTerm): boolean {
  const isNames = kind !== 'release' || values.every((value) => releasePattern(value) === null)
  return isNames && COLUMNS.some((column) => column.kind === kind)
}

/** No value of an event: what a term says of values that no rule names. */
const UNNAMED = '\0'

class Column {
  readonly #read: ColumnKind['read']
  readonly #byValue = new Map<string, Selection>()
  readonly #others: Selection

  constructor({ kind, read, write, values }: ColumnKind, terms: readonly (readonly QueryTerm[])[]) {
    this.#read = read
    const ofKind = terms.map((ofRule) => ofRule.filter((term) => term.kind === kind && isOfColumn(term)))
    const named = ofKind.flatMap((some) => some.flatMap((term) => term.values))
    const matchers = ofKind.map((some) => some.map(matcherOf))
    const selectionOf = (value: string): Selection => {
      const selection = { low: 0, high: 0 }
      for (const [index, some] of matchers.entries()) {
        if (!some.every((matches) => matches({ ...ANY, ...write(value) }))) continue
        if (index < LOW_BITS) selection.low |= 1 << index
        else selection.high |= 1 << (index % LOW_BITS)
      }
      return selection
    }
    for (const value of new Set([...values, ...named])) this.#byValue.set(value, selectionOf(value))
    this.#others = selectionOf(UNNAMED)
  }

  select(subject: RuleSubject): Selection {
    return this.#byValue.get(this.#read(subject)) ?? this.#others
  }
}

const ANY: RuleSubject = {
  level: UNNAMED,
  environment: UNNAMED,
  release: UNNAMED,
  email: null,
  browser: null,
  os: null,
  user: () => null,
  text: () => '',
  tag: () => null,
  issueStatus: 'unresolved',
  isAssigned: false,
}
