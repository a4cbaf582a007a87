import { Kysely } from 'kysely'
import { Lru } from '#platform/lru.ts'
import { FairTurns, SERVICE, type TurnOwner } from '#platform/turns/fair-turns.ts'
import type { MetDamage } from '../engine/met-damage.ts'
import type { Queries } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'
import { TRUNCATE_LOG } from './connection.ts'
import { laneDialect, sqliteDialect } from './dialect.ts'
import { fairLane, type Lane, OutsideLock, type SqliteLanes } from './lanes.ts'
import { directRunner, type SqliteRunner, threadRunners } from './pool.ts'

export interface SqliteEngine {
  /** For the service itself: its reads never wait for those of an organization. */
  queries: Queries
  /** For requests of an organization's members: they take turns with everybody else's. */
  ofOwner(owner: TurnOwner): Queries
  /** Empties the write-ahead log, unless it is in use. */
  clearDeleted(): Promise<void>
  close(): Promise<void>
}

/** What is read or changed for requests takes longer than this of a thread's CPU time only if it was made to. */
const READ_CPU_MS = 400
/**
 * Taken as they fill. The first reader's holds the index of a 50,000-issue list; the second serves requests
 * meanwhile. The pipeline touches the most pages; the service's own reads are single rows.
 */
const CACHE_KIB = { pipeline: 8 * 1024, readers: [24 * 1024, 8 * 1024], service: 1024, writer: 1024 }
/** Owners whose query builder is kept; another one costs microseconds. */
const KEPT_OWNERS = 1000

/** Opens the file on the calling thread; for threads whose whole job is the database. */
export async function openDirect(file: string, foreignKeys: boolean): Promise<SqliteEngine> {
  const runner = directRunner({ file, readonly: false, cacheKib: CACHE_KIB.pipeline, foreignKeys })
  const queries = new Kysely<Schema>({ dialect: sqliteDialect(runner) })
  return {
    queries,
    ofOwner: () => queries,
    clearDeleted: () => clearLog(runner),
    close: () => queries.destroy(),
  }
}

export interface ThreadWatch {
  onEnded: (error: Error) => void
  damage: MetDamage
}

/** Two readers for requests, the second on demand; a writer, which also reads for the service itself. */
export async function openOnThreads(file: string, { onEnded, damage }: ThreadWatch): Promise<SqliteEngine> {
  const own = { file, foreignKeys: true, cpuLimitMs: null }
  const [writer, service] = threadRunners(
    [
      // It does not hold up the service's reads, which share its thread, while the file is locked.
      { ...own, readonly: false, cacheKib: CACHE_KIB.writer, lockWaitMs: 0 },
      { ...own, readonly: true, cacheKib: CACHE_KIB.service },
    ],
    onEnded,
  ) as [SqliteRunner, SqliteRunner]
  await writer.run('select 1', [])
  const readers = CACHE_KIB.readers.flatMap((cacheKib) =>
    threadRunners([{ ...own, readonly: true, cacheKib, cpuLimitMs: READ_CPU_MS }], onEnded),
  )
  // The connection that closes last folds the write-ahead log into the file.
  const close = async (): Promise<void> => {
    await Promise.all(readers.map((reader) => reader.close()))
    await writer.close()
  }
  return enginesOf({ writer, readers, service, damage, close })
}

interface Threads {
  writer: SqliteRunner
  readers: SqliteRunner[]
  service: SqliteRunner
  damage: MetDamage
  close(): Promise<void>
}

function enginesOf({ writer, readers, service, damage, close }: Threads): SqliteEngine {
  const writes = { turns: new FairTurns(1), runners: [writer], lock: new OutsideLock() }
  const reading = { turns: new FairTurns(readers.length), runners: readers }
  const lanesOf = (owner: TurnOwner, reads: Lane): SqliteLanes => ({
    writer: fairLane(writes, owner),
    reads,
    close: async () => {},
  })
  const builder = (lanes: SqliteLanes): Queries =>
    new Kysely<Schema>({ dialect: laneDialect(lanes), log: damage.note })
  const kept = new Lru<string, Queries>(KEPT_OWNERS)
  return {
    queries: builder(lanesOf(SERVICE, singleReads(service))),
    ofOwner(owner) {
      const name = `${owner.orgId} ${owner.userId ?? ''}`
      return kept.getOr(name, () => builder(lanesOf(owner, fairLane(reading, owner))))
    },
    clearDeleted: () => clearLog(writer),
    close,
  }
}

async function clearLog(writer: SqliteRunner): Promise<void> {
  await writer.run(TRUNCATE_LOG, [])
}

/** Reads that need no picture of their own: the service asks for single rows, one after the other. */
function singleReads(runner: SqliteRunner): Lane {
  return {
    take: () => Promise.reject(new Error('The service reads without transactions.')),
    run: (sql, parameters) => runner.run(sql, parameters),
  }
}
