import { ServiceError } from '#contract/errors.ts'
import { isMissingReference, type RequestOwner } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../action-deps.ts'

/** `work` may run more than once. A caller removed meanwhile leaves nothing behind.
 * @throws unauthenticated */
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
