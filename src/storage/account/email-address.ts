import { type ExpressionBuilder, sql } from 'kysely'
import type { Dialect } from '../engine/migrate.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'
import { dialectOf, matchesEmail, withinTime } from '../search/text-match.ts'

const MOST_COMPARED = 200_000

/** User addresses matching a lower-case pattern, as `matchesEmail` does; null if more than `most`. */
export async function findEmails(scope: OrgScope, pattern: string, most: number): Promise<string[] | null> {
  const dialect = dialectOf(scope)
  const compared = addressesOf(scope).limit(MOST_COMPARED)
  const rows = await scope.db
    .selectFrom(compared.as('compared'))
    .select('email')
    .where(withinTime(dialect))
    .where(matchesEmail(dialect, 'email', pattern))
    .limit(most + 1)
    .execute()
  return rows.length > most ? null : rows.map(({ email }) => email)
}

export async function hasMoreEmails(scope: OrgScope): Promise<boolean> {
  const beyond = addressesOf(scope).where('email', '>', '').offset(MOST_COMPARED).limit(1)
  return (await beyond.executeTakeFirst()) !== undefined
}

function addressesOf(scope: OrgScope) {
  return scope.db.selectFrom('email_address').select('email').where('org_id', '=', scope.orgId)
}

export interface AddressPage {
  /** In key order, the addresses after this one; empty for the first. */
  after: string
  limit: number
}

/** Deletes a page's unused addresses, in a transaction. @returns the last of the page; null at the end. */
export async function dropUnusedAddresses(
  scope: OrgScope,
  dialect: Dialect,
  { after, limit }: AddressPage,
): Promise<string | null> {
  const page = await scope.db
    .selectFrom('email_address')
    .select((eb) => ['email', eb.exists(usesOf(eb, scope)).as('used')])
    .where('org_id', '=', scope.orgId)
    .where('email', '>', after)
    .orderBy('email')
    .limit(limit)
    .execute()
  const unused = page.filter(({ used }) => !used).map(({ email }) => email)
  if (unused.length > 0) await dropAddresses(scope, dialect, unused)
  return page.length < limit ? null : page.at(-1)!.email
}

/** A batch may be about to use one again: the lock waits for those that are, and the rest is looked at again. */
async function dropAddresses(scope: OrgScope, dialect: Dialect, emails: readonly string[]): Promise<void> {
  if (dialect === 'postgres') {
    await sql`LOCK TABLE email_address IN SHARE ROW EXCLUSIVE MODE`.execute(scope.db)
  }
  await scope.db
    .deleteFrom('email_address')
    .where('org_id', '=', scope.orgId)
    .where('email', 'in', emails)
    .where((eb) => eb.not(eb.exists(usesOf(eb, scope))))
    .execute()
}

function usesOf(eb: ExpressionBuilder<Schema, 'email_address'>, { orgId }: OrgScope) {
  return eb
    .selectFrom('issue_email')
    .select('issue_email.issue_id')
    .where('issue_email.org_id', '=', orgId)
    .whereRef('issue_email.email', '=', 'email_address.email')
}
