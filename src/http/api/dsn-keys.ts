import { randomUUID } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import type { DsnKey, DsnKeyList, NewDsnKey, RevokedAnswer } from '#contract/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { hashSecret, newHexSecret } from '#platform/secret-token.ts'
import type { AuditTarget } from '#storage/audit-entry.ts'
import { type DsnKeyRow, insertDsnKey, listDsnKeys, revokeDsnKey } from '#storage/dsn-key.ts'
import type { OrgScope } from '#storage/scope.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionCall } from '../route.ts'
import { dsnOrigin, viewDsnKey } from './project-view.ts'
import { requireProject } from './require-project.ts'

/** GET /api/v1/projects/{id}/dsn-keys. */
export async function getDsnKeys(call: SessionCall<{ params: IdParams }>): Promise<DsnKeyList> {
  const { project, rows } = await call.read(async (scope) => {
    const project = await requireProject(scope, call.params.id)
    return { project, rows: await listDsnKeys(scope, project.id) }
  })
  const origin = dsnOrigin(call)
  return { keys: rows.map((row) => viewDsnKey(row, { project, origin })) }
}

/** POST /api/v1/projects/{id}/dsn-keys: the only answer with the key's secret. */
export async function postDsnKey(call: SessionCall<{ params: IdParams; body: NewDsnKey }>): Promise<DsnKey> {
  const { services, params, body } = call
  const createdAt = services.clock()
  const { project, key } = await call.write(async (scope) => {
    const project = await requireProject(scope, params.id)
    const key = await addDsnKey(scope, { projectId: project.id, label: body.label, createdAt })
    await recordAct(call, scope, {
      action: 'dsn_key.created',
      target: keyTarget(key.row),
      details: { project_id: project.uid, project: project.name },
    })
    return { project, key }
  })
  return viewDsnKey(key.row, { project, origin: dsnOrigin(call), secret: key.secret })
}

/** POST /api/v1/dsn-keys/{id}/revoke: in force at once. */
export async function revokeKey(call: SessionCall<{ params: IdParams }>): Promise<RevokedAnswer> {
  const revoked = await call.write(async (scope) => {
    const row = await revokeDsnKey(scope, call.params.id, call.services.clock())
    if (!row) throw new ServiceError('not_found', 'There is no DSN key with this id that is in force.')
    const details = { public_key: row.public_key }
    await recordAct(call, scope, { action: 'dsn_key.revoked', target: keyTarget(row), details })
    return row
  })
  call.services.onDsnKeyChanged(revoked.public_key)
  return { revoked: true }
}

function keyTarget({ id, label }: DsnKeyRow): AuditTarget {
  return { kind: 'dsn_key', id, name: label }
}

/** Makes a key of a project (row key); its secret is known only here. */
export async function addDsnKey(
  scope: OrgScope,
  key: { projectId: number; label: string; createdAt: number },
): Promise<{ row: DsnKeyRow; secret: string }> {
  const secret = newHexSecret()
  const row = await insertDsnKey(scope, {
    ...key,
    id: randomUUID(),
    publicKey: newHexSecret(),
    secretHash: hashSecret(secret),
  })
  return { row, secret }
}
