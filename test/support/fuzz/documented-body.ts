import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema, OpenApi } from '#http/description/open-api.ts'

/** What is wrong with a value by a schema of the description; null if nothing is. */
export type BodyJudge = (schema: JsonSchema, value: unknown) => string | null

const BASE = 'description:/'

/** Judges values by the JSON Schemas of a description as any client would, references resolved within it. */
export function documentedBody(document: OpenApi): BodyJudge {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: BASE, components: document.components })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const compile = (schema: JsonSchema) => {
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${BASE}#/`)
    return ajv.compile(JSON.parse(absolute) as object)
  }
  return (schema, value) => {
    const validate = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
}
