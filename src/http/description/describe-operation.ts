import type { z } from 'zod'
import { ERRORS, type ErrorCode, statusesOf } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { ACCESS, type AccessRule } from '#domain/access/permissions.ts'
import type { DescribedRoute } from '../routes/route.ts'
import { answerHeaders } from './answer-headers.ts'
import { describeSchema } from './describe-schema.ts'
import type { JsonSchemas, MediaType, Operation, OperationResponse, Parameter } from './open-api.ts'
import { routeErrors } from './route-errors.ts'
import { routeTag } from './route-tag.ts'
import { exampleOf } from './schema-example.ts'

/** One route in the words of OpenAPI; its named schemas are added to `schemas`. */
export function describeOperation(route: DescribedRoute, schemas: JsonSchemas): Operation {
  const { params, query } = route.schemas
  const description = accessSentence(route)
  return {
    operationId: operationId(route),
    tags: [routeTag(route)],
    summary: route.summary,
    ...(description !== null && { description }),
    security: securityOf(route),
    parameters: [...parameters('path', params, schemas), ...parameters('query', query, schemas)],
    ...requestBody(route, schemas),
    responses: { ...successes(route, schemas), ...failures(route, schemas) },
  }
}

/** `GET /api/v1/projects/{id}/dsn-keys` → `getProjectsIdDsnKeys`. */
function operationId({ method, path }: DescribedRoute): string {
  const words = path.replace('/api/v1', '').match(/[a-z0-9]+/gi) ?? []
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** The role and scope that a route needs, for a person: `Role: member or above. Token scope: read:agent.` */
function accessSentence({ credential, access }: DescribedRoute): string | null {
  if (access === null) return null
  const rule: AccessRule = ACCESS[access]
  const role = `Role: ${rule.role}${rule.role === 'owner' ? '' : ' or above'}.`
  if (rule.sessionOnly) return `${role} Sessions only.`
  return `${role} Token scope: ${rule.scope}.${credential === 'token' ? ' Tokens only.' : ''}`
}

function securityOf({ credential, access }: DescribedRoute): Record<string, string[]>[] {
  if (credential === 'dsn') return [{ dsnHeader: [] }, { dsnQuery: [] }]
  if (credential === 'none' || access === null) return []
  const rule: AccessRule = ACCESS[access]
  const token = { token: rule.scope === null ? [] : [rule.scope] }
  if (credential === 'token') return [token]
  return rule.sessionOnly ? [{ session: [] }] : [{ session: [] }, token]
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemas: JsonSchemas,
): Parameter[] {
  if (!schema) return []
  const object = describeSchema(schema, { io: 'input', schemas })
  const required = (object.required as string[] | undefined) ?? []
  return Object.entries(object.properties as JsonSchemas).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description: String(description) }),
    schema: property,
  }))
}

function requestBody(route: DescribedRoute, schemas: JsonSchemas): Pick<Operation, 'requestBody'> {
  const { body } = route.schemas
  if (!body) return {}
  const schema = describeSchema(body, { io: 'input', schemas })
  const example = route.bodyType === 'application/json' && { example: exampleOf(schema, schemas) }
  const required = !body.safeParse({}).success
  return { requestBody: { required, content: { [route.bodyType]: { schema, ...example } } } }
}

function successes(route: DescribedRoute, schemas: JsonSchemas): Record<string, OperationResponse> {
  const { answer } = route.schemas
  const main = { status: route.status, description: route.success, ...(answer && { answer }) }
  return Object.fromEntries(
    [main, ...route.otherAnswers].map(({ status, description, answer }) => [
      status,
      {
        description,
        headers: answerHeaders(route, []),
        ...(answer && { content: contentOf(route, answer, schemas) }),
      },
    ]),
  )
}

function contentOf(
  route: DescribedRoute,
  answer: z.ZodType,
  schemas: JsonSchemas,
): Record<string, MediaType> {
  const texts = route.textTypes.map((type) => [type, { schema: { type: 'string' } }] as const)
  return { [route.answerType]: answerContent(route, answer, schemas), ...Object.fromEntries(texts) }
}

function answerContent(route: DescribedRoute, answer: z.ZodType, schemas: JsonSchemas): MediaType {
  const schema = describeSchema(answer, { io: 'output', schemas })
  return { schema, ...(route.answerType === 'application/json' && { example: exampleOf(schema, schemas) }) }
}

/** The error codes of a route by their status, each status with the sentences of its codes. */
function failures(route: DescribedRoute, schemas: JsonSchemas): Record<string, OperationResponse> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of routeErrors(route)) {
    const [status, sdkStatus] = statusesOf(code)
    const statuses = route.credential === 'dsn' ? new Set([status, sdkStatus]) : [status]
    for (const each of statuses) byStatus.set(each, [...(byStatus.get(each) ?? []), code])
  }
  const schema = describeSchema(problem, { io: 'output', schemas })
  const answers = [...byStatus].map(([status, codes]) => {
    const described: OperationResponse = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
      headers: answerHeaders(route, codes),
      content: { 'application/json': { schema } },
      'x-error-codes': codes,
    }
    return [status, described] as const
  })
  return Object.fromEntries(answers)
}
