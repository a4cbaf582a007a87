import { resolveSchema } from '../description/describe-schema.ts'
import type { JsonSchemas, Operation } from '../description/open-api.ts'
import { exampleOf } from '../description/schema-example.ts'

export const ORIGIN_MARK = '{{origin}}'

export interface AddressedOperation {
  method: string
  path: string
  operation: Operation
}

/** A command that calls an operation, with `ORIGIN_MARK` for the address of the service. */
export function curlExample({ method, path, operation }: AddressedOperation, schemas: JsonSchemas): string {
  const words = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(address(path, operation, schemas))}`,
  ]
  words.push(...credential(operation), ...bodyOf(operation))
  return words.join(' \\\n  ')
}

function address(path: string, { parameters }: Operation, schemas: JsonSchemas): string {
  const examples: Record<string, string> = { project: '1', version: 'shop@1.4.2' }
  const encodedExample = (name: string, schema: Operation['parameters'][number]['schema']) =>
    encodeURIComponent(examples[name] ?? String(exampleOf(resolveSchema(schema, schemas), schemas, name)))
  let filled = path
  const query: string[] = []
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, encodedExample(name, schema))
    else if (required) query.push(`${name}=${encodedExample(name, schema)}`)
  }
  return `${ORIGIN_MARK}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function credential({ security }: Operation): string[] {
  const has = (name: string) => security.some((entry) => name in entry)
  if (has('token')) return [`-H 'Authorization: Bearer svc_pat_…'`]
  if (has('session')) return [`-b 'Svc.sid=…'`]
  return has('dsnHeader') ? [`-H 'X-Compat-Auth: Compat compat_version=7, compat_key=…'`] : []
}

function bodyOf({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return []
  if (type === 'multipart/form-data') return ['-F file=@app.js.map', `-F 'name=~/app.js.map'`]
  if (media?.example === undefined) return [`-H 'Content-Type: ${type}'`, '--data-binary @event.txt']
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(media.example))}`]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
