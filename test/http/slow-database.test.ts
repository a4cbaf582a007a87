import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Engine } from '../support/database/engines.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { startApiServer } from '../support/server/api-server.ts'

describe.skipIf(postgresMissing)('a query that PostgreSQL cancels', () => {
  test('is answered 503, and says that it took too long and nothing about a disk', async () => {
    const url = (await sharedDatabase())!
    const limited = `${url}${url.includes('?') ? '&' : '?'}options=-c%20statement_timeout%3D1000`
    const engine: Engine = { name: 'PostgreSQL', missing: null, databaseUrl: async () => limited }
    const server = await startApiServer({ engine })
    const other = new Client({ connectionString: url })
    try {
      const client = await server.signIn(await server.newOwner())
      await other.connect()
      await other.query('BEGIN')
      await other.query('LOCK TABLE issue IN ACCESS EXCLUSIVE MODE')
      const answer = await client.request<{ error: string; message: string }>('GET', '/api/v1/issues')
      expect([answer.status, answer.body.error]).toEqual([503, 'query_too_slow'])
      expect(answer.body.message).toMatch(/took too long/)
      expect(answer.body.message).not.toMatch(/disk/)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      await other.query('ROLLBACK')
      expect((await client.request('GET', '/api/v1/issues')).status).toBe(200)
    } finally {
      await other.end()
      await server.close()
    }
  })
})
