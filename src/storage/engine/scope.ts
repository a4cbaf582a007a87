import type { Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'

export type Queries = Kysely<Schema>

/** The organization a storage function runs for, named in every condition. `tenant-rules.test.ts` lists those without. */
export interface OrgScope {
  readonly db: Queries
  readonly orgId: number
  readonly orgUid: string
}

export type OrgKey = Pick<OrgScope, 'orgId' | 'orgUid'>
