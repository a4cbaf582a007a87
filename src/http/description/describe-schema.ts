import { z } from 'zod'
import type { JsonSchema, JsonSchemas } from './open-api.ts'

export interface SchemaContext {
  io: 'input' | 'output'
  schemas: JsonSchemas
}

/** The JSON Schema of a contract schema; the named ones in it are added to `schemas` and referred to. */
export function describeSchema(schema: z.ZodType, { io, schemas }: SchemaContext): JsonSchema {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [id, definition] of Object.entries($defs ?? {})) {
    schemas[id] = withComponentRefs(definition) as JsonSchema
  }
  return withComponentRefs(own) as JsonSchema
}

export function resolveSchema(schema: JsonSchema, schemas: JsonSchemas): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined
  return name === undefined ? schema : (schemas[name] ?? {})
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : withComponentRefs(member),
    ]),
  )
}
