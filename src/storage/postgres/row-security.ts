import { sql } from 'kysely'
import type { Queries } from '../engine/scope.ts'

/* Row-level security: docs/decisions/0033-row-level-security.md. */

/** Whose rows a connection may touch: the row key of an organization, or `ALL`. Not set: every access fails. */
const SETTING = 'errata.org_id'
const ALL = 0
/** Turned into for work on one organization: bound by the setting to its rows. */
const TENANT = 'errata_tenant'
/** The role for work that spans organizations. It is never a superuser. */
const SERVICE = 'errata_service'
const JOURNAL_TABLES = 'journal\\_%'

export interface SessionRoles {
  schema: string
}

/** The statements that bind a connection to one organization, or to all of them (null). */
export function bindingCommand(roles: SessionRoles | null, orgId: number | null): string {
  const bind = `SET ${SETTING} = '${orgId ?? ALL}'`
  if (!roles) return bind
  const role = orgId === null ? SERVICE : TENANT
  return `SET ROLE ${role}; SET search_path TO "${roles.schema.replaceAll('"', '""')}"; ${bind}`
}

/** Makes missing roles and lets the user switch to them. Another node may do so too (`internal_error`). */
const MAKE_ROLES = [TENANT, SERVICE].map(
  (role) => `
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
        CREATE ROLE ${role} NOLOGIN;
      END IF;
      GRANT ${role} TO CURRENT_USER;
    EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error OR insufficient_privilege THEN NULL;
    END $$`,
)

/** The roles for connections to turn into; null if the present user can neither use nor make them. */
export async function prepareRoles(owner: Queries): Promise<SessionRoles | null> {
  if (!(await canUseRoles(owner))) {
    for (const statement of MAKE_ROLES) await sql.raw(statement).execute(owner)
    if (!(await canUseRoles(owner))) return null
  }
  const { rows } = await sql<SessionRoles>`SELECT current_schema() AS schema`.execute(owner)
  return rows[0] ?? null
}

/** Undefined role, and no right to become it. */
const REFUSED_ROLE = ['22023', '42501']

async function canUseRoles(owner: Queries): Promise<boolean> {
  try {
    return await owner.transaction().execute(async (tx) => {
      for (const role of [TENANT, SERVICE]) await sql`SET LOCAL ROLE ${sql.id(role)}`.execute(tx)
      const { rows } = await sql<{ above: boolean }>`
        SELECT bool_or(rolsuper OR rolbypassrls) AS above FROM pg_roles
        WHERE rolname IN (${TENANT}, ${SERVICE})`.execute(tx)
      return rows[0]?.above === false
    })
  } catch (error) {
    if (REFUSED_ROLE.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/**
 * Puts tables that have an organization under policies, owner included, unless they are already. Run it
 * before the migrations, so that they see the rows, and after them, for new tables.
 */
export async function secureRows(tx: Queries, roles: SessionRoles | null): Promise<void> {
  const policies = { ...(roles && ROLE_POLICIES), ...(await loginPolicies(tx)) }
  for (const { name, column } of await unsecuredTables(tx, Object.keys(policies))) {
    const table = sql.table(name)
    await sql`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`.execute(tx)
    await sql`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`.execute(tx)
    for (const [policy, { role, visible }] of Object.entries(policies)) {
      const earlier = policy.replace(LOGIN_POLICY, EARLIER_LOGIN_POLICY)
      for (const old of new Set([policy, earlier])) {
        await sql`DROP POLICY IF EXISTS ${sql.id(old)} ON ${table}`.execute(tx)
      }
      await sql`CREATE POLICY ${sql.id(policy)} ON ${table} TO ${sql.raw(role)}
        USING (${sql.raw(visible(column))})`.execute(tx)
    }
  }
  if (roles) await grantTables(tx, roles)
}

interface Policy {
  role: string
  visible: (column: string) => string
}

const LOGIN_POLICY = 'org_rows_user_'
/** The same of versions before, which read the setting for every row. */
const EARLIER_LOGIN_POLICY = 'org_rows_login_'

const BOUND = `current_setting('${SETTING}')`

/** One equality, the same as in each statement: planned as without a policy, compared once per statement. */
const ROLE_POLICIES: Record<string, Policy> = {
  org_rows_tenant: { role: TENANT, visible: (column) => `${column} = ${BOUND}::bigint` },
  org_rows_service: { role: SERVICE, visible: () => 'true' },
}

/** For the user who signs in: schema changes, or all without roles. The subquery runs once per statement. */
async function loginPolicies(tx: Queries): Promise<Record<string, Policy>> {
  const { rows } = await sql<{
    oid: string
  }>`SELECT oid::text FROM pg_roles WHERE rolname = current_user`.execute(tx)
  const bound = `nullif((SELECT ${BOUND}::bigint), ${ALL})`
  const visible = (column: string) => `(${column} = ${bound}) IS NOT FALSE`
  return { [`${LOGIN_POLICY}${rows[0]?.oid}`]: { role: 'CURRENT_USER', visible } }
}

/** Tables with rows of organizations (`org` itself by its key) where one of these policies is not in force. */
async function unsecuredTables(
  tx: Queries,
  policies: string[],
): Promise<{ name: string; column: 'org_id' | 'id' }[]> {
  const { rows } = await sql<{ name: string; column: 'org_id' | 'id' }>`
    SELECT c.relname AS name, a.attname AS column
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
      AND (a.attname = 'org_id' OR (c.relname = 'org' AND a.attname = 'id'))
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND c.relname NOT LIKE ${JOURNAL_TABLES}
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND ${policies.length} = (
        SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = ANY(${policies})))
    ORDER BY 1`.execute(tx)
  return rows
}

/** The service's own tables: work for one organization may not touch them. */
const SERVICE_TABLES = ['consumer', 'lease', 'login_failure', 'schema_version', 'setting']

async function grantTables(tx: Queries, { schema }: SessionRoles): Promise<void> {
  const { rows } = await sql<{ table: string; role: string }>`
    SELECT c.relname AS table, r.rolname AS role
    FROM pg_class c CROSS JOIN pg_roles r
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND c.relname NOT LIKE ${JOURNAL_TABLES} AND r.rolname IN (${TENANT}, ${SERVICE})
      AND NOT (r.rolname = ${TENANT} AND c.relname = ANY(${SERVICE_TABLES}))
      AND NOT has_table_privilege(r.oid, c.oid, 'DELETE')
    ORDER BY 1, 2`.execute(tx)
  for (const role of new Set(rows.map((row) => row.role))) {
    await sql`GRANT USAGE ON SCHEMA ${sql.id(schema)} TO ${sql.id(role)}`.execute(tx)
  }
  for (const { table, role } of rows) {
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ${sql.table(table)} TO ${sql.id(role)}`.execute(tx)
  }
}

export async function isBound(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`SELECT row_security_active('org') AS bound`.execute(queries)
  return rows[0]?.bound ?? false
}
