import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { OWNER, processTree } from '../support/server/service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The processes of one `npm start`. */
interface Started {
  npm: number
  shell: number
  service: number
}

/** As a process manager has it: without what npm says about the script that runs these tests. */
function environment(settings: Record<string, string>): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|SVC_|MALLOC_|ERRATA_|NODE_)/i.test(name),
  )
  return { ...Object.fromEntries(own), ...settings }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // One that nobody waits for is over.
  return !/^State:\s*Z/m.test(existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '')
}

async function untilEnded(pids: readonly number[]): Promise<number[]> {
  const deadline = Date.now() + DEADLINE_MS
  while (pids.some(isAlive) && Date.now() < deadline) await sleep(50)
  return pids.filter(isAlive)
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  let dataDir: string
  let settings: Record<string, string>
  let url: string
  let pids: number[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'errata-npm-'))
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    settings = {
      ...{ SVC_PORT: port, SVC_DATA_DIR: dataDir },
      ...{ SVC_OWNER_EMAIL: OWNER.email, SVC_OWNER_PASSWORD: OWNER.password },
    }
  })
  afterEach(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
    pids = []
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  async function start(): Promise<Started> {
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: environment(settings),
      detached: true,
      stdio: 'pipe',
    })
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (output += bytes))
    const deadline = Date.now() + DEADLINE_MS
    while (!/listening on/.test(output)) {
      expect(child.exitCode, output).toBeNull()
      expect(Date.now(), output).toBeLessThan(deadline)
      await sleep(50)
    }
    pids = processTree(child.pid!)
    const service = Number(readFileSync(join(dataDir, 'errata.pid'), 'utf8'))
    const shell = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${service}/status`, 'utf8'))![1])
    return { npm: child.pid!, shell, service }
  }

  let events = 0
  async function sendEvent(): Promise<void> {
    const client = await signedIn(url)
    const { projects } = await client.get<{ projects: { id: string }[] }>('/api/v1/projects')
    const id = projects[0]?.id ?? (await client.createProject('shop')).id
    const sent = await client.request('POST', `/api/v1/projects/${id}/test-event`)
    expect(sent.status).toBeLessThan(300)
    events += 1
  }
  async function expectEvents(): Promise<void> {
    if (events === 0) return
    const client = await signedIn(url)
    const { projects } = await client.get<{ projects: { id: string }[] }>('/api/v1/projects')
    await client.untilCounted(projects[0]!.id, events)
  }

  const cases = SIGNALS.flatMap((signal) =>
    (['npm', 'shell', 'service'] as const).map((target) => ({ signal, target })),
  )
  it.each(cases)(
    'ends whole on $signal to $target: no process is left, port and data folder are free, every event is there',
    async ({ signal, target }) => {
      const started = await start()
      // What the one before had accepted: its end has freed the port and the folder, or this start had failed.
      await expectEvents()
      await sendEvent()
      process.kill(started[target], signal)
      expect(await untilEnded(pids)).toEqual([])
      expect(existsSync(join(dataDir, 'errata.pid'))).toBe(false)
      await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    },
  )

  it('survives a pause of its container, which stops every process', async () => {
    await start()
    for (let times = 0; times < 3; times++) {
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await sleep(100)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
      await sleep(1_000)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    process.kill(pids[0]!, 'SIGTERM')
    expect(await untilEnded(pids)).toEqual([])
  })

  it('a service that was not started by npm survives the end of its parent', async () => {
    // As a shell leaves what it started in the background, and as a daemon is left by its own beginning.
    const command = `${process.execPath} dist/main.js serve & wait`
    const child = spawn('sh', ['-c', command], { cwd: ROOT, env: environment(settings), stdio: 'ignore' })
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          (r) => r.status,
          () => 0,
        ),
      )
      .toBe(200)
    pids = processTree(child.pid!)
    process.kill(child.pid!, 'SIGKILL')
    await sleep(2_000)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    process.kill(Number(readFileSync(join(dataDir, 'errata.pid'), 'utf8')), 'SIGTERM')
    expect(await untilEnded(pids)).toEqual([])
  })
})
