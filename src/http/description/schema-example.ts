import { resolveSchema } from './describe-schema.ts'
import type { JsonSchema, JsonSchemas } from './open-api.ts'

const BY_FORMAT: Record<string, string> = {
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  'date-time': '2026-11-20T10:00:00.000Z',
}

const PASSWORD = 'a phrase of some length'

const BY_NAME: Record<string, string> = {
  browser_name: 'Firefox',
  body: 'Seen since the last deploy.',
  comments: 'It broke when I paid.',
  culprit: 'checkout in cart.js',
  current_password: PASSWORD,
  email: 'ada@example.com',
  environment: 'production',
  exception_type: 'TypeError',
  first_release: 'shop@1.4.0',
  ip: '203.0.113.7',
  label: 'release bot',
  mode: 'hours',
  name: 'Ada',
  new_password: 'another phrase of some length',
  organization: 'Acme',
  password: PASSWORD,
  platform: 'javascript',
  public_key: '4f1c2ab09d5e47d8a1b2c3d4e5f60718',
  release: 'shop@1.4.2',
  resolved_in_release: 'shop@1.4.2',
  role: 'member',
  slug: 'shop',
  status: 'resolved',
  title: "TypeError: can't read properties of undefined",
  user_email: 'grace@example.com',
}

/** Its own example, default or first word, with every known field; lists get one element, choices the first
 * alternative. `name` is the field's. */
export function exampleOf(schema: JsonSchema, schemas: JsonSchemas, name = ''): unknown {
  const own = resolveSchema(schema, schemas)
  const given = [schema, own].flatMap(({ examples }) => (Array.isArray(examples) ? examples.slice(0, 1) : []))
  if (given.length > 0) return given[0]
  if (own.default !== undefined) return own.default
  if (own.const !== undefined) return own.const
  if (Array.isArray(own.enum)) return own.enum.includes(BY_NAME[name]) ? BY_NAME[name] : own.enum[0]
  const choices = (own.anyOf ?? own.oneOf) as JsonSchema[] | undefined
  return choices ? exampleOf(choices[0]!, schemas, name) : exampleOfType(own, schemas, name)
}

function exampleOfType(schema: JsonSchema, schemas: JsonSchemas, name: string): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return exampleObject(schema, schemas)
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items as JsonSchema, schemas)]
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return BY_FORMAT[String(schema.format)] ?? BY_NAME[name] ?? 'text'
  }
}

function exampleObject(schema: JsonSchema, schemas: JsonSchemas): unknown {
  const properties = Object.entries((schema.properties ?? {}) as JsonSchemas)
  return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, schemas, name)]))
}
