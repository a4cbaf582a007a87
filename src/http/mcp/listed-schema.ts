import { z } from 'zod'
import { fieldMessage } from '#contract/field-message.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

type Standard = z.ZodObject['~standard']
type Convert = Standard['jsonSchema']['input']
type FieldIssue = Parameters<typeof fieldMessage>[0]

const SHOWN_NAMES = 5
const SHOWN_NAME_CHARS = 50
/** Bounds that every whole number has; they say nothing, and nor does the length of a text that nobody sends. */
const NO_BOUNDS: ReadonlySet<unknown> = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/** A tool's schema, listed without `$schema` (the dialect is the protocol's own) and without bounds that are none:
 * agents pay for each mention. Rejected arguments are answered with what to do. */
export function listedSchema(schema: z.ZodObject): { '~standard': Standard } {
  const standard = schema['~standard']
  const { input, output } = standard.jsonSchema
  return {
    '~standard': {
      ...standard,
      validate: (given) => validated(schema, given),
      jsonSchema: { input: plain(input), output },
    },
  }
}

function validated(schema: z.ZodObject, given: unknown): Awaited<ReturnType<Standard['validate']>> {
  const { success, data, error } = schema.safeParse(given, { error: argumentMessage })
  return success ? { value: data } : { issues: error.issues }
}

function argumentMessage(issue: FieldIssue): string | undefined {
  const { inst } = issue
  if (issue.code !== 'unrecognized_keys' || !(inst instanceof z.ZodObject)) return fieldMessage(issue)
  const names = issue.keys
    .slice(0, SHOWN_NAMES)
    .map((name) => `"${cutLine(inertLine(name), SHOWN_NAME_CHARS)}"`)
  return `There is no argument ${names.join(' or ')}. Use ${Object.keys(inst.shape).join(', ')}.`
}

function plain(convert: Convert): Convert {
  return (options) => {
    const { $schema, ...rest } = convert(options)
    return withoutNoBounds(rest) as Record<string, unknown>
  }
}

function withoutNoBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const told = Object.entries(schema).filter(([name, value]) => name !== 'maxLength' && !NO_BOUNDS.has(value))
  return Object.fromEntries(told.map(([name, value]) => [name, withoutNoBounds(value)]))
}
