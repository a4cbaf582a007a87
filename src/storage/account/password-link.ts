import type { LinkMailState } from '#contract/account/member.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'

export type LinkPurpose = 'invitation' | 'password_reset'

export interface NewPasswordLink {
  tokenHash: Buffer
  purpose: LinkPurpose
  createdAt: number
  expiresAt: number
  mail: LinkMailState
}

/** Keeps a link of a member, and drops those for resets that have expired. */
export async function insertPasswordLink(
  scope: OrgScope,
  userId: string,
  link: NewPasswordLink,
): Promise<void> {
  await scope.db
    .deleteFrom('password_link')
    .where('org_id', '=', scope.orgId)
    .where('purpose', '=', 'password_reset')
    .where('expires_at', '<=', link.createdAt)
    .execute()
  await scope.db
    .insertInto('password_link')
    .values({
      token_hash: link.tokenHash,
      org_id: scope.orgId,
      user_id: userId,
      purpose: link.purpose,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      mail_state: link.mail,
    })
    .execute()
}

/** How many links for this purpose a member has that have not expired at `now` (epoch ms). */
export function countPasswordLinks(
  scope: OrgScope,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
  now: number,
): Promise<number> {
  const links = scope.db
    .selectFrom('password_link')
    .select('token_hash')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
  return countRows(scope, links)
}

export async function updateLinkMail(scope: OrgScope, tokenHash: Buffer, mail: LinkMailState): Promise<void> {
  await scope.db
    .updateTable('password_link')
    .set({ mail_state: mail })
    .where('org_id', '=', scope.orgId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function takePasswordLink(scope: OrgScope, tokenHash: Buffer): Promise<boolean> {
  const result = await scope.db
    .deleteFrom('password_link')
    .where('org_id', '=', scope.orgId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePasswordLinks(
  scope: OrgScope,
  userId: string,
  purpose?: LinkPurpose,
): Promise<void> {
  let links = scope.db
    .deleteFrom('password_link')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
  if (purpose !== undefined) links = links.where('purpose', '=', purpose)
  await links.execute()
}

/** Ends the open invitations that an access token (public id) made or renewed, as the audit log knows them. */
export async function endInvitationsBy(scope: OrgScope, tokenId: string): Promise<void> {
  await scope.db
    .deleteFrom('password_link')
    .where('org_id', '=', scope.orgId)
    .where('purpose', '=', 'invitation')
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('audit_entry')
        .select('target_id')
        .where('org_id', '=', scope.orgId)
        .where('actor_kind', '=', 'token')
        .where('actor_id', '=', tokenId)
        .where('action', 'in', ['member.invited', 'member.invitation_renewed']),
    )
    .execute()
}
