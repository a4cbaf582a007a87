import { changeDsnKey, createDsnKey, listDsnKeys, revokeDsnKey } from '#actions/projects/dsn-keys.ts'
import type { DsnKey, DsnKeyList, DsnKeyPatch, NewDsnKey, RevokedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'
import { dsnOrigin } from '../link-origin.ts'

type OfId = { params: IdParams }

export async function getDsnKeys(call: AuthenticatedCall<OfId>): Promise<DsnKeyList> {
  return listDsnKeys(call.services, call.principal, { id: call.params.id, origin: dsnOrigin(call) })
}

export async function postDsnKey(call: AuthenticatedCall<OfId & { body: NewDsnKey }>): Promise<DsnKey> {
  return createDsnKey(call.services, callerOf(call), requestOf(call))
}

export async function patchDsnKey(call: AuthenticatedCall<OfId & { body: DsnKeyPatch }>): Promise<DsnKey> {
  return changeDsnKey(call.services, callerOf(call), requestOf(call))
}

export async function revokeKey(call: AuthenticatedCall<OfId>): Promise<RevokedAnswer> {
  await revokeDsnKey(call.services, callerOf(call), call.params.id)
  return { revoked: true }
}

function requestOf<Body>(call: AuthenticatedCall<OfId & { body: Body }>) {
  return { id: call.params.id, body: call.body, origin: dsnOrigin(call) }
}
