import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiClient, type Project } from '../support/client/api-client.ts'
import { type Service, startService } from '../support/server/service.ts'
import { STOCK, stockMissing } from '../support/stock-package.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const run = promisify(execFile)

/** The tour's code blocks, in order: start, create a project, application, event by hand, list. */
const BLOCKS = [...README.matchAll(/^```(?:sh|js)\n(.*?)^```$/gms)].map((match) => match[1]!)
const ACCOUNT = /SVC_OWNER_EMAIL=(\S+) SVC_OWNER_PASSWORD='(.+?)'/.exec(BLOCKS[0]!)!

let service: Service
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'errata-tour-'))
  symlinkSync(join(STOCK, 'node_modules'), join(folder, 'node_modules'))
  service = await startService({ env: { SVC_OWNER_EMAIL: ACCOUNT[1]!, SVC_OWNER_PASSWORD: ACCOUNT[2]! } })
})
afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function shell(block: string): Promise<string> {
  const script = block.replaceAll('http://127.0.0.1:8000', service.url)
  return (await run('bash', ['-euc', script], { cwd: folder })).stdout
}

it('opens with the two commands', () => {
  const [start, test] = README.split('```')[1]!.trim().split('\n')
  expect(start).toMatch(/^npm ci && npm start /)
  expect(test).toMatch(/^npm ci && npm test /)
})

const sdkMissing = stockMissing('@sentry/node')
it.skipIf(sdkMissing)(`the tour does what it says${sdkMissing ? `: ${sdkMissing}` : ''}`, async () => {
  const [, create, application, byHand, list] = BLOCKS as [string, string, string, string, string]
  const project = JSON.parse(await shell(create)) as Project
  const key = project.keys[0]!
  writeFileSync(join(folder, 'application.mjs'), application.replace('SDK_DSN', key.sdk_dsn))
  await run(process.execPath, ['application.mjs'], { cwd: folder })
  expect(JSON.parse(await shell(byHand.replace('PUBLIC_KEY', key.public_key)))).toHaveProperty('id')

  const client = new ApiClient(service.url)
  await client.login(ACCOUNT[1], ACCOUNT[2])
  await client.untilCounted(project.id, 2)
  const { issues } = JSON.parse(await shell(list)) as { issues: { title: string; environment: string }[] }
  expect(issues.map((issue) => issue.title)).toContain('Disk almost full')
  expect(issues.find((issue) => issue.title.startsWith('SyntaxError: '))?.environment).toBe('staging')
})
