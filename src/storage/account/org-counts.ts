import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

/** Things that an organization may have a number of. */
export type CountedThing = keyof typeof COUNTS

const COUNT = sql<number>`count(*)`.as('count')

/** Without deleted projects. */
export async function countInOrg(scope: OrgScope, thing: CountedThing): Promise<number> {
  const { count } = await COUNTS[thing](scope).executeTakeFirstOrThrow()
  return Number(count)
}

const COUNTS = {
  projects: ({ db, orgId }: OrgScope) =>
    db.selectFrom('project').select(COUNT).where('org_id', '=', orgId).where('deleted_at', 'is', null),
  members: ({ db, orgId }: OrgScope) => db.selectFrom('membership').select(COUNT).where('org_id', '=', orgId),
  rules: ({ db, orgId }: OrgScope) => db.selectFrom('alert_rule').select(COUNT).where('org_id', '=', orgId),
  webhooks: ({ db, orgId }: OrgScope) => db.selectFrom('webhook').select(COUNT).where('org_id', '=', orgId),
  comments: ({ db, orgId }: OrgScope) =>
    db.selectFrom('issue_comment').select(COUNT).where('org_id', '=', orgId),
  sharedViews: ({ db, orgId }: OrgScope) =>
    db.selectFrom('saved_view').select(COUNT).where('org_id', '=', orgId).where('user_id', 'is', null),
}
