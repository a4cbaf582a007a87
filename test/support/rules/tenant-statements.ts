import pg from 'pg'

/** A statement on a table with an organization that could touch rows of several. */
export interface LooseStatement {
  table: string
  statement: string
}

/** The connections of the service turn into one of these; what tests ask of PostgreSQL themselves, they ask as others. */
const SERVICE_ROLES = ['errata_tenant', 'errata_service']
/** The planner folds away what it can see; with no value given, what the statement says is all it has. */
const PLANNED = 'SET plan_cache_mode = force_generic_plan'
const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'TID Cond',
]

interface Plan extends Record<string, unknown> {
  'Relation Name'?: string
  Alias?: string
  Plans?: Plan[]
}

/** The statements that the service has run on this cluster since it started, without their values. */
export async function statementsRun(cluster: string): Promise<string[]> {
  return withClient(cluster, async (client) => {
    const { rows } = await client.query<{ query: string }>(
      `SELECT DISTINCT query FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
       WHERE rolname = ANY ($1) ORDER BY query`,
      [SERVICE_ROLES],
    )
    // A constant stands as a parameter there, and this one may not be one.
    return rows.map(({ query }) => query.replaceAll(/extract\(\$\d+ FROM/gi, 'extract(epoch FROM'))
  })
}

/** Statements that may span organizations, by a part of each (white space folded), and why. */
const SPANNING: [part: string, why: string][] = [
  ['"session"."id" as "sessionId"', 'who calls is found out before the organization is known'],
  ['"agent_token"."id" as "tokenId"', 'the same'],
  ['"app_user"."password_hash" as', 'the same, for a login'],
  ['"dsn_key"."secret_hash" as', 'the same, for a DSN key'],
  ['from "session" where "token_hash" in', 'which of the open streams still have a session'],
  ['from "password_link"', 'the secret of a link says whose it is'],
  ['from "project" inner join "org"', 'rounds over every project, and the project that a path names'],
  ['from "project" where "deleted_at" is null', 'settings of all projects, for the pipeline'],
  [
    'from "issue" inner join "org" on "org"."id" = "issue"."org_id" where "issue"."snooze_until"',
    'ends snoozes',
  ],
  ['select "issue_fix"."id", "issue"."uid" as "issueUid"', 'finds the fixes that are due'],
  ['delete from "notice" where "created_at"', 'drops old notices'],
  ['update "project" set "retention_allowed"', 'an operator allows what retention holds back'],
  ['from "issue" where "id" in', 'locks the issues of a batch, which has several organizations'],
  ['from "project" where "id" in', 'reads the projects of a batch'],
  ['select max("seq") as "seq" from "event"', '`verify` compares the next key with every table'],
  ['WITH RECURSIVE waiting', 'names it in a way that PostgreSQL cannot plan without the constants'],
  ['UPDATE issue_hour SET event_count = folded.total', 'the same'],
  // What tests ask for themselves through a connection of the product.
  ['update "release_file" set "used_at" = $1 where "name" =', 'a test'],
  ['from "issue" where "project_id" = $1 order by', 'a test'],
  ['where "title" =', 'a test'],
  [
    'SELECT DISTINCT "org_id" AS org FROM',
    'a test of row-level security, which stands in for what is missing here',
  ],
  ['from "webhook_delivery" where "webhook_id" = $1 order by', 'a test'],
]

/**
 * Those that read or change a table with `org_id` and don't say for which organization. PostgreSQL itself
 * says: in the plan of a statement that does, every table has a condition `org_id = …`, taken over from a joined one if need be.
 * @param database with every table, and no row
 */
export async function looseStatements(
  database: string,
  statements: readonly string[],
): Promise<LooseStatement[]> {
  return withClient(database, async (client) => {
    await client.query(PLANNED)
    const tenants = await tablesOfOrganizations(client)
    const loose: LooseStatement[] = []
    for (const statement of statements.map((text) => text.replaceAll(/\s+/g, ' '))) {
      if (SPANNING.some(([part]) => statement.includes(part)) || !mentions(statement, tenants)) continue
      const tables = await planOf(client, statement).then(
        (plan) => (plan ? unnamedTables(plan, tenants) : []),
        (error: Error) => [`not planned (${error.message})`],
      )
      for (const table of tables) loose.push({ table, statement })
    }
    return loose
  })
}

function mentions(statement: string, tables: ReadonlySet<string>): boolean {
  return statement.split(/\W+/).some((word) => tables.has(word))
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function tablesOfOrganizations(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'org_id' AND table_schema = 'public'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Null for what has no plan: it reads no table. */
async function planOf(client: pg.Client, statement: string): Promise<Plan | null> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement)) return null
  await client.query(`PREPARE judged AS ${statement}`)
  try {
    const { rows: prepared } = await client.query<{ count: number }>(
      `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'judged'`,
    )
    const values = Array.from({ length: prepared[0]?.count ?? 0 }, () => 'NULL').join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE judged${values && `(${values})`}`,
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('DEALLOCATE judged')
  }
}

/** PostgreSQL gives each use of a table an alias of its own, so that conditions say which one they are about. */
function unnamedTables(plan: Plan, tenants: ReadonlySet<string>): string[] {
  const nodes = nodesOf(plan)
  const conditions = nodes.flatMap((node) => CONDITIONS.map((kind) => String(node[kind] ?? ''))).join('\n')
  const named = namedAliases(conditions.replaceAll('"', ''), nodes)
  return nodes
    .filter((node) => node['Node Type'] !== 'ModifyTable' && tenants.has(node['Relation Name'] ?? ''))
    .filter(({ Alias = '' }) => !named.has(Alias))
    .map((node) => node['Relation Name']!)
}

/** Those whose `org_id` equals a value, or the one of another alias that does. */
function namedAliases(text: string, nodes: readonly Plan[]): Set<string> {
  const organizations = nodes.filter((node) => node['Relation Name'] === 'org').map(({ Alias }) => Alias!)
  const conditions = organizations.reduce((all, org) => all.replaceAll(`${org}.id`, `${org}.org_id`), text)
  const named = new Set<string>()
  const joined: [string, string][] = []
  for (const [, alias, list, other] of conditions.matchAll(/(\w+)\.org_id = (ANY )?(?:(\w+)\.org_id\b)?/g)) {
    if (other !== undefined) joined.push([alias!, other], [other, alias!])
    else if (list === undefined) named.add(alias!)
  }
  for (const [, alias] of conditions.matchAll(/(?<!\.org_id) = (\w+)\.org_id\b/g)) named.add(alias!)
  let before: number
  do {
    before = named.size
    for (const [one, other] of joined) if (named.has(one)) named.add(other)
  } while (named.size > before)
  return named
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
