import { z } from 'zod'
import { shownName } from './hidden-text.ts'
import { LIMITS } from './limits.ts'

// Without a flag: the pattern of the API description has none.
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/

/** A UUID with dashes, any version: event ids are chosen by clients. Lower case after parsing. */
export const uuid = z
  .string()
  .regex(UUID, 'Use a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e.')
  .toLowerCase()
  .meta({ format: 'uuid' })

/** ISO 8601 UTC, as `Date.toISOString` writes it. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-20T10:00:00.000Z'] })

/** A time that a request names, with its offset from UTC. */
export const givenTime = z.iso.datetime({
  offset: true,
  error: 'Use a time such as 2026-11-20T09:00:00Z.',
})

/** What people call something. What nobody would see in it is left out. */
export const givenName = z.string().overwrite(shownName).trim().max(LIMITS.nameChars)

export const count = z.int().min(0)

export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export const jsonObject: z.ZodType<JsonObject> = z
  .custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object', additionalProperties: true })

export interface ClampedRange {
  fallback: number
  min: number
  max: number
}

/** A whole number in a query that is never refused: outside its bounds it is clamped, and what is not a
 * number becomes the fallback. */
export function clamped({ fallback, min, max }: ClampedRange) {
  const read = (value: unknown): number => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, Math.trunc(number)))
  }
  return z.preprocess(read, z.int().min(min).max(max).default(fallback))
}

/** The body of a change, in which what is absent stays: it has to name a field. */
export function patchOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).refine((body) => Object.values(body).some((value) => value !== undefined), {
    message: `Set at least one of ${Object.keys(shape).join(', ')}.`,
  })
}

/** Where the next page of a list begins. */
export const pageCursor = z
  .string()
  .max(4096)
  .optional()
  .meta({ description: 'next_cursor of the previous page.' })

/** The cursor of the next page. */
export const nextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })

/** `{id}` of a path. */
export const idParams = z.object({ id: uuid })
export type IdParams = z.infer<typeof idParams>

/** How many things a change of several reached. */
export const updatedAnswer = z.object({ updated: count })
export type UpdatedAnswer = z.infer<typeof updatedAnswer>
