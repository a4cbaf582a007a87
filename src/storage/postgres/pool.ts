import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { answersInOrder } from '#platform/answers-in-order.ts'
import { Lru } from '#platform/lru.ts'
import { FairTurns, type TurnOwner } from '#platform/turns/fair-turns.ts'
import type { MetDamage } from '../engine/met-damage.ts'
import type { Queries } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'
import { bindingCommand, type SessionRoles } from './row-security.ts'

const CONNECT_MS = 5_000
/** Owners whose query builder is kept; another one costs microseconds. */
const KEPT_OWNERS = 1000
/** Connections that reads of requests may have together, and changes; the others are for sign-in, ingest and readiness. */
const REQUEST_CONNECTIONS = { read: 4, write: 3 }
/** Queries read few rows through cached indexes: workers and JIT cost more than they save. */
const PLANNING = 'SET max_parallel_workers_per_gather = 0; SET jit = off; SET random_page_cost = 1.1'
/** How long a request waits for what someone else has locked; each waiting one holds a connection. Above what our own
 * transactions take. */
const LOCK_WAIT_MS = 5_000
const INT8 = 20
const NUMERIC = 1700

export interface BoundPoolOptions {
  /** That connections turn into; null: they stay the user who signed in. */
  roles: SessionRoles | null
  maxConnections: number
  applicationName: string
  /** A query that takes longer fails and ends its connection; absent: no limit. */
  queryTimeoutMs?: number | undefined
  /** The server ends a read of a request that takes longer, and no query waits long for a lock; absent: no limit. */
  requestTimeoutMs?: number | undefined
  /** Told how each statement went; absent: nobody is. */
  damage?: MetDamage
}

export type RequestKind = 'read' | 'write'

interface BoundWay {
  binding: string
  request?: { owner: TurnOwner; kind: RequestKind }
}

/** Binds a connection to rows, and to a time (ms) that a statement may take; null: what the server says. */
function bindingOf(roles: SessionRoles | null, orgId: number | null, limitMs: number | null = null): string {
  const limit = limitMs === null ? 'RESET statement_timeout' : `SET statement_timeout = ${limitMs}`
  return `${bindingCommand(roles, orgId)}; ${limit}`
}

export class BoundPool {
  readonly #pool: pg.Pool
  readonly #bindings = new WeakMap<pg.PoolClient, string>()
  readonly #roles: SessionRoles | null
  readonly #requestTimeoutMs: number | undefined
  readonly #damage: MetDamage | undefined
  readonly #scoped = new Lru<string, Queries>(KEPT_OWNERS)
  readonly #turns: Record<RequestKind, FairTurns>

  constructor(url: string, options: BoundPoolOptions) {
    const { roles, maxConnections, applicationName, queryTimeoutMs, requestTimeoutMs } = options
    this.#roles = roles
    this.#requestTimeoutMs = requestTimeoutMs
    this.#damage = options.damage
    const placesOf = (kind: RequestKind) => Math.min(REQUEST_CONNECTIONS[kind], maxConnections)
    // Row locks of a node that was lost in the middle of a transaction end as well.
    const idle = queryTimeoutMs ? `; SET idle_in_transaction_session_timeout = ${queryTimeoutMs}` : ''
    const lock = requestTimeoutMs ? `; SET lock_timeout = ${LOCK_WAIT_MS}` : ''
    this.#turns = { read: new FairTurns(placesOf('read')), write: new FairTurns(placesOf('write')) }
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
      pipeline: true,
      // By statements: poolers refuse what comes with the start of a connection. One without them is not used.
      onConnect: (client) => client.query(PLANNING + idle + lock),
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    })
    // A pooled or checked-out client emits `error` when the server goes away; unheard, it ends the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  ofAll(): Queries {
    return this.#queries({ binding: bindingOf(this.#roles, null) })
  }

  ofOrg(orgId: number): Queries {
    return this.#kept(`${orgId}`, { binding: bindingOf(this.#roles, orgId) })
  }

  ofOwner(owner: TurnOwner, kind: RequestKind): Queries {
    const limit = kind === 'read' ? (this.#requestTimeoutMs ?? null) : null
    const binding = bindingOf(this.#roles, owner.orgId, limit)
    return this.#kept(`${kind} ${owner.orgId} ${owner.userId ?? ''}`, { binding, request: { owner, kind } })
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }

  #kept(name: string, way: BoundWay): Queries {
    return this.#scoped.getOr(name, () => this.#queries(way))
  }

  #queries({ binding, request }: BoundWay): Queries {
    const pool: PostgresPool = {
      options: this.#pool.options,
      connect: () => (request ? this.#connectInTurn(binding, request) : this.#connect(binding)),
      end: async () => {},
    }
    const dialect = new PostgresDialect({ pool })
    return new Kysely<Schema>({ dialect, ...(this.#damage && { log: this.#damage.note }) })
  }

  async #connectInTurn(
    binding: string,
    { owner, kind }: NonNullable<BoundWay['request']>,
  ): Promise<PostgresPoolClient> {
    const turn = await this.#turns[kind].take(owner)
    try {
      const client = await this.#connect(binding)
      const query = client.query.bind(client) as PostgresPoolClient['query']
      const release = (destroy?: boolean): void => {
        client.release(destroy)
        turn.release()
      }
      return { query, release } as PostgresPoolClient
    } catch (error) {
      turn.release()
      throw error
    }
  }

  async #connect(binding: string): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const bindings = this.#bindings
    if (bindings.get(client) !== binding) return bind(client, binding, bindings)
    return client as PostgresPoolClient
  }
}

/** Not awaited: each query behind it waits for the answer. A connection that failed to bind is not reused. */
function bind(
  client: pg.PoolClient,
  binding: string,
  bindings: WeakMap<pg.PoolClient, string>,
): PostgresPoolClient {
  bindings.delete(client)
  const bound = client.query(binding).then(() => {
    bindings.set(client, binding)
  })
  // The query reports it.
  bound.catch(() => {})
  const query = async (sql: string, parameters: unknown[]) => {
    const [, result] = await answersInOrder([bound, client.query(sql, parameters)])
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
