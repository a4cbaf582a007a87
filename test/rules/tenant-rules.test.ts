import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import {
  looseTables,
  mixedIndexes,
  reachesBeyondScopes,
  type TenantTable,
  unscopedFunctions,
} from '../support/rules/tenant-rules.ts'
import { tenantTables } from '../support/rules/tenant-tables.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Shares the row key of its event, which the service chooses; a second key of a million rows would buy nothing. */
const LOOSE = ['event_payload (seq) → event', 'event_payload has no key with its organization']
/** For questions that come before any organization is known, and for the service's own rounds. */
const MIXED = [
  'issue.issue_snooze_due (snooze_until)',
  'issue_fix.issue_fix_due (check_at)',
  'membership.membership_user (user_id)',
  'oidc_identity.oidc_identity_subject (issuer,subject)',
  'session.session_of_user (user_id)',
]
/** Storage that asks without a scope, and why. */
const UNSCOPED: Record<string, readonly string[]> = {
  // The caller has to be known before the organization.
  'account/caller.ts': ['selectCallers'],
  'account/credentials.ts': [
    'findSession',
    'findUserByEmail',
    'hasUsers',
    'findDsnCredential',
    'findPathProject',
    'findLiveSessions',
    'admitLoginAttempt',
    'clearLoginFailures',
  ],
  'account/token-credential.ts': ['findToken', 'findLiveTokens'],
  'account/link-credential.ts': ['findPasswordLink'],
  'account/expiring-token.ts': ['listExpiringTokens'],
  'account/oidc-identity.ts': ['findUserByIdentity'],
  // For `errata doctor`.
  'account/two-factor.ts': ['listTwoFactorSecrets'],
  // Written in a batch of the pipeline.
  'event/dead-letter.ts': ['insertDeadLetters'],
  'engine/bulk-write.ts': ['bulkWrite'],
  // Names no table itself.
  'engine/lock-rows.ts': ['lockRows'],
  'engine/count-rows.ts': ['countRows'],
  'engine/dialect-of.ts': ['dialectOf'],
  // The service's own books and rounds.
  'engine/applied-schema.ts': ['appliedSchema'],
  'upkeep/consumer.ts': [
    'readConsumer',
    'listConsumers',
    'startConsumer',
    'adoptPositions',
    'beginAttempt',
    'takeBackAttempt',
    'reserveEventKey',
    'moveConsumer',
  ],
  'upkeep/installation-secret.ts': ['installationSecret', 'readInstallationSecret'],
  'upkeep/known-time.ts': ['readKnownTime', 'acceptTime', 'noteKnownTime', 'lastProcessedAt'],
  'upkeep/lease.ts': [
    'claimLease',
    'claimLeases',
    'listLeases',
    'releaseLeases',
    'releaseAllLeases',
    'releaseLease',
  ],
  'upkeep/retention.ts': ['listRetentions', 'listHeld', 'allowHeld'],
  'issue/hold.ts': ['listDueHolds'],
  'project/retention.ts': ['listFingerprintRules', 'listRetentionDays', 'listScrubRules'],
  'project/deletion.ts': ['listDeletedProjects'],
  'alert/delivery.ts': ['listWaiting'],
  'alert/webhook.ts': ['listWebhookKeys'],
  'account/org.ts': ['insertOrganization', 'listOrganizations', 'insertFirstOrganization'],
  'postgres/row-security.ts': ['prepareRoles', 'secureRows', 'isBound'],
  'postgres/statistics.ts': ['refreshStatistics'],
  'engine/snapshot.ts': ['withSnapshot'],
  'notify/letter.ts': ['listOrgsWithMail'],
  'notify/notice.ts': ['dropNotices'],
  'notify/preference.ts': ['orgsThatAsk'],
  // A batch of the pipeline spans organizations.
  'project/symbol-file.ts': ['listProjectsWithFiles'],
  'fix/watch.ts': ['listDueFixes'],
}
/** A batch of the pipeline spans organizations, each of its rows carries its own; `errata verify` compares all. */
const UNSCOPED_FOLDERS = ['batch/', 'verify/']
/** Where what sees every organization is used: to find out who calls, and for the service's own rounds. */
const BEYOND_SCOPES = [
  'src/app.ts',
  'src/app/',
  'src/cli/',
  'src/actions/accounts/create-organization.ts',
  'src/actions/accounts/find-caller.ts',
  'src/actions/accounts/live-credentials.ts',
  'src/actions/accounts/organizations.ts',
  'src/actions/accounts/set-up.ts',
  'src/actions/accounts/password/require-link.ts',
  'src/actions/accounts/password/reset.ts',
  'src/actions/accounts/session/',
  'src/actions/accounts/single-sign-on/',
  'src/actions/accounts/require-user.ts',
  'src/ingest/admission/authenticate-dsn.ts',
  'src/ingest/admission/path-project.ts',
  'src/ingest/release-file/sweep-artifacts.ts',
  'src/pipeline/',
  'src/storage/',
  'src/actions/fixes/watch-fixes.ts',
  // Run by operators only, who name a project and no organization.
  'src/actions/grouping/regroup-project.ts',
  'src/actions/upkeep/end-snoozes.ts',
  'src/actions/upkeep/retention-clock.ts',
  'src/actions/upkeep/retention.ts',
  'src/actions/events/retry-dead-letter.ts',
  'src/actions/upkeep/sweep-deleted.ts',
  'src/actions/upkeep/sweep-deliveries.ts',
  'src/actions/upkeep/tell-expiring-tokens.ts',
  'src/actions/upkeep/upkeep.ts',
  'src/actions/alerts/webhook-sender.ts',
  'src/actions/notify/mail-sender.ts',
]

describeOn(ENGINES, 'the schema', (engine) => {
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

describe('the code', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

  it('`OrgScope` on every storage function, but for those that are named', () => {
    const unscoped = files
      .filter(({ path }) => path.startsWith('src/storage/'))
      .flatMap(({ path, text }) =>
        unscopedFunctions(path, text).map((name) => `${path.slice('src/storage/'.length)} ${name}`),
      )
      .filter((named) => !UNSCOPED_FOLDERS.some((folder) => named.startsWith(folder)))
    const allowed = Object.entries(UNSCOPED).flatMap(([file, names]) =>
      names.map((name) => `${file} ${name}`),
    )
    expect(unscoped.sort()).toEqual(allowed.sort())
  })

  it('what sees every organization is used in few places', () => {
    const reaching = files
      .filter(({ text }) => reachesBeyondScopes(text))
      .map(({ path }) => path)
      .filter((path) => !BEYOND_SCOPES.some((known) => path.startsWith(known)))
    expect(reaching).toEqual([])
  })
})

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
    ['export const f = (db: Queries) => db', ['f']],
    ['export const f = (scope: OrgScope) => scope.db.where(scope.orgId)', []],
    ['export class Rows { find(db: Queries) { return db } }', ['Rows.find']],
    ['export class Rows { constructor(db: Queries) { this.db = db } }', ['Rows.constructor']],
    ['export function f(name: string) { return name }', []],
  ])('a storage function without a scope: %s', (text, names) => {
    expect(unscopedFunctions('a.ts', text)).toEqual(names)
  })

  it.each(['export default (db: Queries) => db', 'export { f }; function f(db: Queries) { return db }'])(
    'an export that it could not follow: %s',
    (text) => {
      expect(() => unscopedFunctions('a.ts', text)).toThrow('a.ts')
    },
  )

  it('code that reaches for every organization', () => {
    expect(reachesBeyondScopes('find(services.database.queries)')).toBe(true)
    expect(reachesBeyondScopes('const { queries } = deps.database')).toBe(true)
    expect(reachesBeyondScopes('this.#database.transaction((tx) => f(tx))')).toBe(true)
    expect(reachesBeyondScopes('database.scope(org)')).toBe(false)
  })
})
