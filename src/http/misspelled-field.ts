import { z } from 'zod'
import { invalidField } from '#contract/errors.ts'
import { editDistance } from '#contract/likely-name.ts'

/** Bounds of what a caller can make us compare. */
const MAX_NAMES = 50
const MAX_NAME_CHARS = 40
const MIN_NAME_CHARS = 4
const LONG_NAME_CHARS = 8

/** Fields that a schema doesn't have are ignored, but not one that is likely a misspelling of one that it has and that
 * is missing: without it, a filter finds everything and a fix has no release. @throws invalid_request, with the name */
export function refuseMisspelled(schema: z.ZodType, input: unknown, path: readonly string[] = []): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return
  const shape = shapeOf(schema, input)
  if (shape === null) return
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(shape, name))
  // Most requests have none.
  const missing = unknown.length === 0 ? [] : Object.keys(shape).filter((name) => !Object.hasOwn(input, name))
  for (const name of unknown.slice(0, MAX_NAMES)) {
    const meant = missing.find((known) => isLike(name, known)) ?? endingWith(name, shape)
    if (meant === undefined || Object.hasOwn(input, meant)) continue
    throw invalidField([...path, name].join('.'), `There is no field "${name}". Did you mean "${meant}"?`)
  }
  for (const [name, member] of Object.entries(shape)) {
    refuseMisspelled(member, (input as Record<string, unknown>)[name], [...path, name])
  }
}

function shapeOf(schema: unknown, input: object): Record<string, z.ZodType> | null {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodDiscriminatedUnion) return shapeOf(optionOf(schema, input), input)
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapper ? shapeOf(schema.unwrap(), input) : null
}

/** What the input says it is, e.g. by its `action`; without a known one, any that has that field. */
function optionOf({ def, options }: z.ZodDiscriminatedUnion, input: object): unknown {
  const name = def.discriminator
  const word = (input as Record<string, unknown>)[name]
  const isMeant = (option: unknown) =>
    option instanceof z.ZodObject && option.shape[name]?.safeParse(word).success
  return options.find(isMeant) ?? options[0]
}

/** `projectId`, `issue-ids` and `resolved_in_relase`: other signs or case, or a letter or two. */
function isLike(name: string, known: string): boolean {
  const [typed, right] = [letters(name), letters(known)]
  if (typed === right) return true
  if (name.length > MAX_NAME_CHARS || Math.min(name.length, known.length) < MIN_NAME_CHARS) return false
  return editDistance(typed, right) <= (known.length < LONG_NAME_CHARS ? 1 : 2)
}

/** `release` for `resolved_in_release`: the first that ends so, which a client that sends back what it read has set. */
function endingWith(name: string, shape: object): string | undefined {
  if (name.length < MIN_NAME_CHARS) return undefined
  return Object.keys(shape).find((known) => known.endsWith(`_${name}`))
}

function letters(name: string): string {
  return name.slice(0, MAX_NAME_CHARS).replace(/[_-]/g, '').toLowerCase()
}
