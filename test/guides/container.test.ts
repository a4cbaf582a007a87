import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig, SETTING_NAMES } from '#platform/config/config.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const [BUILD, IMAGE] = read('Dockerfile')
  .split(/^FROM .+$/m)
  .slice(1) as [string, string]
const PACKAGE = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** What a stage copies from the checkout, and what the image takes from the stage before. */
function copied(stage: string): string[] {
  return [...stage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)].flatMap(([, sources]) =>
    sources!.split(' ').map((source) => source.replace(/^\/app\//, '')),
  )
}

/** The command of the image. */
const COMMAND = JSON.parse(/^CMD (\[.+\])$/m.exec(IMAGE)![1]!) as string[]

it('copies what is in the checkout, and what docker is given of it', () => {
  const sources = [...copied(BUILD), ...copied(IMAGE)]
  const given = read('.dockerignore')
    .match(/^!(.+)$/gm)!
    .map((line) => line.slice(1))
  const made = ['node_modules', 'dist', 'web/dist']
  const fromCheckout = sources.filter((source) => !made.includes(source))
  expect(fromCheckout.length).toBeGreaterThan(5)
  expect(fromCheckout.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
  expect(fromCheckout.filter((source) => !given.includes(source))).toEqual([])
})

it('builds with scripts of package.json, and runs the command of npm start', () => {
  const scripts = [...BUILD.matchAll(/npm run (\S+)/g)].map(([, name]) => name!)
  expect(scripts.filter((name) => !(name in PACKAGE.scripts))).toEqual([])
  expect(COMMAND.join(' ')).toBe(PACKAGE.scripts.start)
})

it('the image has all that the service needs: it starts in a folder with nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-image-'))
  const app = join(folder, 'app')
  for (const source of copied(IMAGE)) {
    const [from, to] = [join(ROOT, source), join(app, source)]
    mkdirSync(dirname(to), { recursive: true })
    if (source === 'node_modules') symlinkSync(from, to)
    else cpSync(from, to, { recursive: true })
  }
  const env = { ...process.env, NODE_ENV: 'production', SVC_PORT: '0', SVC_DATA_DIR: join(folder, 'data') }
  const child: ChildProcess = spawn(process.execPath, COMMAND.slice(1), { cwd: app, env })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
  const listening = /http:\/\/127\.0\.0\.1:\d+/
  for (const end = Date.now() + DEADLINE_MS; !listening.test(output) && Date.now() < end; ) await sleep(100)
  const url = listening.exec(output)?.[0] ?? `nothing was printed but: ${output}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root">')
  const command = /ln -s \/app\/(\S+) \/usr\/local\/bin\/errata/.exec(IMAGE)![1]!
  const help = execFileSync(process.execPath, [join(app, command), '--help'], { env, encoding: 'utf8' })
  expect(help).toContain('errata: a self-hosted error tracker')
})

it('example.env has settings that exist, with values that are taken', () => {
  const shown = parseEnv(read('example.env').replaceAll(/^# (?=SVC_\w+=)/gm, ''))
  expect(Object.keys(shown).length).toBeGreaterThan(5)
  expect(Object.keys(shown).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  expect(() => readConfig(shown as Record<string, string>)).not.toThrow()
})

it('compose keeps the data folder of the image in a volume, and passes its port on', () => {
  const compose = read('compose.yaml')
  const dataDir = /SVC_DATA_DIR=(\S+)/.exec(IMAGE)![1]!
  expect(compose).toContain(`- data:${dataDir}`)
  expect(compose).toContain(`:${/SVC_PORT=(\d+)/.exec(IMAGE)![1]}'`)
})
