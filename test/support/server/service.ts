import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALLOCATOR } from '#platform/allocator.ts'
import { DEADLINE_MS } from '../deadline.ts'
import { prepareFolder } from './prepared-folder.ts'

export interface ServiceOptions {
  /** Default: a new temporary folder, removed by `close`. */
  dataDir?: string
  /** `postgres://…`; absent: the embedded engine. */
  databaseUrl?: string | null
  /** Further `SVC_*` settings. */
  env?: Record<string, string>
}

/** The account that every started service has. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' }

const REPOSITORY = resolve(import.meta.dirname, '../../..')
/** What `npm start` hands to the runtime. */
const START_ARGUMENTS = (
  JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')).scripts.start as string
)
  .split(' ')
  .slice(1)

const IN_TESTS = process.env.VITEST !== undefined

let isBuilt = IN_TESTS

/** Builds the server where its sources are newer. Tests have one build for all of them (`global-setup.ts`). */
function buildOnce(): void {
  if (!isBuilt) buildServer()
  isBuilt = true
}

export function buildServer(): void {
  execFileSync(process.execPath, ['scripts/build-server.mjs', '--if-stale'], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  })
}

/** The whole service as a child process of its own, the way an operator starts it. */
export class Service {
  readonly dataDir: string
  readonly #options: ServiceOptions
  #child: ChildProcess | null = null
  #output = { stdout: '', stderr: '' }
  #url = ''

  constructor(options: ServiceOptions) {
    this.#options = options
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'errata-test-'))
  }

  /** Origin without a trailing slash; changes with every start. */
  get url(): string {
    return this.#url
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the service is not running')
    return this.#child.pid
  }

  /** Everything the present or last process wrote to stderr. */
  get stderr(): string {
    return this.#output.stderr
  }

  get stdout(): string {
    return this.#output.stdout
  }

  /** Starts a process on the data folder and waits for `/healthz`. Throws with the process's output. */
  async start(): Promise<void> {
    if (this.#child) throw new Error('the service is already running')
    buildOnce()
    await this.#prepareFolder()
    const child = spawn(process.execPath, START_ARGUMENTS, {
      cwd: REPOSITORY,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const output = { stdout: '', stderr: '' }
    this.#output = output
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    try {
      await this.#untilHealthy(child)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  /** SIGTERM, as a supervisor stops it. Resolves with the exit code; throws when it has to be killed. */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, DEADLINE_MS)
    const [code] = (await exited) as [number | null]
    clearTimeout(timer)
    if (isLate) {
      throw new Error(`the service did not stop within ${DEADLINE_MS} ms of SIGTERM\n${this.#output.stderr}`)
    }
    return code
  }

  /** Resolves with the exit code when it ends by itself; rejects at the deadline. */
  async untilExit(deadlineMs = DEADLINE_MS): Promise<number | null> {
    const child = this.#child
    if (!child) throw new Error('the service is not running')
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(deadlineMs) })
    return code as number | null
  }

  /** SIGKILL to the service and every process it started: nothing of it gets to say goodbye. */
  async killHard(): Promise<void> {
    const child = this.#child
    if (!child?.pid) return
    const exited = once(child, 'exit')
    for (const pid of processTree(child.pid).reverse()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Ended by itself between the listing and the signal.
      }
    }
    await exited
  }

  /** Stops it where it still runs, and removes the data folder unless the caller brought it. */
  async close(): Promise<void> {
    try {
      await this.stop()
    } finally {
      if (!this.#options.dataDir) rmSync(this.dataDir, { recursive: true, force: true })
    }
  }

  /** A new folder begins as a first start with the same settings left another: that is half of the work of a start. */
  async #prepareFolder(): Promise<void> {
    const { dataDir, databaseUrl, env = {} } = this.#options
    const isUsual =
      !dataDir && !databaseUrl && !Object.keys(env).some((name) => name.startsWith('SVC_OWNER_'))
    if (isUsual && readdirSync(this.dataDir).length === 0) await prepareFolder(this.dataDir, 'dataFolder')
  }

  #environment(): Record<string, string | undefined> {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_'))
    return {
      ...Object.fromEntries(inherited),
      // A start would begin again to set these, a tenth of its work. Benches measure that, too.
      ...(IN_TESTS ? ALLOCATOR : {}),
      SVC_PORT: '0',
      SVC_DATA_DIR: this.dataDir,
      SVC_OWNER_EMAIL: OWNER.email,
      SVC_OWNER_PASSWORD: OWNER.password,
      ...(this.#options.databaseUrl ? { SVC_DATABASE_URL: this.#options.databaseUrl } : {}),
      ...this.#options.env,
    }
  }

  async #untilHealthy(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break
      const url = /listening on (http:\/\/\S+)/.exec(this.#output.stdout)?.[1]
      if (url && (await isHealthy(url))) {
        this.#url = url.replace(/\/$/, '')
        return
      }
      await sleep(20)
    }
    throw new Error(
      `the service did not become healthy (exit code ${child.exitCode}, signal ${child.signalCode})\n` +
        `${this.#output.stdout}\n${this.#output.stderr}`,
    )
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** Starts the service on a folder of its own. The caller ends it with `close`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = new Service(options)
  try {
    await service.start()
  } catch (error) {
    await service.close()
    throw error
  }
  return service
}

/** A process and its descendants, parents first (Linux; elsewhere the process alone). */
export function processTree(pid: number): number[] {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return [pid]
  const children = readdirSync(tasks).flatMap((task) => childrenOf(`${tasks}/${task}/children`))
  return [pid, ...children.flatMap(processTree)]
}

function childrenOf(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
