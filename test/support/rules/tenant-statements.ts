import pg from 'pg'
import { maySpan } from './spanning-statements.ts'

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

/**
 * Those that read or change a table with `org_id` and don't say for which organization. PostgreSQL itself
 * says: in the plan of a statement that does, every table has a condition `org_id = …`, taken over from a joined one if need be.
 * @param database with every table, and no row
 * @param ofTests those that tests ask for themselves
 */
export async function looseStatements(
  database: string,
  statements: readonly string[],
  ofTests: readonly string[] = [],
): Promise<LooseStatement[]> {
  return withClient(database, async (client) => {
    await client.query(PLANNED)
    const tenants = await tablesOfOrganizations(client)
    const loose: LooseStatement[] = []
    const own = new Set(ofTests.map(shapeOf))
    for (const statement of statements.map(folded)) {
      if (own.has(shapeOf(statement)) || maySpan(statement) || !mentions(statement, tenants)) continue
      const tables = await planOf(client, statement).then(
        (plan) => (plan ? unnamedTables(plan, tenants) : []),
        (error: Error) => [`not planned (${error.message})`],
      )
      for (const table of tables) loose.push({ table, statement })
    }
    return loose
  })
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Without its constants, which only the text of a test still has. */
function shapeOf(text: string): string {
  return folded(text)
    .trim()
    .replaceAll(/\$\d+|'(?:[^']|'')*'|\b(?:\d+|null)\b/gi, '?')
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
  await prepare(client, statement)
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

/**
 * What was a number may be taken for a text now that it is a parameter. If so, each is called a number but those that
 * PostgreSQL then complains about.
 */
async function prepare(client: pg.Client, statement: string): Promise<void> {
  const attempt = (text: string) => client.query(`${PREPARE}${text}`).then(() => null, asDatabaseError)
  const first = await attempt(statement)
  if (first === null) return
  const parts = statement.split(/(\$\d+)/)
  const numbers = new Set(parts.keys().filter((place) => place % 2 === 1))
  while (numbers.size > 0) {
    const cast = parts.map((part, place) => (numbers.has(place) ? `${part}${NUMBER}` : part))
    const failure = await attempt(cast.join(''))
    if (failure === null) return
    numbers.delete(nearest(cast, numbers, Number(failure.position) - PREPARE.length))
  }
  throw first
}

const PREPARE = 'PREPARE judged AS '
const NUMBER = '::bigint'

function asDatabaseError(error: unknown): pg.DatabaseError {
  if (error instanceof pg.DatabaseError) return error
  throw error
}

/** @returns which of `places` is nearest to a position of the joined parts. */
function nearest(parts: readonly string[], places: ReadonlySet<number>, position: number): number {
  let [best, leastDistance, start] = [0, Number.POSITIVE_INFINITY, 0]
  for (const [place, part] of parts.entries()) {
    const distance = Math.abs(start - position)
    if (places.has(place) && !(distance >= leastDistance)) [best, leastDistance] = [place, distance]
    start += part.length
  }
  return best === 0 ? [...places][0]! : best
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
