import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingestRoutes } from '#http/ingest-routes.ts'
import type { DescribedRoute } from '#http/route.ts'
import { apiRoutes } from '#http/routes.ts'
import { ApiClient } from '../support/api-client.ts'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { startIngestServer } from '../support/ingest-server.ts'

interface Operation {
  operationId: string
  summary: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

describe('`GET /api/v1/openapi.json`', () => {
  let server: ApiServer
  let document: OpenApi
  let operations: Operation[]
  beforeAll(async () => {
    server = await startApiServer()
    document = await new ApiClient(server.url).get('/api/v1/openapi.json')
    operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  })
  afterAll(() => server.close())

  it('is OpenAPI 3.1 and names every route of the table', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const routes: DescribedRoute[] = [...apiRoutes(), ...ingestRoutes()]
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
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

  it('refers only to schemas that it holds', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of refs) {
      const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1]
      expect(document.components.schemas, ref).toHaveProperty([name ?? ''])
    }
  })

  it('says what each route can refuse, with the error body', () => {
    for (const operation of operations) {
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
      expect(refusals.map(([status]) => status)).toContain('500')
      if (JSON.stringify(operation.security)?.includes('session'))
        expect(refusals.map(([status]) => status)).toEqual(expect.arrayContaining(['401', '403']))
      for (const [, { content, description }] of refusals) {
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' })
        expect(description).toMatch(/^`\w+`: /)
      }
    }
  })

  it('shows the query of the issue list with its defaults and bounds', () => {
    const parameters = document.paths['/api/v1/issues']!.get!.parameters
    expect(parameters.every(({ required }) => !required)).toBe(true)
    const schema = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
    expect(schema('window')).toMatchObject({ default: '7d', enum: ['24h', '7d', '14d', '30d', '90d'] })
    expect(schema('limit')).toMatchObject({ type: 'integer', default: 100, minimum: 1, maximum: 500 })
  })

  it('describes only ingest routes that are served', async () => {
    const ingest = await startIngestServer()
    try {
      for (const { path } of ingestRoutes()) {
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
