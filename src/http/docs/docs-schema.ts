import type { JsonSchema, JsonSchemas } from '../description/open-api.ts'
import { type Html, html } from './html.ts'

/** A schema as one type: `string`, `"a" | "b"`, `Issue[]`, with a link to each named schema. */
export function schemaType(schema: JsonSchema): Html {
  if (typeof schema.$ref === 'string') return schemaLink(schema.$ref.split('/').at(-1)!)
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum)) return joined(schema.enum.map((word) => html`${JSON.stringify(word)}`))
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return joined(choices.map(schemaType))
  if (schema.type === 'array') return html`${schemaType((schema.items ?? {}) as JsonSchema)}[]`
  return html`${String(schema.type ?? 'any')}${schema.format === undefined ? '' : ` (${schema.format})`}`
}

/** The fields of an object, those of nested objects and lists below them; null if a schema has none. */
export function schemaFields(schema: JsonSchema): Html | null {
  const rows = fieldRows(schema, '')
  if (rows.length === 0) return null
  return html`<table class="fields"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
    <tbody>${rows}</tbody></table>`
}

export function schemaNotes(schema: JsonSchema, description?: unknown): string {
  const text = description ?? schema.description
  const notes = [
    text === undefined ? '' : String(text),
    boundsOf('', schema.minimum, schema.maximum),
    boundsOf('characters', schema.minLength, schema.maxLength),
    boundsOf('elements', schema.minItems, schema.maxItems),
    schema.default === undefined || schema.default === ''
      ? ''
      : `Default: ${JSON.stringify(schema.default)}.`,
  ]
  return notes.filter(Boolean).join(' ')
}

function fieldRows(schema: JsonSchema, prefix: string): Html[] {
  if (schema.type === 'array') return fieldRows((schema.items ?? {}) as JsonSchema, `${prefix}[]`)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return choices.flatMap((choice) => fieldRows(choice, prefix))
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as JsonSchemas).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const optional = required.includes(name) ? null : html` <small>optional</small>`
    const nested = fieldRows(property, path)
    const type = nested.length > 0 && property.type === 'object' ? html`object` : schemaType(property)
    const row = html`<tr><td><code>${path}</code>${optional}</td><td>${type}</td>
      <td>${schemaNotes(property)}</td></tr>`
    return [row, ...nested]
  })
}

function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`
}

function joined(parts: Html[]): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [html` | `, part]))}`
}

function boundsOf(unit: string, min: unknown, max: unknown): string {
  const least = typeof min === 'number' && Math.abs(min) !== Number.MAX_SAFE_INTEGER ? min : undefined
  const most = typeof max === 'number' && max !== Number.MAX_SAFE_INTEGER ? max : undefined
  if (least === undefined && most === undefined) return ''
  const range =
    least === undefined ? `At most ${most}` : most === undefined ? `At least ${least}` : `${least} to ${most}`
  return `${range}${unit && ` ${unit}`}.`
}
