import { beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { sampleTenant } from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

interface Page {
  next_cursor: string | null
  [list: string]: { id: string }[] | string | null
}

describeOn(ENGINES, 'row keys are counted over all organizations, so nobody reads them', (engine) => {
  let client: ApiClient
  let stranger: ApiClient
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    const [mine, other] = [await sampleTenant(server), await sampleTenant(server)]
    client = mine.client
    stranger = other.client
  })

  it.each([
    ['audit-log', 'entries'],
    ['issues?window=90d', 'issues'],
  ])('a cursor of /%s says nothing, works for its organization, and for no other', async (path, list) => {
    const url = `/api/v1/${path}${path.includes('?') ? '&' : '?'}limit=1`
    const first = await client.get<Page>(url)
    const cursor = first.next_cursor!
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/audit|last_seen/)
    // The same state gives the same bytes.
    expect((await client.get<Page>(url)).next_cursor).toBe(cursor)
    const second = await client.get<Page>(`${url}&cursor=${cursor}`)
    const idsOf = (page: Page) => (page[list] as { id: string }[]).map(({ id }) => id)
    expect(idsOf(second)).toHaveLength(1)
    expect(idsOf(second)).not.toEqual(idsOf(first))
    const made = Buffer.from('["audit",3,3]').toString('base64url')
    for (const [by, sent] of [
      [stranger, cursor],
      // Not the last character: some of its bits may mean nothing.
      [client, `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`],
      [client, made],
    ] as const) {
      const answer = await by.request<{ error: string }>('GET', `${url}&cursor=${sent}`)
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    }
  })

  it.each([
    ['audit-log', 'entries'],
    ['dead-letters', 'dead_letters'],
  ])('ids of /%s are not counters', async (path, list) => {
    const mine = (await client.get<Page>(`/api/v1/${path}`))[list] as { id: string }[]
    const theirs = (await stranger.get<Page>(`/api/v1/${path}`))[list] as { id: string }[]
    const ids = [...mine, ...theirs].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect((await client.get<Page>(`/api/v1/${path}`))[list]).toEqual(mine)
  })

  it('a dead letter is retried by its id, and by no number', async () => {
    const { dead_letters: letters } = await client.get<{ dead_letters: { id: string }[] }>(
      '/api/v1/dead-letters',
    )
    const retry = (id: string, by = client) => by.request('POST', `/api/v1/dead-letters/${id}/retry`)
    expect((await retry('1')).status).toBe(400)
    expect((await retry('0'.repeat(32))).status).toBe(404)
    expect((await retry(letters[0]!.id, stranger)).status).toBe(404)
    expect((await retry(letters[0]!.id)).status).toBe(200)
  })
})
