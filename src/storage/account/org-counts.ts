import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Things that an organization may have a number of. */
export type CountedThing = keyof typeof ROWS

/** Without deleted projects. */
export function countInOrg(scope: OrgScope, thing: CountedThing): Promise<number> {
  return countRows(scope, ROWS[thing](scope))
}

const ROWS = {
  projects: ({ db, orgId }: OrgScope) =>
    db.selectFrom('project').select('id').where('org_id', '=', orgId).where('deleted_at', 'is', null),
  members: ({ db, orgId }: OrgScope) =>
    db.selectFrom('membership').select('user_id').where('org_id', '=', orgId),
  rules: ({ db, orgId }: OrgScope) => db.selectFrom('alert_rule').select('id').where('org_id', '=', orgId),
  webhooks: ({ db, orgId }: OrgScope) => db.selectFrom('webhook').select('id').where('org_id', '=', orgId),
  comments: ({ db, orgId }: OrgScope) =>
    db.selectFrom('issue_comment').select('id').where('org_id', '=', orgId),
  sharedViews: ({ db, orgId }: OrgScope) =>
    db.selectFrom('saved_view').select('id').where('org_id', '=', orgId).where('user_id', 'is', null),
}
