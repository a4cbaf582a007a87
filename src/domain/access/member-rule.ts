import type { Role } from '#contract/vocabulary.ts'

/**
 * Whether someone of the role `by` may make a member of role `before` one of role `after`; null: not a member
 * (yet, or any more). Only Owners make, unmake or touch Owners; that others may do nothing at all is asked
 * before.
 */
export function mayChangeMember(by: Role, before: Role | null, after: Role | null): boolean {
  return by === 'owner' || (before !== 'owner' && after !== 'owner')
}

/**
 * Whether an access token may make a member of role `before` one of role `after`; null: not a member. It may invite
 * and remove plain members, no more: who gets a role above that can make tokens and links that outlive this one.
 */
export function mayTokenChangeMember(before: Role | null, after: Role | null): boolean {
  return [before, after].every((role) => role === null || role === 'member')
}

/**
 * Whether someone of the role `by` may have a link made that sets the password of a member of role `of`, and
 * with it sign in as that member: Owners for everybody, the others only for those who may less than they do.
 */
export function mayResetPassword(by: Role, of: Role): boolean {
  return by === 'owner' || (by === 'admin' && of === 'member')
}
