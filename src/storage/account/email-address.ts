import { type ExpressionBuilder, sql } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import { endOfPrefix } from '../engine/like-pattern.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'
import { matchesEmail, withinTime } from '../search/text-match.ts'

const MOST_COMPARED = 200_000

interface FoundEmails {
  /** Null if there are more than `most`. */
  emails: string[] | null
  /** True if there are addresses that the pattern was not compared with. */
  isCut: boolean
}

/** User addresses matching a lower-case pattern, as `matchesEmail` does. */
export async function findEmails(scope: OrgScope, pattern: string, most: number): Promise<FoundEmails> {
  const dialect = dialectOf(scope)
  const beyond = await addressesFor(scope, pattern)
    .orderBy('email')
    .offset(MOST_COMPARED)
    .limit(1)
    .executeTakeFirst()
  let compared = addressesFor(scope, pattern)
  if (beyond !== undefined) compared = compared.where('email', '<', beyond.email)
  const rows = await compared
    .where(withinTime(dialect))
    .where(matchesEmail(dialect, 'email', pattern))
    .limit(most + 1)
    .execute()
  const emails = rows.length > most ? null : rows.map(({ email }) => email)
  return { emails, isCut: beyond !== undefined }
}

/** On SQLite, which orders them byte by byte, only the ones that begin as the pattern does; PostgreSQL may order otherwise. */
function addressesFor(scope: OrgScope, pattern: string) {
  const addresses = scope.db.selectFrom('email_address').select('email').where('org_id', '=', scope.orgId)
  if (dialectOf(scope) !== 'sqlite') return addresses
  const start = pattern.includes('*') ? pattern.split('*', 1)[0]! : ''
  return addresses.where('email', '>=', start).where('email', '<', endOfPrefix(start))
}

export interface AddressPage {
  /** In key order, the addresses after this one; empty for the first. */
  after: string
  limit: number
}

/** Deletes a page's unused addresses, in a transaction. @returns the last of the page; null at the end. */
export async function dropUnusedAddresses(
  scope: OrgScope,
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
  if (unused.length > 0) await dropAddresses(scope, unused)
  return page.length < limit ? null : page.at(-1)!.email
}

/** A batch may be about to use one again: the lock waits for such batches, then what is unused is looked up again. */
async function dropAddresses(scope: OrgScope, emails: readonly string[]): Promise<void> {
  if (dialectOf(scope) === 'postgres') {
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
