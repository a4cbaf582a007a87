import { ROLES, type Role } from '#contract/vocabulary.ts'

/** Null: not a member (yet or any more). Only Owners make or touch Owners; check the permission first. */
export function mayChangeMember(by: Role, before: Role | null, after: Role | null): boolean {
  return by === 'owner' || (before !== 'owner' && after !== 'owner')
}

/** Null: not a member. Only plain members: higher roles can make tokens and links that outlive this one. */
export function mayTokenChangeMember(before: Role | null, after: Role | null): boolean {
  return [before, after].every((role) => role === null || role === 'member')
}

/** The link lets `by` sign in as that member: Owners may for everybody, others only for lower roles. */
export function mayResetPassword(by: Role, of: Role): boolean {
  return by === 'owner' || (by === 'admin' && of === 'member')
}

export function ranksBelow(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) > ROLES.indexOf(other)
}
