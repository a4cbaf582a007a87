import type { z } from 'zod'
import { counted, grouped } from './counted.ts'

type FieldIssue = Parameters<z.core.$ZodErrorMap>[0]

const WANTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Use an email address.',
  url: 'Use a complete URL.',
  uuid: 'Use a UUID.',
  datetime: 'Use a time such as 2026-11-20T09:00:00Z.',
}
const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** What to do about a field that its schema rejects without words of its own; `parseInput` says it. */
export function fieldMessage(issue: FieldIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.path?.length) return 'This field is required.'
      return WANTED[issue.expected] && `Use ${WANTED[issue.expected]}.`
    case 'invalid_value':
      return wordMessage(issue.values)
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? wordMessage(issue.options) : undefined
    case 'too_small':
      return boundMessage(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return boundMessage(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'The format is not valid.'
    case 'unrecognized_keys':
      return `Leave out ${issue.keys.join(', ')}.`
    default:
      return undefined
  }
}

function wordMessage(words: readonly unknown[]): string {
  return `Use ${words.length === 1 ? '' : 'one of '}${words.join(', ')}.`
}

function boundMessage(origin: string, bound: number | bigint, relation: string): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `Use a number of ${relation} ${grouped(bound)}.`
  if (relation === 'at least' && Number(bound) === 1) return 'This field must not be empty.'
  return `Use ${relation} ${counted(Number(bound), ...unit)}.`
}
