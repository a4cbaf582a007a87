import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#storage/database.ts'
import { ENGINES } from './support/engines.ts'
import {
  looseTables,
  mixedIndexes,
  reachesBeyondScopes,
  type TenantTable,
  unscopedFunctions,
} from './support/tenant-rules.ts'
import { tenantTables } from './support/tenant-tables.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Shares the row key of its event, which the service chooses; a second key of a million rows would buy nothing. */
const LOOSE = ['event_payload (seq) → event', 'event_payload has no key with its organization']
/** For questions that come before any organization is known, and for the service's own rounds. */
const MIXED = [
  'issue.issue_snooze_due (snooze_until)',
  'membership.membership_user (user_id)',
  'session.session_of_user (user_id)',
]
/** Storage that asks without a scope, and why. */
const UNSCOPED: Record<string, string[]> = {
  // Who a caller is has to be known before any organization is.
  'caller.ts': ['*'],
  'credentials.ts': ['*'],
  'token-credential.ts': ['*'],
  'link-credential.ts': ['*'],
  // A batch of the pipeline spans organizations; each of its rows carries its own.
  'batch/': ['*'],
  'dead-letter.ts': ['insertDeadLetters'],
  'bulk-write.ts': ['bulkWrite'],
  // Names no table itself.
  'lock-rows.ts': ['lockRows'],
  // The service's own books and rounds.
  'consumer.ts': ['*'],
  'lease.ts': ['*'],
  'issue-hold.ts': ['listDueHolds'],
  'project-retention.ts': ['*'],
  'project-deletion.ts': ['listDeletedProjects'],
  'retention.ts': ['listRetentions'],
  'org.ts': ['*'],
  'row-security.ts': ['*'],
  'snapshot.ts': ['withSnapshot'],
  'verify/': ['*'],
}
/** Where what sees every organization is used: to find out who calls, and for the service's own rounds. */
const BEYOND_SCOPES = [
  'src/app.ts',
  'src/cli/',
  'src/http/api/live-streams.ts',
  'src/http/auth/authenticate.ts',
  'src/http/auth/create-organization.ts',
  'src/http/auth/login-throttle.ts',
  'src/http/auth/login.ts',
  'src/http/auth/note-throttled-login.ts',
  'src/http/auth/password-reset.ts',
  'src/http/auth/require-link.ts',
  'src/http/auth/setup.ts',
  'src/http/auth/start-session.ts',
  'src/http/ingest/note-refusal.ts',
  'src/http/ingest/register-ingest.ts',
  'src/ingest/authenticate-dsn.ts',
  'src/pipeline/',
  'src/storage/',
  'src/triage/end-snoozes.ts',
  'src/triage/retention.ts',
  'src/triage/retry-dead-letter.ts',
  'src/triage/sweep-deleted.ts',
  'src/triage/upkeep.ts',
]

describe.each(ENGINES)('the schema, on $name', (engine) => {
  describe.skipIf(engine.missing)('', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-schema-'))
    let database: Database
    let tables: TenantTable[]
    beforeAll(async () => {
      database = await openDatabase({ dataDir, databaseUrl: await engine.databaseUrl(), threads: false })
      tables = await tenantTables(database)
    })
    afterAll(async () => {
      await database?.close()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('was read', () => {
      expect(tables.length).toBeGreaterThan(20)
      expect(tables.find(({ name }) => name === 'issue_hour')).toMatchObject({
        primaryKey: ['org_id', 'issue_id', 'hour'],
        references: [{ columns: ['org_id', 'issue_id'], table: 'issue', targets: ['org_id', 'id'] }],
      })
    })

    it('composite keys with `org_id`: no row can refer to one of another organization', () => {
      expect(looseTables(tables).sort()).toEqual(LOOSE)
    })

    it('`org_id` leads every index', () => {
      expect(mixedIndexes(tables).sort()).toEqual(MIXED)
    })
  })
})

describe('the code', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

  it('`OrgScope` on every storage function', () => {
    const unscoped = files
      .filter(({ path }) => path.startsWith('src/storage/'))
      .flatMap(({ path, text }) => unscopedFunctions(path, text).map((name) => [path, name] as const))
      .filter(([path, name]) => !isAllowed(path.slice('src/storage/'.length), name))
    expect(unscoped).toEqual([])
  })

  it('what sees every organization is used in few places', () => {
    const reaching = files
      .filter(({ text }) => reachesBeyondScopes(text))
      .map(({ path }) => path)
      .filter((path) => !BEYOND_SCOPES.some((known) => path.startsWith(known)))
    expect(reaching).toEqual([])
  })
})

function isAllowed(path: string, name: string): boolean {
  return Object.entries(UNSCOPED).some(
    ([file, names]) =>
      (path === file || (file.endsWith('/') && path.startsWith(file))) &&
      (names.includes('*') || names.includes(name)),
  )
}

describe('the rules notice', () => {
  const table: TenantTable = { name: 'note', primaryKey: ['id'], references: [], indexes: [] }
  const issue: TenantTable = { ...table, name: 'issue', primaryKey: ['org_id', 'id'] }
  const toIssue = (columns: string[], targets: string[]) => ({
    ...table,
    references: [{ columns, table: 'issue', targets }],
  })

  it('keys without the organization', () => {
    expect(looseTables([table])).toHaveLength(1)
    expect(looseTables([issue, toIssue(['issue_id'], ['id'])])).toHaveLength(2)
    expect(looseTables([issue, toIssue(['org_id', 'issue_id'], ['org_id', 'id'])])).toEqual([])
    expect(mixedIndexes([{ ...table, indexes: [{ name: 'a', columns: ['at', 'org_id'] }] }])).toHaveLength(1)
  })

  it.each([
    ['export function f(db: Queries) { return db }', ['f']],
    ['export async function f(id: number, scope: OrgScope) { return scope.orgId }', ['f']],
    ['export function f({ db }: { db: Queries }) { return db }', ['f']],
    ['export function f(scope: OrgScope) { return scope.db }', ['f']],
    ["export function f(scope: Pick<OrgScope, 'db'>) { return scope.db }", ['f']],
    ['export function f(scope: OrgScope) { return scope.db.where(scope.orgId) }', []],
    ['export function f(scope: OrgScope) { return g(scope) }', []],
    ["export function f(scope: Pick<OrgScope, 'db' | 'orgId'>) { return scope.orgId }", []],
    ['function f(db: Queries) { return db }', []],
    ['export function f(name: string) { return name }', []],
  ])('a storage function without a scope: %s', (text, names) => {
    expect(unscopedFunctions('a.ts', text)).toEqual(names)
  })

  it('code that reaches for every organization', () => {
    expect(reachesBeyondScopes('find(services.database.queries)')).toBe(true)
    expect(reachesBeyondScopes('const { queries } = deps.database')).toBe(true)
    expect(reachesBeyondScopes('this.#database.transaction((tx) => f(tx))')).toBe(true)
    expect(reachesBeyondScopes('database.scope(org)')).toBe(false)
  })
})
