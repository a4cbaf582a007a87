import { randomUUID } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import type { DsnKey, DsnKeyList, DsnKeyPatch, NewDsnKey } from '#contract/project/project.ts'
import type { JsonObject } from '#contract/scalars.ts'
import { hashSecret, newHexSecret } from '#platform/secret-token.ts'
import type { AuditTarget } from '#storage/account/audit-entry.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  type DsnKeyLimits,
  type DsnKeyRow,
  insertDsnKey,
  listDsnKeys as listKeyRows,
  lockDsnKey,
  revokeDsnKey as revokeKeyRow,
  updateDsnKey,
} from '#storage/project/dsn-key.ts'
import { type Acting, recordAct, recordChange } from '../accounts/acting.ts'
import { changedFields } from '../accounts/changed-fields.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireRoomInProject } from '../require-room.ts'
import { viewDsnKey, viewLimits } from './project-view.ts'
import { requireLockedProject, requireProject } from './require-project.ts'

const SETTINGS = ['label', 'hourly_cap', 'allowed_origins', 'client_events_per_minute'] as const

export interface KeyDeps extends ActionDeps {
  onDsnKeyChanged(publicKey: string): void
}

export interface KeyRequest<Body> {
  id: string
  body: Body
  origin: string
}

/** The keys of a project, with the newest revoked ones. @throws not_found */
export async function listDsnKeys(
  deps: ActionDeps,
  org: Org,
  { id, origin }: Omit<KeyRequest<never>, 'body'>,
): Promise<DsnKeyList> {
  const { project, rows } = await deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, id)
    return { project, rows: await listKeyRows(scope, project.id) }
  })
  return { keys: rows.map((row) => viewDsnKey(row, { project, origin })) }
}

/** Makes a key of a project; the answer alone has its secret. @throws not_found, conflict */
export async function createDsnKey(
  deps: ActionDeps,
  by: Acting,
  { id, body, origin }: KeyRequest<NewDsnKey>,
): Promise<DsnKey> {
  const createdAt = deps.clock()
  const { project, key } = await writeAsMember(deps, by, async (scope) => {
    const project = await requireLockedProject(scope, id)
    await requireRoomInProject(scope, project.id, 'keys')
    const limits = { ...NO_LIMITS, ...limitChanges(body) }
    const key = await addDsnKey(scope, { projectId: project.id, label: body.label, createdAt, limits })
    await recordAct(scope, by, {
      at: createdAt,
      action: 'dsn_key.created',
      target: keyTarget(key.row),
      details: { project_id: project.uid, project: project.name, ...limitsSet(key.row) },
    })
    return { project, key }
  })
  return viewDsnKey(key.row, { project, origin, secret: key.secret })
}

/** In force at once here, within a second on other nodes. @throws not_found */
export async function changeDsnKey(
  deps: KeyDeps,
  by: Acting,
  { id, body, origin }: KeyRequest<DsnKeyPatch>,
): Promise<DsnKey> {
  const { label, ...limits } = body
  const { row, project } = await writeAsMember(deps, by, async (scope) => {
    const before = await lockDsnKey(scope, id)
    if (!before) throw noKey()
    const row = await updateDsnKey(scope, before.id, { label, ...limitChanges(limits) })
    const settings = (key: DsnKeyRow) => ({ label: key.label, ...viewLimits(key) })
    const details = changedFields(settings(before), settings(row), SETTINGS)
    const act = { action: 'dsn_key.changed', target: keyTarget(row), details } as const
    await recordChange(scope, by, { at: deps.clock(), ...act })
    return { row, project: { id: before.project_id, uid: before.project_uid } }
  })
  deps.onDsnKeyChanged(row.public_key)
  return viewDsnKey(row, { project, origin })
}

/** Ends a key at once. @throws not_found */
export async function revokeDsnKey(deps: KeyDeps, by: Acting, id: string): Promise<void> {
  const revoked = await writeAsMember(deps, by, async (scope) => {
    const at = deps.clock()
    const row = await revokeKeyRow(scope, id, at)
    if (!row) throw noKey()
    const details = { public_key: row.public_key }
    await recordAct(scope, by, { at, action: 'dsn_key.revoked', target: keyTarget(row), details })
    return row
  })
  deps.onDsnKeyChanged(revoked.public_key)
}

function noKey(): ServiceError {
  return new ServiceError('not_found', 'No active DSN key has this ID.')
}

function limitsSet(row: DsnKeyRow): JsonObject {
  return Object.fromEntries(Object.entries(viewLimits(row)).filter(([, limit]) => limit !== null))
}

const NO_LIMITS: DsnKeyLimits = { hourlyCap: null, allowedOrigins: null, clientEventsPerMinute: null }

function limitChanges(body: Omit<DsnKeyPatch, 'label'>): Partial<DsnKeyLimits> {
  const { hourly_cap, allowed_origins, client_events_per_minute } = body
  return {
    ...(hourly_cap !== undefined && { hourlyCap: hourly_cap }),
    ...(allowed_origins !== undefined && {
      allowedOrigins: allowed_origins && [...new Set(allowed_origins)],
    }),
    ...(client_events_per_minute !== undefined && { clientEventsPerMinute: client_events_per_minute }),
  }
}

function keyTarget({ id, label }: DsnKeyRow): AuditTarget {
  return { kind: 'dsn_key', id, name: label }
}

/** Makes a key of a project (row key); its secret is known only here. */
export async function addDsnKey(
  scope: OrgScope,
  key: { projectId: number; label: string; createdAt: number; limits?: DsnKeyLimits },
): Promise<{ row: DsnKeyRow; secret: string }> {
  const secret = newHexSecret()
  const row = await insertDsnKey(scope, {
    limits: NO_LIMITS,
    ...key,
    id: randomUUID(),
    publicKey: newHexSecret(),
    secretHash: hashSecret(secret),
  })
  return { row, secret }
}
