import { z } from 'zod'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { sessionCookieName } from './auth/session-cookie.ts'
import type { DescribedRoute, PublicCall } from './route.ts'

/** An OpenAPI 3.1 document; its own shape is the standard's. */
export const openApiAnswer = z.record(z.string(), z.unknown())

type JsonSchema = { [key: string]: unknown }
type Schemas = { [id: string]: JsonSchema }

/** GET /api/v1/openapi.json: what the route table and the contract's schemas say, in the standard's words. */
export async function getOpenApi(
  { services }: PublicCall,
  routes: readonly DescribedRoute[],
): Promise<Record<string, unknown>> {
  const schemas: Schemas = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operation(route, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Errata', version: '1', description: 'Times are ISO 8601 UTC.' },
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(services.config) },
        dsnHeader: { type: 'apiKey', in: 'header', name: 'X-Compat-Auth' },
        dsnQuery: { type: 'apiKey', in: 'query', name: 'compat_key' },
      },
    },
  }
}

/** Any one of the entries is enough. */
const SECURITY = { session: [{ session: [] }], dsn: [{ dsnHeader: [] }, { dsnQuery: [] }] }

function operation(route: DescribedRoute, schemas: Schemas): JsonSchema {
  const { params, query, body } = route.schemas
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.role && { description: `Role: ${route.role} or above.` }),
    ...(route.credential !== 'none' && { security: SECURITY[route.credential] }),
    parameters: [...parameters('path', params, schemas), ...parameters('query', query, schemas)],
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { [route.bodyType]: { schema: schemaOf(body, { io: 'input', schemas }) } },
      },
    }),
    responses: { [route.status]: success(route, schemas), ...failures(route, schemas) },
  }
}

/** `GET /api/v1/projects/{id}/dsn-keys` → `getProjectsIdDsnKeys`. */
function operationId({ method, path }: DescribedRoute): string {
  const words = path.replace('/api/v1', '').match(/[a-z0-9]+/gi) ?? []
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Schemas): JsonSchema[] {
  if (!schema) return []
  const object = schemaOf(schema, { io: 'input', schemas })
  const required = (object.required as string[] | undefined) ?? []
  return Object.entries(object.properties as Schemas).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }))
}

function success(route: DescribedRoute, schemas: Schemas): JsonSchema {
  const { answer } = route.schemas
  if (!answer) return { description: route.success }
  const schema = schemaOf(answer, { io: 'output', schemas })
  return { description: route.success, content: { [route.answerType]: { schema } } }
}

/** The error codes of a route by their status, each status with the sentences of its codes. */
function failures(route: DescribedRoute, schemas: Schemas): JsonSchema {
  const { params, query, body } = route.schemas
  const codes: ErrorCode[] = [
    ...(route.credential === 'session' ? (['unauthenticated', 'forbidden'] as const) : []),
    ...(route.credential !== 'dsn' && (params || query || body) ? (['invalid_request'] as const) : []),
    ...(route.credential !== 'dsn' && params ? (['not_found'] as const) : []),
    ...(route.credential !== 'dsn' && body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(route.method !== 'GET' && route.credential === 'none' ? (['forbidden'] as const) : []),
    ...route.errors,
    'internal',
  ]
  const content = jsonContent(schemaOf(problem, { io: 'output', schemas }))
  const answers: Record<number, { description: string; content: JsonSchema }> = {}
  for (const code of codes) {
    const { status, message } = ERRORS[code]
    const before = answers[status] ? `${answers[status].description} ` : ''
    answers[status] = { description: `${before}\`${code}\`: ${message}`, content }
  }
  return answers
}

function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}

/** The JSON Schema of a contract schema; the named ones in it move to the document's components. */
function schemaOf(
  schema: z.ZodType,
  { io, schemas }: { io: 'input' | 'output'; schemas: Schemas },
): JsonSchema {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [id, definition] of Object.entries($defs ?? {})) {
    schemas[id] = withComponentRefs(definition) as JsonSchema
  }
  return withComponentRefs(own) as JsonSchema
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
