import type { z } from 'zod'

type Standard = z.ZodObject['~standard']
type Convert = Standard['jsonSchema']['input']

/** A tool's schema, listed without `$schema`: the dialect is the protocol's own, and agents pay for each mention. */
export function listedSchema(schema: z.ZodObject): { '~standard': Standard } {
  const standard = schema['~standard']
  const { input, output } = standard.jsonSchema
  return { '~standard': { ...standard, jsonSchema: { input: plain(input), output: plain(output) } } }
}

function plain(convert: Convert): Convert {
  return (options) => {
    const { $schema, ...rest } = convert(options)
    return rest
  }
}
