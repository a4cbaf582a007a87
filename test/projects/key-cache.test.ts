import { hash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DsnAuthenticator } from '#ingest/admission/authenticate-dsn.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'

const SECOND = 1000
const dataDir = mkdtempSync(join(tmpdir(), 'errata-keys-'))

describe('the DSN keys that ingest remembers', () => {
  let database: Database
  let project: SeedProject
  let authenticator: DsnAuthenticator
  let now: number
  /** How often the database was asked for a key. */
  let lookups: number
  /** Runs while the database is asked. */
  let duringLookup: () => void

  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(() => {
    now = Date.UTC(2026, 10, 20)
    lookups = 0
    duringLookup = () => {}
    const asked = {
      get queries() {
        lookups += 1
        // After the query was sent, and before its answer arrives.
        queueMicrotask(duringLookup)
        return database.queries
      },
      serviceScope: database.serviceScope.bind(database),
    }
    authenticator = new DsnAuthenticator({
      database: asked,
      clock: () => now,
      onError: (error) => {
        throw error
      },
    })
  })

  async function newKey(publicKey = randomBytes(16).toString('hex')): Promise<string> {
    await database.queries
      .insertInto('dsn_key')
      .values({
        id: randomUUID(),
        org_id: project.orgId,
        project_id: project.projectId,
        label: 'test',
        public_key: publicKey,
        secret_hash: hash('sha256', 'secret', 'buffer'),
        created_at: now,
      })
      .execute()
    return publicKey
  }
  const revoke = (publicKey: string) =>
    database.queries
      .updateTable('dsn_key')
      .set({ revoked_at: now })
      .where('public_key', '=', publicKey)
      .execute()
  /** `accepted`, or the code of the refusal. */
  const answer = async (publicKey: string): Promise<string> => {
    const credentials = { dialect: 'sentry', publicKey, secret: null } as const
    try {
      await authenticator.authenticate(credentials, project.projectUid)
      return 'accepted'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it('one that another node revokes is refused after a second', async () => {
    const key = await newKey()
    expect(await answer(key)).toBe('accepted')
    await revoke(key)
    now += SECOND - 1
    expect(await answer(key)).toBe('accepted')
    now += 1
    expect(await answer(key)).toBe('dsn_revoked')
  })

  it('one that is not known is known a second after it was made', async () => {
    const key = randomBytes(16).toString('hex')
    expect(await answer(key)).toBe('invalid_dsn')
    await newKey(key)
    expect(await answer(key)).toBe('invalid_dsn')
    now += SECOND
    expect(await answer(key)).toBe('accepted')
  })

  it('a clock that is set back prolongs nothing', async () => {
    const key = await newKey()
    await answer(key)
    await revoke(key)
    now -= 1
    expect(await answer(key)).toBe('dsn_revoked')
  })

  it('the database is asked once for many requests at once, and not again within the second', async () => {
    const key = await newKey()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => answer(key))))).toEqual(
      new Set(['accepted']),
    )
    expect(await answer(key)).toBe('accepted')
    expect(lookups).toBe(1)
  })

  it('one that changes here is looked up again at once, also if a lookup is under way', async () => {
    const key = await newKey()
    duringLookup = () => authenticator.forget(key)
    await answer(key)
    duringLookup = () => {}
    await revoke(key)
    expect(await answer(key)).toBe('dsn_revoked')
    await database.queries.updateTable('dsn_key').set({ revoked_at: null }).execute()
    authenticator.forget(key)
    expect(await answer(key)).toBe('accepted')
  })

  it('nothing is asked for a key that cannot be one', async () => {
    expect(await answer('x'.repeat(32))).toBe('invalid_dsn')
    expect(lookups).toBe(0)
  })
})
