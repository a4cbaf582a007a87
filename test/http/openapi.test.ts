import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, statusesOf } from '#contract/errors.ts'
import type { OpenApi, Operation } from '#http/description/open-api.ts'
import { INGEST_ROUTES } from '#http/routes/ingest.ts'
import type { DescribedRoute } from '#http/routes/route.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { SERVICE_ROUTES } from '#http/routes/service.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { documentedBody } from '../support/fuzz/documented-body.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'
import { startIngestServer } from '../support/server/ingest-server.ts'

describe('`GET /api/v1/openapi.json`', () => {
  let document: OpenApi
  let operations: Operation[]
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    document = await new ApiClient(server.url).get('/api/v1/openapi.json')
    operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  })

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true })
  })

  it('names every route of the table', () => {
    const routes: DescribedRoute[] = [...apiRoutes(), ...INGEST_ROUTES, ...SERVICE_ROUTES]
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it('takes ids in upper case, as the routes do', async () => {
    const id = '0F8FAD5B-D9CB-469F-A165-70867728950E'
    const { parameters } = document.paths['/api/v1/issues/{id}']!.get!
    const { pattern } = parameters!.find(({ name }) => name === 'id')!.schema as { pattern: string }
    expect(id).toMatch(new RegExp(pattern))
    const client = await server.signIn(await server.newOwner())
    expect((await client.request('GET', `/api/v1/issues/${id}`)).status).toBe(404)
  })

  it('has operation ids of their own, and every path parameter', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods)) {
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => name)).toEqual(named)
        expect(inPath.every(({ required }) => required)).toBe(true)
      }
    }
  })

  it('refers only to schemas and headers that it holds', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of new Set(refs)) {
      const [, part, name] = /^#\/components\/(schemas|headers)\/(.+)$/.exec(ref) ?? []
      expect(document.components[part as 'schemas'], ref).toHaveProperty([name ?? ''])
    }
  })

  it('says what each route can refuse, with the error body', () => {
    for (const operation of operations) {
      const refusals = Object.entries(operation.responses).filter((entry) => entry[1]['x-error-codes'])
      expect(refusals.map(([status]) => status)).toContain('500')
      if (JSON.stringify(operation.security)?.includes('session'))
        expect(refusals.map(([status]) => status)).toEqual(expect.arrayContaining(['401', '403']))
      for (const [, { content, description }] of refusals) {
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' })
        expect(description).toMatch(/^`\w+`: /)
      }
    }
  })

  it('names the codes of each refusal, each under its status', () => {
    for (const operation of operations) {
      for (const [status, { 'x-error-codes': codes }] of Object.entries(operation.responses)) {
        for (const code of codes ?? []) expect(statusesOf(code as ErrorCode)).toContain(Number(status))
      }
    }
    const codesOf = (method: string, path: string, status: number) =>
      document.paths[path]?.[method]?.responses[status]?.['x-error-codes']
    expect(codesOf('post', '/api/{project}/envelope/', 403)).toEqual([
      'dsn_revoked',
      'project_mismatch',
      'forbidden',
      'ingest_cap_exceeded',
      'feedback_cap_exceeded',
    ])
    // Stock SDKs get another status for a reached cap.
    expect(codesOf('post', '/api/{project}/store/', 429)).toEqual([
      'ingest_cap_exceeded',
      'rate_limit_exceeded',
    ])
    expect(codesOf('post', '/api/v1/projects/{id}/test-event', 429)).toEqual(['rate_limit_exceeded'])
    expect(codesOf('post', '/api/v1/members', 409)).toEqual(['conflict'])
    expect(codesOf('get', '/api/v1/issues', 404)).toEqual(['not_found'])
    expect(codesOf('post', '/api/v1/auth/logout', 415)).toEqual(['unsupported_media_type'])
  })

  it('says which headers come with an answer', () => {
    const headersOf = (method: string, path: string, status: number) =>
      Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {})
    expect(headersOf('get', '/api/v1/issues', 429)).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    )
    expect(headersOf('post', '/api/v1/auth/login', 204)).toContain('Set-Cookie')
    expect(headersOf('post', '/api/{project}/store/', 503)).toContain('Retry-After')
    expect(headersOf('post', '/api/{project}/store/', 403)).toContain('X-Sentry-Rate-Limits')
  })

  it('has examples that its own schemas take, and bodies that the service takes', () => {
    const judge = documentedBody(document)
    let examples = 0
    for (const { requestBody, responses } of operations) {
      for (const { content } of [requestBody, ...Object.values(responses)].filter(
        (part) => part !== undefined,
      )) {
        for (const { schema, example } of Object.values(content ?? {})) {
          if (example === undefined) continue
          examples += 1
          expect(judge(schema, example)).toBeNull()
        }
      }
    }
    expect(examples).toBeGreaterThan(80)
    for (const { method, path, schemas, bodyType } of apiRoutes().filter((route) => route.schemas.body)) {
      const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content[bodyType]?.example
      expect(schemas.body?.safeParse(body).error, `${method} ${path}`).toBeUndefined()
    }
  })

  it('groups every route under a tag that it explains', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags))
  })

  it('shows the query of the issue list with its defaults and bounds', () => {
    const parameters = document.paths['/api/v1/issues']!.get!.parameters
    expect(parameters.every(({ required }) => !required)).toBe(true)
    const schema = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
    expect(schema('window')).toMatchObject({ default: '7d', enum: ['24h', '7d', '14d', '30d', '90d'] })
    expect(schema('limit')).toMatchObject({ type: 'integer', default: 100, minimum: 1, maximum: 500 })
  })

  it('says of each route which role and scope it asks for, and by which credentials', () => {
    const of = (method: string, path: string) => {
      const { description, security } = document.paths[`/api/v1/${path}`]![method]!
      return [description, security]
    }
    const byToken = (scope: string) => [{ session: [] }, { token: [scope] }]
    expect(of('get', 'issues')).toEqual([
      'Role: member or above. Token scope: read:agent.',
      byToken('read:agent'),
    ])
    expect(of('delete', 'projects/{id}')).toEqual([
      'Role: owner. Token scope: write:admin.',
      byToken('write:admin'),
    ])
    expect(of('post', 'agent-tokens')).toEqual(['Role: admin or above. Sessions only.', [{ session: [] }]])
    expect(of('get', 'agent/whoami')).toEqual([
      'Role: member or above. Token scope: read:agent. Tokens only.',
      [{ token: ['read:agent'] }],
    ])
    expect(of('post', 'auth/login')).toEqual([undefined, []])
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('describes only ingest routes that are served', async () => {
    const ingest = await startIngestServer()
    try {
      for (const { path } of INGEST_ROUTES) {
        const url = ingest.url + path.replace('{project}', '1').replace('{version}', '1.0')
        const answer = await fetch(url, { method: 'POST' })
        expect([answer.status, await answer.json()], path).toMatchObject([401, { error: 'invalid_dsn' }])
      }
    } finally {
      await ingest.close()
    }
  })

  it('shows what a body needs', () => {
    const post = document.paths['/api/v1/projects']!.post!
    expect(post.requestBody?.required).toBe(true)
    expect(post.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/NewProject',
    })
    expect(document.components.schemas.NewProject).toMatchObject({ type: 'object', required: ['name'] })
    expect(document.paths['/api/v1/projects/{id}/dsn-keys']!.post!.requestBody?.required).toBe(false)
  })
})
