import { type RawBuilder, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

/** The columns that say who did something: `user`, `token` or `system`, and the id of that user or token. */
export interface ActorColumns {
  kind: string
  id: string
}

/** An actor's current name or label, and e-mail (a token: its creator's). Null for the service or if gone. */
export function actorNames(
  { orgId }: OrgScope,
  columns: ActorColumns,
): Record<'name' | 'email' | 'shown', RawBuilder<string | null>> {
  const kind = sql.ref(columns.kind)
  const id = sql.ref(columns.id)
  const token = sql`FROM agent_token WHERE agent_token.org_id = ${orgId} AND agent_token.id = ${id}`
  const name = sql<string | null>`CASE ${kind}
      WHEN 'user' THEN (SELECT app_user.name FROM app_user WHERE app_user.id = ${id})
      WHEN 'token' THEN (SELECT agent_token.label ${token}) END`
  const email = sql<string | null>`CASE ${kind}
      WHEN 'user' THEN (SELECT app_user.email FROM app_user WHERE app_user.id = ${id})
      WHEN 'token' THEN (SELECT app_user.email FROM app_user
        WHERE app_user.id = (SELECT agent_token.user_id ${token})) END`
  return { name, email, shown: sql`COALESCE(NULLIF(${name}, ''), ${email})` }
}
