import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { insertFixes } from '#storage/fix/fix.ts'
import { saveClaim } from '#storage/issue/claim.ts'
import { moveIssues, refreshFamily } from '#storage/issue/family.ts'
import { type Verification, verifyDatabase } from '#storage/verify/verify-database.ts'
import { COLUMN_DAMAGE } from '../support/database/column-damage.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedOrg, seedProject } from '../support/database/seed.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'

const START = Date.UTC(2026, 10, 20, 10, 30)
const MINUTE = 60_000
/** Long enough for documents to share a dictionary. */
const LONG_NAME = 'WhichIsLong'.repeat(60)

const CASES = Object.entries(COLUMN_DAMAGE).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, damage]) =>
    'unseen' in damage ? [] : [{ table, column, ...damage }],
  ),
)

describeOn(ENGINES, 'errata verify names the damage of each column', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-columns-'))
  let database: Database

  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    database = await openDatabase({ dataDir, databaseUrl, threads: false, foreignKeys: false })
    const org = await seedOrg(database, 'Test')
    const project = await seedProject(database, org, 'shop')
    await seedMember(database, org.orgId)
    const feed = await PipelineFeed.start(database)
    const kinds = ['Single', 'Root', 'Child'].map((kind) => kind + LONG_NAME)
    for (const kind of kinds) await feed.send(project, eventsOf(kind))
    const giveUp = { reason: 'given up', keepsBody: true }
    const other = await PipelineFeed.start(database, { lane: 1, newIssuesPerHour: 0, giveUp })
    await other.send(project, [{ kind: 'Lost', at: START }])
    const scope = { db: database.queries, ...org }
    const [, root, child] = await database.queries.selectFrom('issue').select('id').orderBy('id').execute()
    await moveIssues(scope, [child!.id], { rootId: root!.id, now: START })
    await refreshFamily(scope, root!.id, START)
    const holder = { kind: 'user' as const, id: 'ada' }
    const by = { actor_kind: holder.kind, actor_id: holder.id }
    const times = { opened_at: START, fixed_at: START, watch_ms: MINUTE, check_at: START + MINUTE }
    await insertFixes(scope, [{ issue_id: root!.id, release: '1.0.1', ...by, ...times }])
    const message = { issue_id: root!.id, shape: 1, text: 'said before', seen_day: 1 }
    await database.queries
      .insertInto('issue_message')
      .values({ org_id: org.orgId, ...message })
      .execute()
    await saveClaim(scope, root!.id, { holder, claimedAt: START, expiresAt: START + MINUTE })
    if (databaseUrl !== null) await dropForeignKeys(databaseUrl)
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const undone = new Error('undone')
  /** What verify finds after a change of all rows of a table, which is undone. */
  async function foundAfter(statement: string, isDeep: boolean): Promise<Verification> {
    let found: Verification | undefined
    const change = database.transaction(async (tx) => {
      await sql.raw(statement).execute(tx)
      found = await verifyDatabase(tx, { isDeep })
      throw undone
    })
    await expect(change).rejects.toBe(undone)
    return found!
  }

  function statementOf(table: string, set: string): string {
    const isSqlite = database.dialect === 'sqlite'
    const bytes = isSqlite ? "x'000102'" : "'\\x000102'::bytea"
    const otherHash = isSqlite ? "CAST(user_hash || 'x' AS BLOB)" : "user_hash || '\\x78'::bytea"
    return `UPDATE ${table} SET ${set.replace(':bytes', bytes).replace(':otherHash', otherHash)}`
  }

  test.each([false, true])('nothing is named without damage (deep: %s)', async (isDeep) => {
    const { documents, differences } = await verifyDatabase(database.queries, { isDeep })
    expect(differences).toEqual([])
    expect(documents).toBe(isDeep ? 12 : 6)
  })

  test('a deep run names each document that cannot be read once', async () => {
    const { differences } = await foundAfter(statementOf('event_payload', 'data = :bytes'), true)
    const named = differences.filter(({ check }) => check === 'event.document').map(({ message }) => message)
    expect([named.length, new Set(named).size]).toEqual([12, 12])
  })

  test('every column of these tables is on the list', async () => {
    const tables = await database.queries.introspection.getTables()
    for (const [table, columns] of Object.entries(COLUMN_DAMAGE)) {
      const there = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
      expect(Object.keys(columns).sort(), table).toEqual(there.sort())
    }
  })

  test.each(CASES)('$table: $column', async ({ table, set, check, deep = false }) => {
    const { differences, differencesTotal } = await foundAfter(statementOf(table, set), deep)
    expect(differences.map((difference) => difference.check)).toContain(check)
    expect(differencesTotal).toBeGreaterThan(0)
  })
})

/** Four of a kind, of three people; received some time after they occurred. */
function eventsOf(kind: string): FedEvent[] {
  return [0, 1, 2, 3].map((n) => ({
    kind,
    at: START - n * 90 * MINUTE,
    receivedAt: START + MINUTE,
    sentAt: START + MINUTE,
    level: 'warning',
    release: `1.${n}`,
    environment: 'live',
    tags: { customer: `acme ${n % 2}` },
    user: n === 0 ? { username: 'ada' } : { id: `${n % 2}`, email: `${n}@example.com` },
    contexts: {
      browser: { name: 'Firefox', version: '140' },
      os: { name: 'Linux' },
      runtime: { name: 'CPython', version: '3.13' },
    },
  }))
}

async function seedMember(database: Database, orgId: number): Promise<void> {
  const user = { id: 'ada', email: 'ada@example.com', name: 'Ada', password_hash: null, created_at: START }
  await database.queries.insertInto('app_user').values(user).execute()
  const member = { org_id: orgId, user_id: 'ada', role: 'owner', created_at: START } as const
  await database.queries.insertInto('membership').values(member).execute()
}

/** PostgreSQL has no way to switch them off for a user who is no superuser. */
async function dropForeignKeys(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ text: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS text
    FROM pg_constraint WHERE contype = 'f'`)
  for (const { text } of rows) await client.query(text)
  await client.end()
}
