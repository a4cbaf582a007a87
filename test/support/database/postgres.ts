import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DEADLINE_MS } from '../deadline.ts'

/** A PostgreSQL cluster of our own in a temporary directory, on 127.0.0.1. */
export interface PostgresCluster {
  /** The maintenance database, as superuser. */
  readonly url: string
  /** Process id of the server, whose children are all its processes. */
  readonly pid: number
  /** A new empty database; returns its URL. */
  createDatabase(): Promise<string>
  /** SIGKILL for the server and every process of it: a crash. */
  killHard(): Promise<void>
  /** Starts the server again on the same port and data, and waits until it answers. */
  restart(): Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Autovacuum would visit every database of a run once a minute, hundreds in the end. */
const NOT_DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']
const STATEMENTS = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=10000']
const DEBIAN_ROOT = '/usr/lib/postgresql'

/** Directory of the newest installed PostgreSQL's programs, or null. */
export function findPostgres(): string | null {
  if (!existsSync(DEBIAN_ROOT)) return null
  const versions = readdirSync(DEBIAN_ROOT).filter((name) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(DEBIAN_ROOT, name, 'bin', program))),
  )
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? null : join(DEBIAN_ROOT, newest, 'bin')
}

export interface ClusterOptions {
  /** A data folder to start a copy of, instead of a new cluster. */
  copyOf?: string
  /** False: it does not wait for the disk, for tests that don't crash it. Default true. */
  isDurable?: boolean
  /** True: it keeps the text of every statement it runs, for `pg_stat_statements`. Default false. */
  keepsStatements?: boolean
}

/** Creates and starts a cluster; null when no PostgreSQL is installed. */
export async function startPostgres(options: ClusterOptions = {}): Promise<PostgresCluster | null> {
  const { copyOf, isDurable = true, keepsStatements = false } = options
  const programs = findPostgres()
  if (programs === null) return null
  const owner = serverUser()
  const directory = mkdtempSync(join(tmpdir(), 'errata-postgres-'))
  if ('uid' in owner) chownSync(directory, owner.uid, owner.gid)
  const data = join(directory, 'data')
  if (copyOf !== undefined) copyFolder(copyOf, data, owner)
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const asOwner = { ...owner, cwd: directory, stdio: 'pipe' } as const
  if (copyOf === undefined) execFileSync(join(programs, 'initdb'), initdb, asOwner)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = ['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1', '-N', '500']
  if (!isDurable) for (const setting of NOT_DURABLE) settings.push('-c', `${setting}=off`)
  if (keepsStatements) for (const setting of STATEMENTS) settings.push('-c', setting)
  const launch = () =>
    spawn(join(programs, 'postgres'), settings, { ...owner, cwd: directory, stdio: 'ignore' })

  let server = launch()
  const killOnExit = () => server.kill('SIGKILL')
  process.once('exit', killOnExit)
  await answers(url, server)
  if (keepsStatements) await onMaintenance(url, 'CREATE EXTENSION pg_stat_statements')
  return {
    url,
    get pid() {
      return server.pid!
    },
    createDatabase: () => createDatabase(url),
    killHard: () => killTree(server),
    async restart() {
      server = launch()
      await answers(url, server)
    },
    async stop() {
      process.off('exit', killOnExit)
      if (isRunning(server)) {
        server.kill('SIGQUIT')
        await ended(server)
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Creates a database beside the one of `url`, empty or a copy, with a random name; returns its URL. */
export async function createDatabase(url: string, copyOf = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Not through the write-ahead log, which takes one and a half times the CPU.
  await onMaintenance(url, `CREATE DATABASE ${name} TEMPLATE ${copyOf} STRATEGY FILE_COPY`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function onMaintenance(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root; Debian's package brings the user `postgres`. */
export function serverUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** PostgreSQL starts only in a folder that is its own. */
function copyFolder(from: string, to: string, owner: { uid?: number; gid?: number }): void {
  execFileSync('cp', ['-a', from, to])
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, to])
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!isRunning(server)) throw new Error('PostgreSQL ended while starting.', { cause: error })
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function killTree(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || !isRunning(server)) return
  // Stopped first, so that it can neither restart nor start a child while the children are killed.
  process.kill(server.pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean)) killIfThere(Number(pid))
  process.kill(server.pid, 'SIGKILL')
  await ended(server)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function isRunning(server: ChildProcess): boolean {
  return server.exitCode === null && server.signalCode === null
}

function ended(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return Promise.resolve()
  return new Promise((resolve) => server.once('exit', () => resolve()))
}
