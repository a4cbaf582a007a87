import { z } from 'zod'

export interface JsonMember {
  type?: string
  $ref?: string
  properties?: Record<string, JsonMember>
  anyOf?: JsonMember[]
  oneOf?: JsonMember[]
  allOf?: JsonMember[]
}

/** The members of an object that a schema describes, and of all that it may be, as JSON Schema. */
export function schemaMembers(schema: z.ZodType, io: 'input' | 'output'): Record<string, JsonMember> {
  const document = z.toJSONSchema(schema, { unrepresentable: 'any', io }) as JsonMember & {
    $defs?: Record<string, JsonMember>
  }
  const membersOf = ({ $ref, properties, anyOf, oneOf, allOf }: JsonMember): Record<string, JsonMember> => {
    const named = $ref === undefined ? [] : [document.$defs?.[$ref.replace('#/$defs/', '')] ?? {}]
    const parts = [named, anyOf, oneOf, allOf].flatMap((schemas) => schemas ?? [])
    return Object.assign({}, ...parts.map(membersOf), properties)
  }
  return membersOf(document)
}
