import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ENGINES } from '../support/database/engines.ts'
import { emptyDatabase } from '../support/database/shared-postgres.ts'
import { ofTest } from '../support/of-suite.ts'
import { mailServerOfTest } from '../support/server/mail-server.ts'
import { errata } from '../support/server/run-errata.ts'
import { startService } from '../support/server/service.ts'
import { OidcServer } from '../support/single-sign-on/oidc-server.ts'

const POSTGRES = ENGINES.find(({ name }) => name === 'PostgreSQL')!

interface Finding {
  check: string
  status: string
  message: string
  todo: string | null
}

/** On a disk: temporary folders may be in memory, which the doctor finds. */
const DISK = resolve(import.meta.dirname, '../../node_modules/.cache')

function newFolder(): string {
  mkdirSync(DISK, { recursive: true })
  const folder = mkdtempSync(join(DISK, 'errata-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function examine(env: Record<string, string>) {
  const { code, stdout, stderr } = await errata(['doctor', '--json'], { SVC_PORT: '1', ...env })
  const report = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  expect([code, stderr !== '']).toEqual(report.ok ? [0, false] : [1, true])
  for (const { status, todo } of report.findings) expect(todo === null).toBe(status === 'ok')
  const of = (check: string) => report.findings.filter((finding) => finding.check === check)
  // Only npm start and npm test build the dashboard.
  const bad = report.findings.filter(({ check, status }) => check !== 'runtime' && status !== 'ok')
  return { ...report, of, bad }
}

describe('errata doctor', () => {
  it('finds nothing wrong before the first start, while the service runs, and after it', async () => {
    const dataDir = newFolder()
    const before = await examine({ SVC_DATA_DIR: join(dataDir, 'new') })
    expect(before.bad).toEqual([])
    expect(before.of('database')).toMatchObject([{ message: expect.stringMatching(/^none yet/) }])
    const service = await ofTest(startService({ dataDir }))
    const settings = { SVC_DATA_DIR: dataDir, SVC_PORT: new URL(service.url).port, SVC_BASE_URL: service.url }
    const during = await examine(settings)
    expect(during.bad).toEqual([])
    expect(during.of('service')).toMatchObject([{ message: expect.stringMatching(/answers and is ready/) }])
    expect(during.of('address')).toMatchObject([{ message: expect.stringMatching(/leads to a service/) }])
    await service.stop()
    const after = await examine(settings)
    expect(after.bad).toEqual([])
    expect(after.of('port')).toMatchObject([{ message: expect.stringMatching(/is free/) }])
    const text = await errata(['doctor'], settings)
    expect(text.stdout).toMatch(/^\w+ +runtime .*Node v.*\nok {4}settings .*\n0 failed, \d warnings?\.\n$/s)
  })

  it('names every setting that is wrong, unknown or contradictory', async () => {
    const SVC_DATA_DIR = newFolder()
    const wrong = await examine({ SVC_DATA_DIR, SVC_PORT: 'x', SVC_RETENTION_DAYS: '0' })
    expect(wrong.of('settings').map(({ message }) => message.split(' ')[0])).toEqual([
      'SVC_PORT',
      'SVC_RETENTION_DAYS',
    ])
    const unsure = await examine({
      SVC_DATA_DIR,
      SVC_RETENTION_DAY: '7',
      SVC_BASE_URL: 'https://errors.example.invalid',
      ERRATA_URL: 'http://127.0.0.1:1',
      ERRATA_TOKEN: '',
    })
    expect(unsure.ok).toBe(true)
    expect(unsure.of('settings').map(({ message }) => message)).toEqual([
      expect.stringMatching(/SVC_RETENTION_DAY is not a setting.*SVC_RETENTION_DAYS/),
      expect.stringMatching(/SVC_TRUST_PROXY is 0/),
      expect.stringMatching(/ERRATA_URL is set without ERRATA_TOKEN/),
    ])
    const open = await examine({ SVC_DATA_DIR, SVC_HOST: '0.0.0.0' })
    expect(open.of('settings')).toMatchObject([
      { status: 'warn', message: expect.stringMatching(/no SVC_BASE_URL/) },
    ])
  })

  it('finds folders that cannot be used, a damaged database and a lost journal', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect((await examine({ SVC_DATA_DIR: file })).of('data folder')).toMatchObject([{ status: 'fail' }])
    const dataDir = newFolder()
    const service = await ofTest(startService({ dataDir }))
    await service.stop()
    chmodSync(dataDir, 0o755)
    expect((await examine({ SVC_DATA_DIR: dataDir })).bad).toMatchObject([
      { check: 'data folder', status: 'warn', message: expect.stringMatching(/every user/) },
    ])
    rmSync(join(dataDir, 'journal.db'))
    expect((await examine({ SVC_DATA_DIR: dataDir })).of('journal')).toMatchObject([{ status: 'fail' }])
    writeFileSync(join(dataDir, 'errata.db'), 'not a database at all, but quite long enough to be looked at')
    expect((await examine({ SVC_DATA_DIR: dataDir })).of('database')).toMatchObject([{ status: 'fail' }])
  })

  it('tries the port and the mail server', async () => {
    const SVC_DATA_DIR = newFolder()
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const SVC_PORT = String((other.address() as AddressInfo).port)
    expect((await examine({ SVC_DATA_DIR, SVC_PORT })).of('port')).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/not Errata/) },
    ])
    const mail = await mailServerOfTest({ login: 'us:right' })
    const withMail = (login: string) =>
      examine({
        SVC_DATA_DIR,
        SVC_SMTP_URL: mail.url.replace('smtp://', `smtp://${login}@`),
        SVC_SMTP_FROM: 'errata@example.com',
        SVC_BASE_URL: 'http://127.0.0.1:1',
      })
    expect((await withMail('us:right')).of('mail')).toMatchObject([{ status: 'ok' }])
    const refused = await withMail('us:hunter2')
    expect(refused.of('mail')).toMatchObject([{ status: 'fail', message: expect.stringMatching(/535/) }])
    expect(JSON.stringify(refused)).not.toContain('hunter2')
    expect(mail.mails).toEqual([])
  })

  it('asks the provider of single sign-on how to sign in', async () => {
    const provider = new OidcServer()
    await provider.listen()
    const env = {
      SVC_DATA_DIR: newFolder(),
      SVC_BASE_URL: 'http://127.0.0.1:1',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: 'errata',
      SVC_OIDC_CLIENT_SECRET: 'hunter2',
    }
    const callback = 'http://127.0.0.1:1/api/v1/auth/single-sign-on/callback'
    const found = await examine(env)
    expect(found.of('sign-in')).toMatchObject([{ status: 'ok', message: expect.stringContaining(callback) }])
    await provider.close()
    const away = await examine(env)
    expect(away.of('sign-in')).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/ECONNREFUSED/) },
    ])
    expect(JSON.stringify(away)).not.toContain('hunter2')
  })

  it.skipIf(POSTGRES.missing)('looks at PostgreSQL: empty, of this version, unreachable', async () => {
    const SVC_DATABASE_URL = await emptyDatabase()
    const env = { SVC_DATABASE_URL, SVC_DATA_DIR: newFolder() }
    expect((await examine(env)).of('database')).toMatchObject([
      { message: expect.stringMatching(/is empty/) },
    ])
    expect((await errata(['migrate'], env)).code).toBe(0)
    const found = await examine(env)
    expect(found.bad).toEqual([])
    expect(found.of('clock')).toMatchObject([{ message: expect.stringMatching(/as the database's/) }])
    const away = await examine({ ...env, SVC_DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' })
    expect(away.of('database')).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/Start it/) },
    ])
    expect(JSON.stringify(away)).not.toContain('hunter2')
  })

  it.skipIf(POSTGRES.missing)(
    'says that data of SQLite does not move to PostgreSQL, as the start does',
    async () => {
      const dataDir = newFolder()
      const file = join(dataDir, 'errata.db')
      writeFileSync(file, 'of another day')
      const databaseUrl = await emptyDatabase()
      const service = await ofTest(startService({ dataDir, databaseUrl }))
      expect(service.stderr).toContain(`warning: ${file} is not used, because SVC_DATABASE_URL is set.`)
      const { bad } = await examine({ SVC_DATABASE_URL: databaseUrl, SVC_DATA_DIR: dataDir })
      expect(bad).toMatchObject([
        { check: 'database', status: 'warn', message: expect.stringContaining(`${file} is not used`) },
      ])
    },
  )
})
