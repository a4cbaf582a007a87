import { sql } from 'kysely'
import type { LinkMailState } from '#contract/account/member.ts'
import type { Role } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import { removedEmail } from './user.ts'

export interface InvitationRow {
  createdAt: number
  expiresAt: number
  mail: LinkMailState
}

export interface MemberRow {
  userId: string
  email: string
  name: string
  role: Role
  createdAt: number
  lastSeenAt: number | null
  isPending: boolean
  hasTwoFactor: boolean
  hasSingleSignOn: boolean
  invitation: InvitationRow | null
}

/** Someone to make a member; `passwordHash` is null for who is invited. */
export interface NewMember {
  userId: string
  email: string
  name: string
  role: Role
  passwordHash: string | null
  createdAt: number
}

export async function listMembers(scope: OrgScope): Promise<MemberRow[]> {
  const rows = await selectMembers(scope).orderBy('app_user.email').execute()
  return rows.map(toMember)
}

export async function readMember(scope: OrgScope, userId: string): Promise<MemberRow | undefined> {
  const row = await selectMembers(scope).where('membership.user_id', '=', userId).executeTakeFirst()
  return row && toMember(row)
}

/** The member with this e-mail address (lower case), or undefined when the organization has none. */
export async function readMemberByEmail(scope: OrgScope, email: string): Promise<MemberRow | undefined> {
  const row = await selectMembers(scope).where('app_user.email', '=', email).executeTakeFirst()
  return row && toMember(row)
}

/** Those of these emails (lower case) that members have. */
export async function memberEmailsAmong(scope: OrgScope, emails: readonly string[]): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('app_user.email')
    .where('membership.org_id', '=', scope.orgId)
    .where('app_user.email', 'in', emails)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

function selectMembers(scope: OrgScope) {
  return scope.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('password_link', (join) =>
      join
        .onRef('password_link.org_id', '=', 'membership.org_id')
        .onRef('password_link.user_id', '=', 'membership.user_id')
        .on('password_link.purpose', '=', 'invitation'),
    )
    .leftJoin('two_factor', (join) =>
      join
        .onRef('two_factor.org_id', '=', 'membership.org_id')
        .onRef('two_factor.user_id', '=', 'membership.user_id'),
    )
    .leftJoin('oidc_identity', (join) =>
      join
        .onRef('oidc_identity.org_id', '=', 'membership.org_id')
        .onRef('oidc_identity.user_id', '=', 'membership.user_id'),
    )
    .select([
      'app_user.id as userId',
      'app_user.email as email',
      'app_user.name as name',
      'membership.role as role',
      'membership.created_at as createdAt',
      'app_user.last_seen_at as lastSeenAt',
      'app_user.password_hash as passwordHash',
      'password_link.created_at as invitedAt',
      'password_link.expires_at as inviteExpiresAt',
      'password_link.mail_state as inviteMail',
      'two_factor.enabled_at as twoFactorAt',
      'oidc_identity.created_at as linkedAt',
    ])
    .where('membership.org_id', '=', scope.orgId)
}

type SelectedMember = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

function toMember(row: SelectedMember): MemberRow {
  const { passwordHash, invitedAt, inviteExpiresAt, inviteMail, twoFactorAt, linkedAt, ...member } = row
  return {
    ...member,
    isPending: passwordHash === null,
    hasTwoFactor: twoFactorAt !== null,
    hasSingleSignOn: linkedAt !== null,
    invitation:
      invitedAt === null || inviteExpiresAt === null || inviteMail === null
        ? null
        : { createdAt: invitedAt, expiresAt: inviteExpiresAt, mail: inviteMail },
  }
}

/** Undefined for someone who is not a member. */
export async function readRole(scope: OrgScope, userId: string): Promise<Role | undefined> {
  const found = await scope.db
    .selectFrom('membership')
    .select('role')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.role
}

/** Makes a user and member. @returns false when the e-mail address belongs to a user already, of whichever organization. */
export async function insertMember(scope: OrgScope, member: NewMember): Promise<boolean> {
  const user = await scope.db
    .insertInto('app_user')
    .values({
      id: member.userId,
      email: member.email,
      name: member.name,
      password_hash: member.passwordHash,
      created_at: member.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return false
  await scope.db
    .insertInto('membership')
    .values({
      org_id: scope.orgId,
      user_id: member.userId,
      role: member.role,
      created_at: member.createdAt,
    })
    .execute()
  return true
}

export async function updateRole(scope: OrgScope, userId: string, role: Role): Promise<void> {
  await scope.db
    .updateTable('membership')
    .set({ role })
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .execute()
}

export async function hasOtherOwner(scope: OrgScope, userId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('membership.user_id')
    .where('membership.org_id', '=', scope.orgId)
    .where('membership.user_id', '<>', userId)
    .where('membership.role', '=', 'owner')
    .where('app_user.password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a membership, sessions, tokens and links; the name stays, the address is freed. In a transaction. */
export async function deleteMember(scope: OrgScope, userId: string): Promise<void> {
  const deleted = await scope.db
    .deleteFrom('membership')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return
  await scope.db
    .updateTable('app_user')
    .set((eb) => ({
      name: eb.case().when('name', '=', '').then(eb.ref('email')).else(eb.ref('name')).end(),
      email: removedEmail(userId),
      password_hash: null,
    }))
    .where('id', '=', userId)
    .execute()
}

export interface Unassignment {
  actorKind: string
  actorId: string | null
  at: number
}

/** Takes every issue from a member, noted in each one's activity. Run in a transaction. */
export async function unassignIssues(
  scope: OrgScope,
  member: Pick<MemberRow, 'userId' | 'name' | 'email'>,
  { actorKind, actorId, at }: Unassignment,
): Promise<void> {
  const { userId, name, email } = member
  const details = JSON.stringify({ to: null, from: { id: userId, name, email } })
  const issues = scope.db
    .updateTable('issue')
    .set({ assignee_id: null })
    .where('org_id', '=', scope.orgId)
    .where('assignee_id', '=', userId)
  await scope.db
    .insertInto('issue_activity')
    .columns(['org_id', 'issue_id', 'at', 'actor_kind', 'actor_id', 'kind', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('issue')
        .select([
          'issue.org_id',
          'issue.id',
          sql<number>`cast(${at} as bigint)`.as('at'),
          sql<string>`cast(${actorKind} as text)`.as('actor_kind'),
          sql<string>`cast(${actorId} as text)`.as('actor_id'),
          sql<string>`cast(${'assigned'} as text)`.as('kind'),
          sql<string>`cast(${details} as text)`.as('details'),
        ])
        .where('issue.org_id', '=', scope.orgId)
        .where('issue.assignee_id', '=', userId),
    )
    .execute()
  await issues.execute()
}
