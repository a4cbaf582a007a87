import type { Updateable } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import type { AppUserTable } from '../schema/account.ts'

/** A former member's row keeps an email address without an @, which nobody can have. */
export function removedEmail(userId: string): string {
  return `removed-${userId}`
}

/** A user's e-mail address; null if they have left, and for other actors. */
export function presentEmail(email: string | null): string | null {
  return email?.includes('@') ? email : null
}

/** Null for a member without a password, or an unknown one. */
export async function findPasswordHash(scope: OrgScope, userId: string): Promise<string | null> {
  const row = await passwordHashOf(scope, userId).executeTakeFirst()
  return row?.passwordHash ?? null
}

/** The same; it does not change until the transaction ends. */
export async function lockPasswordHash(scope: OrgScope, userId: string): Promise<string | null> {
  const row = await passwordHashOf(scope, userId).forUpdate().executeTakeFirst()
  return row?.passwordHash ?? null
}

/** Without a join, so that a lock is one of the user alone. */
function passwordHashOf(scope: OrgScope, userId: string) {
  return scope.db
    .selectFrom('app_user')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('membership').select('user_id').where('org_id', '=', scope.orgId),
    )
}

export function updatePasswordHash(scope: OrgScope, userId: string, passwordHash: string): Promise<void> {
  return updateUser(scope, userId, { password_hash: passwordHash })
}

export function updateAccount(
  scope: OrgScope,
  userId: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<void> {
  return updateUser(scope, userId, { name, password_hash: passwordHash })
}

export function updateName(scope: OrgScope, userId: string, name: string): Promise<void> {
  return updateUser(scope, userId, { name })
}

export function touchUser(scope: OrgScope, userId: string, at: number): Promise<void> {
  return updateUser(scope, userId, { last_seen_at: at })
}

/** A user's row names no organization: nothing changes unless they are a member of this one. */
async function updateUser(scope: OrgScope, userId: string, columns: Updateable<AppUserTable>): Promise<void> {
  await scope.db
    .updateTable('app_user')
    .set(columns)
    .where('id', '=', userId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('membership').select('user_id').where('org_id', '=', scope.orgId),
    )
    .execute()
}
