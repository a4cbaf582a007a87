import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { Lru } from '#platform/lru.ts'
import { bindingCommand, type SessionRoles } from './row-security.ts'
import type { Schema } from './schema.ts'
import type { Queries } from './scope.ts'

const CONNECT_MS = 5_000
/** Organizations whose query builder is kept; another one costs microseconds. */
const KEPT_ORGANIZATIONS = 1000
/**
 * Our queries read milliseconds' worth of rows through indexes that lie in memory: starting workers or compiling
 * costs more than it saves, and reading out of order little more than in order.
 */
const PLANNING = 'SET max_parallel_workers_per_gather = 0; SET jit = off; SET random_page_cost = 1.1'
const INT8 = 20
const NUMERIC = 1700

export interface BoundPoolOptions {
  /** That connections turn into; null: they stay the user who signed in. */
  roles: SessionRoles | null
  maxConnections: number
  /** A query that takes longer fails and ends its connection; absent: no limit. */
  queryTimeoutMs?: number | undefined
}

/** A pool whose connections come bound: nothing runs on one before it is said whose rows it may see. */
export class BoundPool {
  readonly #pool: pg.Pool
  /** The command that each connection was bound by last. */
  readonly #bindings = new WeakMap<pg.PoolClient, string>()
  readonly #roles: SessionRoles | null
  readonly #scoped = new Lru<number, Queries>(KEPT_ORGANIZATIONS)

  constructor(url: string, { roles, maxConnections, queryTimeoutMs }: BoundPoolOptions) {
    this.#roles = roles
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // Row locks of a node that was lost in the middle of a transaction end as well.
      ...(queryTimeoutMs && {
        query_timeout: queryTimeoutMs,
        idle_in_transaction_session_timeout: queryTimeoutMs,
      }),
      // A binding and the query behind it travel together.
      pipeline: true,
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    })
    // A pooled or checked-out client emits `error` when the server goes away; unheard, it ends the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      client.query(PLANNING).catch(() => {})
    })
  }

  /** Queries that see the rows of every organization. */
  ofAll(): Queries {
    return this.#queries(bindingCommand(this.#roles, null))
  }

  /** Queries that see the rows of one organization. */
  ofOrg(orgId: number): Queries {
    const known = this.#scoped.get(orgId)
    if (known) return known
    const queries = this.#queries(bindingCommand(this.#roles, orgId))
    this.#scoped.set(orgId, queries)
    return queries
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }

  #queries(binding: string): Queries {
    const pool: PostgresPool = {
      options: this.#pool.options,
      connect: () => this.#connect(binding),
      end: async () => {},
    }
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  }

  async #connect(binding: string): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const bindings = this.#bindings
    if (bindings.get(client) !== binding) return bind(client, binding, bindings)
    return client as PostgresPoolClient
  }
}

/**
 * Sends the binding, and does not wait for it: its answer is waited for with that of each query behind it, so
 * that nothing is taken from a connection that is not bound. Where it failed, the connection is not used again.
 */
function bind(
  client: pg.PoolClient,
  binding: string,
  bindings: WeakMap<pg.PoolClient, string>,
): PostgresPoolClient {
  bindings.delete(client)
  const bound = client.query(binding).then(() => {
    bindings.set(client, binding)
  })
  // Whoever queries hears of it.
  bound.catch(() => {})
  const query = async (sql: string, parameters: unknown[]) => {
    const [result] = await Promise.all([client.query(sql, parameters), bound])
    return result
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || bindings.get(client) !== binding),
  }
}

/** Whole numbers of PostgreSQL's wide types as JavaScript numbers: ours stay below 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown
}
