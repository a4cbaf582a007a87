import type { Selectable } from 'kysely'
import type { DsnKeyTable } from './account-schema.ts'
import type { OrgScope } from './scope.ts'

/** A key as it may be shown: without the hash of its secret. */
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
] as const

export interface NewDsnKey {
  /** UUID. */
  id: string
  /** Row key. */
  projectId: number
  label: string
  publicKey: string
  secretHash: Buffer
  createdAt: number
}

/** Keeps a new key of a project. */
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
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** All keys of a project, revoked ones too, oldest first. */
export async function listDsnKeys(scope: OrgScope, projectId: number): Promise<DsnKeyRow[]> {
  return scope.db
    .selectFrom('dsn_key')
    .select(COLUMNS)
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
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

/** Notes that a key was used at `at` (epoch ms). */
export async function markDsnKeyUsed(scope: OrgScope, id: string, at: number): Promise<void> {
  await scope.db
    .updateTable('dsn_key')
    .set({ last_used_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}
