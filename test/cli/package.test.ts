import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { OWNER } from '../support/server/service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const INSTALL_MS = 240_000

/** What a shell of another project has: none of our settings, and the Node of the machine. */
function environment(settings: Record<string, string> = {}): Record<string, string | undefined> {
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|SVC_|MALLOC_|ERRATA_|NODE_)/i.test(name),
  )
  const PATH = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(ROOT))
  return { ...Object.fromEntries(outside), PATH: PATH.join(delimiter), ...settings }
}

describe.skipIf(process.platform === 'win32')('the packed program, installed elsewhere', () => {
  let folder: string
  const errata = () => join(folder, 'node_modules/.bin/errata')
  const run = (...args: string[]) =>
    execFileSync(errata(), args, { cwd: folder, env: environment(), encoding: 'utf8' })

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-package-'))
    const npm = (args: string[], cwd: string) =>
      execFileSync('npm', args, { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    npm(['pack', '--pack-destination', folder], ROOT)
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    npm(['install', '--ignore-scripts', '--prefer-offline', join(folder, tarball)], folder)
  }, INSTALL_MS)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is JavaScript, documents and the dashboard, without sources and tests', () => {
    const files = readdirSync(join(folder, 'node_modules/errata'), { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'web/dist/index.html', 'docs/api.md']))
    expect(files.filter((name) => name.endsWith('.ts') || name.startsWith('src'))).toEqual([])
  })

  it('runs on the Node of the machine, or on the one that came along', () => {
    expect(run('--help')).toContain('errata: a self-hosted error tracker')
    expect(run('completion', 'bash')).toContain('complete')
  })

  it('ends with the exit code of the command', () => {
    const { status, stderr } = spawnSync(errata(), ['queue'], { env: environment(), encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('Set ERRATA_URL')])
  })

  it('takes an event, shows the dashboard, and ends in order on a signal', async () => {
    const dataDir = join(folder, 'data')
    const settings = { SVC_PORT: '0', SVC_DATA_DIR: dataDir, SVC_OWNER_EMAIL: OWNER.email }
    const child = spawn(errata(), ['serve'], {
      env: environment({ ...settings, SVC_OWNER_PASSWORD: OWNER.password }),
      stdio: 'pipe',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
    const ended = once(child, 'close')
    try {
      await expect.poll(() => output).toMatch(/listening on/)
      const url = /listening on (http:\/\/[^\s"]+)/.exec(output)![1]!
      const client = await signedIn(url)
      const project = await client.createProject('shop')
      await client.request('POST', `/api/v1/projects/${project.id}/test-event`)
      await client.untilCounted(project.id, 1)
      expect(await (await fetch(url)).text()).toContain('<title>Errata</title>')
      expect(existsSync(join(dataDir, 'errata.pid'))).toBe(true)
    } finally {
      child.kill('SIGTERM')
    }
    const [code] = await ended
    expect([code, output]).toEqual([0, expect.anything()])
    expect(existsSync(join(dataDir, 'errata.pid'))).toBe(false)
  })
})
