import type { Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/** A connection or an open transaction on it; `Transaction<Schema>` fits as well. */
export type Queries = Kysely<Schema>

/**
 * The organization on whose behalf a storage function runs. Every storage function but those of
 * `credentials.ts` takes it first and names `orgId` in every condition.
 */
export interface OrgScope {
  readonly db: Queries
  /** Row key of the organization. */
  readonly orgId: number
  /** Its public UUID. */
  readonly orgUid: string
}
