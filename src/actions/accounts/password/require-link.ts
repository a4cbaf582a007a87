import { ServiceError } from '#contract/errors.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { findPasswordLink, type LinkCredential } from '#storage/account/link-credential.ts'
import { type LinkPurpose, takePasswordLink } from '#storage/account/password-link.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { admitLink, forgiveLink } from '../session/login-throttle.ts'

export interface PresentedLink extends LinkCredential {
  tokenHash: Buffer
  purpose: LinkPurpose
}

const GONE: Record<LinkPurpose, string> = {
  invitation:
    'This invitation was used, renewed or has expired. Ask the person who invited you for a new link.',
  password_reset: 'This link was used or has expired. Request a new one.',
}

export function linkGone(purpose: LinkPurpose): ServiceError {
  return new ServiceError('not_found', GONE[purpose])
}

/**
 * The link with this token.
 * @throws ServiceError rate_limit_exceeded, not_found for one that is unknown, used or expired
 */
export async function requireLink(
  deps: ActionDeps,
  { purpose, token, ip }: { purpose: LinkPurpose; token: string; ip: string },
): Promise<PresentedLink> {
  await admitLink(deps, ip)
  const tokenHash = hashSecret(token)
  const found = await findPasswordLink(deps.database.queries, { tokenHash, purpose }, deps.clock())
  if (!found) throw linkGone(purpose)
  await forgiveLink(deps, ip)
  return { ...found, tokenHash, purpose }
}

/**
 * Uses the link up; of two requests at once one is refused. Run in a transaction.
 * @throws ServiceError not_found if it was used meanwhile
 */
export async function useLink(scope: OrgScope, { tokenHash, purpose }: PresentedLink): Promise<void> {
  if (!(await takePasswordLink(scope, tokenHash))) throw linkGone(purpose)
}
