import { changeDsnKey, createDsnKey, listDsnKeys, revokeDsnKey } from '#actions/projects/dsn-keys.ts'
import { dsnKey, dsnKeyList, dsnKeyPatch, newDsnKey, revokedAnswer } from '#contract/project/project.ts'
import { type IdParams, idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { dsnOrigin } from '../../link-origin.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route } from '../route.ts'

export const DSN_KEY_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/projects/{id}/dsn-keys',
    {
      access: 'projects:read',
      summary: 'List the DSN keys of a project',
      params: idParams,
      answer: dsnKeyList,
    },
    (call) => listDsnKeys(call.services, call.principal, { id: call.params.id, origin: dsnOrigin(call) }),
  ),
  authenticatedRoute(
    'POST /api/v1/projects/{id}/dsn-keys',
    {
      access: 'keys:write',
      summary: 'Create a DSN key',
      params: idParams,
      body: newDsnKey,
      answer: dsnKey,
      status: 201,
      errors: ['conflict'],
    },
    (call) => createDsnKey(call.services, callerOf(call), requestOf(call)),
  ),
  authenticatedRoute(
    'PATCH /api/v1/dsn-keys/{id}',
    {
      access: 'keys:write',
      summary: 'Change the label or the limits of a DSN key',
      params: idParams,
      body: dsnKeyPatch,
      answer: dsnKey,
    },
    (call) => changeDsnKey(call.services, callerOf(call), requestOf(call)),
  ),
  authenticatedRoute(
    'POST /api/v1/dsn-keys/{id}/revoke',
    { access: 'keys:write', summary: 'Revoke a DSN key', params: idParams, answer: revokedAnswer },
    async (call) => {
      await revokeDsnKey(call.services, callerOf(call), call.params.id)
      return { revoked: true } as const
    },
  ),
]

function requestOf<Body>(call: AuthenticatedCall<{ params: IdParams; body: Body }>) {
  return { id: call.params.id, body: call.body, origin: dsnOrigin(call) }
}
