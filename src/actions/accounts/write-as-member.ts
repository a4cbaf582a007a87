import { ServiceError } from '#contract/errors.ts'
import { isMissingReference, type RequestOwner } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../action-deps.ts'

/**
 * Runs `work` in one write transaction of the organization; `work` may run more than once. A caller who was removed from the
 * organization after they were let in can leave nothing behind.
 * @throws ServiceError unauthenticated
 */
export async function writeAsMember<T>(
  deps: Pick<ActionDeps, 'database'>,
  caller: RequestOwner,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  try {
    return await deps.database.inOrg(caller, work)
  } catch (error) {
    if (!isMissingReference(error)) throw error
    throw new ServiceError('unauthenticated', 'You were removed from the organization.', { cause: error })
  }
}
