import { FINGERPRINT_RULE_LIMITS as LIMITS } from '#contract/project/intake-words.ts'
import { variableNames } from '../v1/custom.ts'
import { RuleLine, RuleLineError } from './rule-line.ts'

export type FrameField = 'function' | 'module' | 'path' | 'package' | 'app'
export type RuleField =
  | FrameField
  | 'type'
  | 'value'
  | 'message'
  | 'logger'
  | 'level'
  | 'release'
  | 'environment'
  | 'platform'
  | 'family'
  | `tags.${string}`

export interface RuleMatcher {
  field: RuleField
  negated: boolean
  pattern: string
}

/** `matchers -> fingerprint`: of an event that meets all matchers. */
export interface FingerprintRule {
  /** Counted from 1. */
  line: number
  /** The line as its author wrote it. */
  text: string
  matchers: RuleMatcher[]
  /** As an SDK would send it, with variables. */
  fingerprint: string[]
}

export interface RuleProblem {
  /** Counted from 1. */
  line: number
  message: string
}

const FIELDS: ReadonlyMap<string, RuleField> = new Map<string, RuleField>([
  ['error.type', 'type'],
  ['type', 'type'],
  ['error.value', 'value'],
  ['value', 'value'],
  ['message', 'message'],
  ['logger', 'logger'],
  ['level', 'level'],
  ['release', 'release'],
  ['environment', 'environment'],
  ['platform', 'platform'],
  ['family', 'family'],
  ['stack.function', 'function'],
  ['function', 'function'],
  ['stack.module', 'module'],
  ['module', 'module'],
  ['stack.abs_path', 'path'],
  ['path', 'path'],
  ['stack.package', 'package'],
  ['package', 'package'],
  ['app', 'app'],
])
const SWITCHES = ['yes', 'no', 'true', 'false', '1', '0']
const FAMILIES = ['javascript', 'native', 'other', 'all']
const VARIABLE = /\{\{([^{}]{0,250})\}\}/g
const ATTRIBUTE = /^[\w.-]{1,50}="/

/** The rules of the lines that can be read; of every other line, what is wrong. Blank lines and `#` comments are neither. */
export function parseRules(text: string): { rules: FingerprintRule[]; problems: RuleProblem[] } {
  const rules: FingerprintRule[] = []
  const problems: RuleProblem[] = []
  let matchers = 0
  for (const [index, written] of text
    .slice(0, LIMITS.textChars)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) continue
    try {
      const rule = parseRule(line, index + 1)
      matchers += rule.matchers.length
      requireFew(rules.length + 1, matchers)
      rules.push(rule)
    } catch (error) {
      if (!(error instanceof RuleLineError)) throw error
      problems.push({ line: index + 1, message: error.message })
    }
  }
  return { rules, problems }
}

function requireFew(rules: number, matchers: number): void {
  if (rules > LIMITS.rules)
    throw new RuleLineError(`A project can have up to ${LIMITS.rules} rules. Remove some.`)
  if (matchers > LIMITS.matchers)
    throw new RuleLineError(
      `The rules of a project can have up to ${LIMITS.matchers} matchers together. Remove some.`,
    )
}

function parseRule(text: string, place: number): FingerprintRule {
  if (text.length > LIMITS.lineChars)
    throw new RuleLineError(`A rule can have up to ${LIMITS.lineChars} characters. Shorten it.`)
  const line = new RuleLine(text)
  const matchers: RuleMatcher[] = []
  while (!line.take('->')) {
    if (line.isAtEnd)
      throw new RuleLineError(
        'The rule has no `->`. Write `matchers -> fingerprint`, with blanks around `->`.',
      )
    matchers.push(readMatcher(line))
  }
  if (matchers.length === 0)
    throw new RuleLineError(
      'Nothing is before `->`. Write at least one matcher, such as `type:DatabaseError`.',
    )
  const fingerprint = readParts(line)
  if (fingerprint.length === 0)
    throw new RuleLineError('Nothing is behind `->`. Write a fingerprint, such as `database-down`.')
  if (fingerprint.length > LIMITS.parts)
    throw new RuleLineError(`A fingerprint can have up to ${LIMITS.parts} parts. Remove some.`)
  return { line: place, text, matchers, fingerprint }
}

function readMatcher(line: RuleLine): RuleMatcher {
  if (line.isAt('[') || line.isAt('|'))
    throw new RuleLineError('Matchers of callers and callees, `[ … ] |`, are not supported. Remove them.')
  const negated = line.take('!')
  const name = line.isAt('"') ? line.quoted() : line.word(' \t:"')
  if (!line.isAt(':'))
    throw new RuleLineError(`\`${name || line.rest.slice(0, 40)}\` has no pattern. Write \`name:pattern\`.`)
  line.take(':')
  const pattern = line.isAt('"') ? line.quoted() : line.word(' \t')
  line.skipBlanks()
  const field = fieldOf(name)
  if (pattern === '') throw new RuleLineError(`The pattern of \`${name}\` is empty. Use \`*\` for any text.`)
  requirePattern(field, pattern)
  return { field, negated, pattern }
}

function fieldOf(name: string): RuleField {
  if (name.startsWith('tags.') && name.length > 5) return name as RuleField
  const field = FIELDS.get(name)
  if (field !== undefined) return field
  const names = [...FIELDS.keys()].join(', ')
  throw new RuleLineError(`\`${name}\` is not a matcher. Use one of ${names} or tags.NAME.`)
}

function requirePattern(field: RuleField, pattern: string): void {
  if (field === 'app' && !SWITCHES.includes(pattern))
    throw new RuleLineError(`\`app:${pattern}\` is not possible. Use app:yes or app:no.`)
  const strange = field === 'family' && pattern.split(',').find((family) => !FAMILIES.includes(family))
  if (typeof strange === 'string')
    throw new RuleLineError(`\`${strange}\` is not a family. Use ${FAMILIES.join(', ')}.`)
}

function readParts(line: RuleLine): string[] {
  const parts: string[] = []
  for (line.skipSeparators(); !line.isAtEnd; line.skipSeparators()) {
    if (ATTRIBUTE.test(line.rest))
      throw new RuleLineError(
        'Attributes such as `title="…"` are not supported: a title is always that of the error. Remove them.',
      )
    const part = line.isAt('"') ? line.quoted() : line.word(' \t,')
    for (const [, name] of part.matchAll(VARIABLE)) requireVariable(name!.trim())
    if (part !== '') parts.push(part)
  }
  return parts
}

function requireVariable(name: string): void {
  if (/^tags\.[\w.-]{1,195}$/.test(name) || variableNames().includes(name)) return
  throw new RuleLineError(
    `\`{{ ${name} }}\` is not a variable. Use one of ${variableNames().join(', ')} or tags.NAME.`,
  )
}
