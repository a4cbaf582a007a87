import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { AGENT_TOKEN, wrongFields } from '../support/rules/interface-fields.ts'

/*
 * Creating, listing and revoking tokens. What is kept of a secret, last use, the creator's role: agent-tokens; rate
 * windows: agent-limits; what each scope opens: credentials, access-matrix.
 */

const TOKENS = '/api/v1/agent-tokens'
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

interface Token {
  id: string
  token: string
  token_prefix: string
  scopes: string[]
  label: string
}

describe('Agent tokens (session; Admin or Owner)', () => {
  const clients: Record<string, ApiClient> = {}
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    clients.owner = journey.client
    for (const role of ['admin', 'member']) clients[role] = (await journey.member(role)).client
  })

  it.each(['owner', 'admin'])('%s: creates, lists, revokes, and the token works until then', async (role) => {
    const by = clients[role]!
    const body = { label: `of ${role}`, scopes: ['read:agent', 'write:triage'] }
    const made = await by.request<{ token: Token }>('POST', TOKENS, body)
    expect(made.status).toBe(201)
    expect(Object.keys(made.body)).toEqual(['token'])
    const { token } = made.body
    expect(wrongFields(token, { ...AGENT_TOKEN, token: 'string' })).toEqual([])
    expect(token).toMatchObject(body)
    expect(token.token).toMatch(/^svc_pat_[0-9A-Za-z]{40}$/)
    expect(token.token_prefix).toBe(token.token.slice(0, 'svc_pat_'.length + 8))

    const listed = await by.request<{ tokens: Token[] }>('GET', TOKENS)
    expect(listed.status).toBe(200)
    expect(listed.body.tokens.find(({ id }) => id === token.id)).toMatchObject(body)
    expect(JSON.stringify(listed.body)).not.toContain(token.token)
    expect(listed.body.tokens.every((one) => !('token' in one) && !('token_hash' in one))).toBe(true)

    const headers = { authorization: `Bearer ${token.token}` }
    const whoami = () => journey.raw({ method: 'GET', path: '/api/v1/agent/whoami', headers })
    expect(await whoami()).toMatchObject({ status: 200, json: { scopes: body.scopes } })
    const revoke = () => by.request('POST', `${TOKENS}/${token.id}/revoke`)
    expect(await revoke()).toMatchObject({ status: 200, body: { revoked: true } })
    expect(await whoami()).toMatchObject({ status: 401, json: { error: 'unauthenticated' } })
    expect(await revoke()).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  it('a Member gets no access', async () => {
    const { id } = await journey.token(['read:agent'])
    const by = clients.member!
    expect(await journey.refusal('GET', TOKENS, { by })).toEqual([403, 'forbidden'])
    const body = { label: 'x', scopes: ['read:agent'] }
    expect(await journey.refusal('POST', TOKENS, { by, body })).toEqual([403, 'forbidden'])
    expect(await journey.refusal('POST', TOKENS, { by, body: {} })).toEqual([403, 'forbidden'])
    expect(await journey.refusal('POST', `${TOKENS}/${id}/revoke`, { by })).toEqual([403, 'forbidden'])
    expect(await journey.refusal('POST', `${TOKENS}/${UNKNOWN}/revoke`, { by })).toEqual([403, 'forbidden'])
  })

  it.each([
    [undefined],
    [{}],
    [{ label: 'x' }],
    [{ scopes: ['read:agent'] }],
    [{ label: '', scopes: ['read:agent'] }],
    [{ label: 1, scopes: ['read:agent'] }],
    [{ label: 'x', scopes: [] }],
    [{ label: 'x', scopes: 'read:agent' }],
    [{ label: 'x', scopes: ['read:everything'] }],
    [{ label: 'x', scopes: ['read:agent', 'READ:AGENT'] }],
    [{ label: 'x', scopes: [null] }],
  ])('what is no `{ label: string, scopes: [string] }` is 400: %j', async (body) => {
    expect(await journey.refusal('POST', TOKENS, { body })).toEqual([400, 'invalid_request'])
  })

  it('revoke: a malformed id is 400, an unknown one 404, a body of any kind is ignored', async () => {
    expect(await journey.refusal('POST', `${TOKENS}/x/revoke`)).toEqual([400, 'invalid_request'])
    expect(await journey.refusal('POST', `${TOKENS}/${UNKNOWN}/revoke`)).toEqual([404, 'not_found'])
    const { id } = await journey.token(['read:agent'])
    const path = `${TOKENS}/${id.toUpperCase()}/revoke`
    expect(await journey.refusal('POST', path, { body: { unheard: 'of' } })).toEqual([200, undefined])
  })

  it('a token neither makes, lists nor revokes tokens, whatever its scopes', async () => {
    const all = ['read:agent', 'write:triage', 'write:admin']
    const { id, client: by } = await journey.token(all)
    const body = { label: 'x', scopes: ['read:agent'] }
    expect(await journey.refusal('GET', TOKENS, { by })).toEqual([401, 'unauthenticated'])
    expect(await journey.refusal('POST', TOKENS, { by, body })).toEqual([401, 'unauthenticated'])
    expect(await journey.refusal('POST', `${TOKENS}/${id}/revoke`, { by })).toEqual([401, 'unauthenticated'])
    const { client: less } = await journey.token(all.slice(0, 2))
    expect(await journey.refusal('GET', TOKENS, { by: less })).toEqual([403, 'forbidden'])
    expect(await journey.refusal('POST', TOKENS, { by: less, body })).toEqual([403, 'forbidden'])
  })
})
