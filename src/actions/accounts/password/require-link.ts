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

/** @throws rate_limit_exceeded, not_found if it is unknown, used or expired */
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

/** Run in a transaction: of two requests at once, one is refused. @throws not_found if already used */
export async function useLink(scope: OrgScope, { tokenHash, purpose }: PresentedLink): Promise<void> {
  if (!(await takePasswordLink(scope, tokenHash))) throw linkGone(purpose)
}
