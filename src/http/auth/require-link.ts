import { ServiceError } from '#contract/errors.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { findPasswordLink, type LinkCredential } from '#storage/link-credential.ts'
import { type LinkPurpose, takePasswordLink } from '#storage/password-link.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { PublicCallBase } from '../route.ts'
import { admitLink, forgiveLink } from './login-throttle.ts'

/** A link that a caller presents and that is in force. */
export interface PresentedLink extends LinkCredential {
  tokenHash: Buffer
  purpose: LinkPurpose
}

const GONE: Record<LinkPurpose, string> = {
  invitation:
    'This invitation does not work: it was used, renewed or has expired. Ask whoever invited you for a new link.',
  password_reset: 'This link does not work: it was used or has expired. Ask for a new one.',
}

/** A link that is unknown, used or expired, or whose member is gone. */
export function linkGone(purpose: LinkPurpose): ServiceError {
  return new ServiceError('not_found', GONE[purpose])
}

/**
 * The link with this token.
 * @throws ServiceError rate_limit_exceeded, not_found for one that is unknown, used or expired
 */
export async function requireLink(
  { services, request }: PublicCallBase,
  purpose: LinkPurpose,
  token: string,
): Promise<PresentedLink> {
  const { ip } = request
  await admitLink(services, ip)
  const tokenHash = hashSecret(token)
  const found = await findPasswordLink(services.database.queries, { tokenHash, purpose }, services.clock())
  if (!found) throw linkGone(purpose)
  await forgiveLink(services, ip)
  return { ...found, tokenHash, purpose }
}

/**
 * Uses the link up; of two requests at once one is refused. Run in a transaction.
 * @throws ServiceError not_found where it was used meanwhile
 */
export async function useLink(scope: OrgScope, { tokenHash, purpose }: PresentedLink): Promise<void> {
  if (!(await takePasswordLink(scope, tokenHash))) throw linkGone(purpose)
}
