import { beforeAll, expect, it } from 'vitest'
import type { Route } from '#http/routes/route.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { addressOf, sampleRequest } from '../support/fuzz/route-samples.ts'
import { schemaMembers } from '../support/fuzz/schema-members.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type SampleIds, type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

/*
 * Every field of every query and body that takes a public id, found in the schemas, with ids of another organization in
 * a request that is otherwise one's own. Ids in paths and whole requests: access-matrix.
 */

interface Field {
  route: Route
  part: 'query' | 'body'
  name: string
  isList: boolean
}

/** What a caller may see of it: these name nothing, so any id is taken. */
const FREE_TEXT = new Set<string>(['GET /api/v1/audit-log'])

const fields = apiRoutes().flatMap((route) => [...fieldsOf(route, 'query'), ...fieldsOf(route, 'body')])
const named = fields.map(
  (field) => [`${addressOf(field.route)}: ${field.part} ${field.name}`, field] as const,
)

describeOn(ENGINES, 'ids of another organization in queries and bodies', (engine) => {
  let mine: SampleTenant
  let theirs: SampleTenant
  let agent: ApiClient
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    mine = await sampleTenant(server)
    theirs = await sampleTenant(server)
    const asked = { label: 'agent', scopes: ['read:agent', 'write:triage'] }
    const made = await mine.client.request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      asked,
    )
    agent = new ApiClient(server.url).withCredential({ authorization: `Bearer ${made.body.token.token}` })
  })

  it('finds the fields', () => {
    expect(named.length).toBeGreaterThan(15)
    expect(named.map(([name]) => name)).toContain('PATCH /api/v1/issues/{id}: body assignee_id')
  })

  it.each(named)('%s: nothing of it is read or changed', async (_name, field) => {
    const before = await dumpOrg(server.database, theirs.owner.orgId)
    for (const id of new Set([...Object.values(theirs.ids), theirs.owner.userId, theirs.orgUid])) {
      const { method, path, body } = requestWith(field, mine.ids, id)
      const client = field.route.credential === 'token' ? agent : mine.client
      const answer = await client.request(method, path, body)
      const text = JSON.stringify(answer.body) ?? ''
      const seen = theirs.marks.filter((mark) => text.includes(mark) && mark !== id)
      expect([id, answer.status < 500, seen]).toEqual([id, true, []])
    }
    expect(await dumpOrg(server.database, theirs.owner.orgId)).toEqual(before)
  })
})

/** One's own sample, with the id in the field. */
function requestWith({ route, part, name, isList }: Field, ids: SampleIds, id: string) {
  const own = sampleRequest(route, ids)
  if (part === 'body') return { ...own, body: { ...own.body, [name]: isList ? [id] : id } }
  const url = new URL(own.path, 'http://localhost')
  url.searchParams.set(name, id)
  return { ...own, path: url.pathname + url.search }
}

function fieldsOf(route: Route, part: Field['part']): Field[] {
  const schema = route.schemas[part]
  if (schema === undefined || FREE_TEXT.has(addressOf(route))) return []
  return Object.entries(schemaMembers(schema, 'input')).flatMap(([name, member]) => {
    const isId = JSON.stringify(member).includes('"format":"uuid"') || /(^|_)(id|event)$/.test(name)
    return isId ? [{ route, part, name, isList: member.type === 'array' }] : []
  })
}
