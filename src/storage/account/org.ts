import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'

export interface NewOrganization {
  orgUid: string
  orgName: string
  userId: string
  email: string
  userName: string
  passwordHash: string
  createdAt: number
}

/** Makes an organization and its owner, in a transaction; null if the e-mail address is taken. */
export async function insertOrganization(tx: Queries, organization: NewOrganization): Promise<OrgKey | null> {
  const user = await tx
    .insertInto('app_user')
    .values({
      id: organization.userId,
      email: organization.email,
      name: organization.userName,
      password_hash: organization.passwordHash,
      created_at: organization.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  const org = await tx
    .insertInto('org')
    .values({ uid: organization.orgUid, name: organization.orgName, created_at: organization.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('membership')
    .values({ org_id: org.id, user_id: user.id, role: 'owner', created_at: organization.createdAt })
    .execute()
  return { orgId: org.id, orgUid: organization.orgUid }
}

export async function organizationMadeAt({ db, orgId }: Pick<OrgScope, 'db' | 'orgId'>): Promise<number> {
  const row = await db
    .selectFrom('org')
    .select('created_at')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return row.created_at
}

export interface OrgSettings {
  name: string
  requires_two_factor: boolean
}

export async function readOrgSettings({ db, orgId }: OrgScope): Promise<OrgSettings> {
  const row = await db
    .selectFrom('org')
    .select(['name', 'requires_two_factor'])
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { ...row, requires_two_factor: row.requires_two_factor === 1 }
}

export async function updateOrgSettings(
  { db, orgId }: OrgScope,
  { name, requires_two_factor }: OrgSettings,
): Promise<void> {
  await db
    .updateTable('org')
    .set({ name, requires_two_factor: requires_two_factor ? 1 : 0 })
    .where('id', '=', orgId)
    .execute()
}

/** All organizations, oldest first. */
export async function listOrganizations(db: Queries): Promise<(OrgKey & { name: string })[]> {
  return db.selectFrom('org').select(['id as orgId', 'uid as orgUid', 'name']).orderBy('id').execute()
}

/** Row whose insertion only one transaction can do: two first Owners at once would both see no user. */
const FIRST_OWNER = 'first_owner'

/** Makes the first organization and its owner, in a transaction; null if any user exists. */
export async function insertFirstOrganization(
  tx: Queries,
  organization: NewOrganization,
): Promise<OrgKey | null> {
  const claim = await tx
    .insertInto('setting')
    .values({ name: FIRST_OWNER, value: organization.userId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!claim) return null
  const user = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return user ? null : insertOrganization(tx, organization)
}

/** Until the transaction ends, no other gets past this call; make it before reading what is to stay as it is: members, or
 * how many there are of a thing. Rows that refer to the organization can be added meanwhile (`NO KEY`), so the pipeline
 * doesn't wait. */
export async function lockOrg({ db, orgId }: OrgScope): Promise<void> {
  await db.selectFrom('org').select('id').where('id', '=', orgId).forNoKeyUpdate().execute()
}
