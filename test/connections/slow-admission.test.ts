import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { WaitingClient } from '../support/client/waiting-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { startApiServer } from '../support/server/api-server.ts'

const BODY = '{"issue_ids":[]}'
/** Longer than a body may pause. */
const ADMISSION_MS = 7000
/** Less than that, more than the service's clock is off. */
const PAUSE_MS = 3500

describe.skipIf(postgresMissing)('a client whose credential takes long to judge', () => {
  test('is not late with a body that it was not told to send', async () => {
    const url = (await sharedDatabase())!
    const server = await startApiServer({ engine: { ...ENGINES[1]!, databaseUrl: async () => url } })
    const other = new Client({ connectionString: url })
    try {
      const cookie = await server.cookie(await server.newOwner())
      await other.connect()
      await other.query('BEGIN')
      await other.query('LOCK TABLE session IN ACCESS EXCLUSIVE MODE')
      const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
      const ask = { path: '/api/v1/issues/trends', headers, bytes: BODY.length }
      const patient = await WaitingClient.open(server.url, ask)
      const silent = await WaitingClient.open(server.url, ask)
      await sleep(ADMISSION_MS)
      expect([patient.statuses, silent.statuses]).toEqual([[], []])
      await other.query('ROLLBACK')
      expect([await patient.received(1), await silent.received(1)]).toEqual([[100], [100]])
      await sleep(PAUSE_MS)
      patient.send(BODY)
      expect(await patient.received(2)).toEqual([100, 200])
      // Told to send, it has as long as any client.
      expect(await silent.received(2, 5000)).toEqual([100, 408])
    } finally {
      await other.end()
      await server.close()
    }
  })
})
