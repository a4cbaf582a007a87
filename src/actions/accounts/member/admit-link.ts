import type { ActionDeps, Org } from '../../action-deps.ts'
import type { MailDeps } from '../password/link.ts'
import { admitMemberLink } from '../session/login-throttle.ts'
import { requireMember } from './require-member.ts'

/** Before a member is mailed a link or a notice of one. Without a mail server nothing is limited.
 * @throws not_found, rate_limit_exceeded */
export async function admitLinkOf(deps: ActionDeps & MailDeps, org: Org, userId: string): Promise<void> {
  if (!deps.mailer) return
  const { email } = await requireMember(deps.database.scope(org), userId)
  await admitMemberLink(deps, { orgUid: org.orgUid, email })
}
