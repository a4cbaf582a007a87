import type { Selectable } from 'kysely'
import { QUOTAS } from '#contract/limits.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { DsnKeyTable } from '../schema/account.ts'

export type DsnKeyRow = Omit<Selectable<DsnKeyTable>, 'secret_hash'>

const COLUMNS = [
  'id',
  'org_id',
  'project_id',
  'label',
  'public_key',
  'created_at',
  'last_used_at',
  'revoked_at',
  'hourly_cap',
  'allowed_origins',
  'client_events_per_minute',
] as const

export interface DsnKeyLimits {
  /** Events per UTC clock hour. */
  hourlyCap: number | null
  /** As `canonicalOrigin` writes them. */
  allowedOrigins: readonly string[] | null
  clientEventsPerMinute: number | null
}

export interface NewDsnKey {
  id: string
  projectId: number
  label: string
  publicKey: string
  secretHash: Buffer
  createdAt: number
  limits: DsnKeyLimits
}

export async function insertDsnKey(scope: OrgScope, key: NewDsnKey): Promise<DsnKeyRow> {
  return scope.db
    .insertInto('dsn_key')
    .values({
      id: key.id,
      org_id: scope.orgId,
      project_id: key.projectId,
      label: key.label,
      public_key: key.publicKey,
      secret_hash: key.secretHash,
      created_at: key.createdAt,
      ...limitColumns(key.limits),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Active keys of a project. */
export function countKeys(scope: OrgScope, projectId: number): Promise<number> {
  return countRows(scope, keysOf(scope, projectId).select('id').where('revoked_at', 'is', null))
}

/** The keys of a project with the newest revoked ones, oldest first. */
export async function listDsnKeys(scope: OrgScope, projectId: number): Promise<DsnKeyRow[]> {
  const revoked = keysOf(scope, projectId)
    .select('id')
    .where('revoked_at', 'is not', null)
    .orderBy('revoked_at', 'desc')
    .limit(QUOTAS.revokedShown)
  return keysOf(scope, projectId)
    .select(COLUMNS)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('id', 'in', revoked)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function keysOf(scope: OrgScope, projectId: number) {
  return scope.db.selectFrom('dsn_key').where('org_id', '=', scope.orgId).where('project_id', '=', projectId)
}

/** A key in force, locked until the transaction ends. */
export async function lockDsnKey(
  scope: OrgScope,
  id: string,
): Promise<(DsnKeyRow & { project_uid: string }) | undefined> {
  return (
    scope.db
      .selectFrom('dsn_key')
      .select(COLUMNS)
      // Not a join, which would lock the project as well.
      .select((eb) =>
        eb
          .selectFrom('project')
          .select('project.uid')
          .whereRef('project.org_id', '=', 'dsn_key.org_id')
          .whereRef('project.id', '=', 'dsn_key.project_id')
          .$asScalar()
          .$notNull()
          .as('project_uid'),
      )
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
  )
}

/** Changes a key; what is absent stays. Lock it before. */
export async function updateDsnKey(
  scope: OrgScope,
  id: string,
  { label, ...limits }: Partial<DsnKeyLimits> & { label?: string | undefined },
): Promise<DsnKeyRow> {
  return scope.db
    .updateTable('dsn_key')
    .set({ ...(label !== undefined && { label }), ...limitColumns(limits) })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export function limitsOf(
  row: Pick<DsnKeyRow, 'hourly_cap' | 'allowed_origins' | 'client_events_per_minute'>,
): DsnKeyLimits {
  return {
    hourlyCap: row.hourly_cap,
    allowedOrigins: row.allowed_origins === null ? null : (JSON.parse(row.allowed_origins) as string[]),
    clientEventsPerMinute: row.client_events_per_minute,
  }
}

function limitColumns({ hourlyCap, allowedOrigins, clientEventsPerMinute }: Partial<DsnKeyLimits>) {
  const origins = allowedOrigins ? JSON.stringify(allowedOrigins) : allowedOrigins
  return {
    ...(hourlyCap !== undefined && { hourly_cap: hourlyCap }),
    ...(origins !== undefined && { allowed_origins: origins }),
    ...(clientEventsPerMinute !== undefined && { client_events_per_minute: clientEventsPerMinute }),
  }
}

/** Revokes a key; undefined when the organization has none with this id that is still in force. */
export async function revokeDsnKey(scope: OrgScope, id: string, at: number): Promise<DsnKeyRow | undefined> {
  return scope.db
    .updateTable('dsn_key')
    .set({ revoked_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
}

export async function markDsnKeyUsed(scope: OrgScope, id: string, at: number): Promise<void> {
  await scope.db
    .updateTable('dsn_key')
    .set({ last_used_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}
