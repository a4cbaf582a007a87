import type { ErrorCode } from '#contract/errors.ts'
import type { DescribedRoute } from '../routes/route.ts'

/** Every error code a route can answer with: what its table entry names, and what follows from its kind. */
export function routeErrors(route: DescribedRoute): ErrorCode[] {
  const codes =
    route.credential === 'dsn'
      ? ingestErrors(route)
      : [...credentialErrors(route), ...inputErrors(route), ...storageErrors(route)]
  return [...new Set<ErrorCode>([...codes, ...route.errors, 'internal'])]
}

/** Requests of an organization take turns at the database, and each query has only so much time. */
function storageErrors({ access }: DescribedRoute): ErrorCode[] {
  return access === null ? ['storage_unavailable'] : ['storage_unavailable', 'query_too_slow']
}

function ingestErrors({ schemas }: DescribedRoute): ErrorCode[] {
  // A key is looked up, and every body held, within bounds: past them nothing can be taken.
  return [
    'invalid_dsn',
    'dsn_revoked',
    'project_mismatch',
    // A page that the key does not allow.
    'forbidden',
    'queue_unavailable',
    ...(schemas.body ? (['payload_too_large'] as const) : []),
  ]
}

function credentialErrors({ access, credential, method }: DescribedRoute): ErrorCode[] {
  // A page of another site is kept from changing anything, signed in or not.
  if (access === null) return credential === 'none' && method !== 'GET' ? ['forbidden'] : []
  const forSession: ErrorCode[] =
    credential === 'token' || access === 'account' ? [] : ['two_factor_setup_required']
  return ['unauthenticated', 'forbidden', ...forSession, 'rate_limit_exceeded']
}

function inputErrors({ schemas: { params, query }, method }: DescribedRoute): ErrorCode[] {
  // Whatever a route makes of a body: one that came is read, and must be JSON.
  const readsBody = method !== 'GET'
  return [
    ...(params || query || readsBody ? (['invalid_request'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(readsBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ]
}
