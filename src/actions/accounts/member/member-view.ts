import type { Member } from '#contract/account/member.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import type { MemberRow } from '#storage/account/member.ts'
import { mailStateAt } from '../password/link.ts'

export function viewMember(row: MemberRow, now: number): Member {
  const { invitation } = row
  return {
    id: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    created_at: isoTime(row.createdAt),
    last_seen_at: isoTimeOrNull(row.lastSeenAt),
    pending: row.isPending,
    two_factor: row.hasTwoFactor,
    single_sign_on: row.hasSingleSignOn,
    invitation: invitation && {
      invited_at: isoTime(invitation.createdAt),
      expires_at: isoTime(invitation.expiresAt),
      mail: mailStateAt(invitation, now),
    },
  }
}
