import fc from 'fast-check'
import type { JsonSchema, JsonSchemas } from '#http/description/open-api.ts'

/** Stands for the id of a thing that is known when the request is sent: `@@issues:7@@`. */
export const ID_MARK = /@@([\w-]+):(\d+)@@/g

/** What an `…_id` of a body or query is an id of; anything else is an issue. */
const NOUNS: Record<string, string> = {
  project_id: 'projects',
  assignee_id: 'members',
  actor_id: 'members',
  event_id: 'events',
  target_id: 'projects',
}
/** Fields whose values were told in earlier answers. */
const TOLD: Record<string, string> = { cursor: 'cursors', token: 'links' }
const SEARCHES = [
  'is:unresolved',
  'is:snoozed,resolved !level:error',
  'env:production release:shop@1.0',
  'user.email:*@example.com',
  'assigned:me "two words"',
  '!is:',
  'level:',
  '"',
  '%_\\',
  'x'.repeat(1999),
]

/** Text that storage, parsers and terminals stumble over. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff\ud83d',
  '\u202eabc',
  '\ufeff',
  '👩‍👩‍👧‍👦',
  'İı',
  "'; DROP TABLE issue; --",
  '%00%zz',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(5000),
  '-1',
  '1e309',
  'NaN',
  'null',
]
const ODD_NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
/** Any JSON value, for where a schema asks for another. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, [], {}, [null], ...ODD_NUMBERS, { toString: 1 }, Array(600).fill('x')),
  fc.jsonValue({ maxDepth: 3 }),
)

/** An id: mostly one of the kind that is asked for, else another's, a stranger's or none at all. */
export function idOf(noun: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: 999 })
  const others = fc.constantFrom('issues', 'projects', 'events', 'members', 'foreign')
  return fc.oneof(
    { weight: 14, arbitrary: place.map((at) => `@@${noun}:${at}@@`) },
    { weight: 2, arbitrary: fc.tuple(others, place).map(([other, at]) => `@@${other}:${at}@@`) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.uuid().map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom('1', '0', 'bulk '), oddText) },
  )
}

/** Values that a schema of the description takes, as a client would make them up; `name` is the field's. */
export function valuesOf(schema: JsonSchema, schemas: JsonSchemas, name = ''): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string')
    return valuesOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas, name)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, schemas, name)))
  switch (schema.type) {
    case 'object':
      return objects(schema, schemas)
    case 'array':
      return arrays(schema, schemas, name)
    case 'integer':
    case 'number':
      return integers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return texts(schema, name)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(schema: JsonSchema, schemas: JsonSchemas): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as JsonSchemas)
  const model = Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each, schemas, name)]))
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] })
}

function arrays(schema: JsonSchema, schemas: JsonSchemas, name: string) {
  const items = valuesOf((schema.items ?? {}) as JsonSchema, schemas, name)
  const minLength = Number(schema.minItems ?? 0)
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(items, { minLength, maxLength: minLength + 4 }) },
    { weight: 1, arbitrary: fc.array(items, { minLength, maxLength: 60 }) },
  )
}

function integers({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(Number(minimum ?? -1000), -1e9)
  return fc.integer({ min, max: Math.max(min, Math.min(Number(maximum ?? 1e9), 1e9)) })
}

function texts(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid' || name === 'event_id') return idOf(NOUNS[name] ?? 'issues')
  const told = TOLD[name]
  if (told)
    return fc.oneof(
      fc.nat({ max: 99 }).map((at) => `@@${told}:${at}@@`),
      fc.string({ minLength: 1 }),
    )
  if (name === 'q') return fc.oneof(fc.constantFrom(...SEARCHES), fc.string({ unit: 'grapheme' }))
  if (name === 'email') {
    const unknown = fc.nat({ max: 1e6 }).map((number) => `fuzz-${number}@example.com`)
    return fc.oneof(
      unknown,
      fc.nat({ max: 99 }).map((at) => `@@emails:${at}@@`),
    )
  }
  if (name.endsWith('password')) return fc.constantFrom('a phrase of some length', 'short', 'aaaaaaaaaaaaa')
  const minLength = Number(schema.minLength ?? 0)
  const maxLength = Math.min(Number(schema.maxLength ?? 60), 60)
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, maxLength) })
}
