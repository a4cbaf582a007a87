import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiClient, signedIn } from '../support/client/api-client.ts'
import { ofSuite, ofTest } from '../support/of-suite.ts'
import { expectClearRefusal } from '../support/server/clear-refusal.ts'
import { errata } from '../support/server/run-errata.ts'
import { OWNER, type Service, startService } from '../support/server/service.ts'
import { msOf, quickest } from '../support/timing.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Without a folder that the test brings, it is one in which the service has been started before. */
const running = (dataDir?: string): Promise<Service> => ofTest(startService({ ...(dataDir && { dataDir }) }))

describe('serve', () => {
  it('answers /healthz within 2 s of its second start, and ends with 0 on SIGTERM', async () => {
    const service = await running()
    const started = async () => {
      expect(await service.stop()).toBe(0)
      return msOf(() => service.start())
    }
    // Twice the promise, since other tests use the machine at the same time.
    expect(await quickest(4000, started)).toBeLessThan(4000)
    expect(await service.stop()).toBe(0)
  })

  it('ends within 10 s of SIGTERM, also of two, although clients do not finish their requests', async () => {
    const service = await running()
    const { hostname, port } = new URL(service.url)
    const head = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    for (const part of [`${head}Content-Length: 1000\r\n\r\n{`, head, '']) {
      const socket = connect(Number(port), hostname).on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await new Promise<void>((resolve) => socket.write(part || ' ', () => resolve()))
    }
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    const before = performance.now()
    const again = setTimeout(() => process.kill(service.pid, 'SIGTERM'), 300)
    onTestFinished(() => clearTimeout(again))
    expect(await service.stop()).toBe(0)
    expect(service.stderr).toMatch(/"reason":"SIGTERM","msg":"stopping.*\n(?:.*\n)*.*"msg":"stopped"/)
    // Half as much again as the promise, for the same reason.
    expect(performance.now() - before).toBeLessThan(15_000)
  })

  it('writes files that other users of the machine cannot read, also in a folder that they can', async () => {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, 0o755)
    await running(dataDir)
    const readable = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).mode & 0o007)
    expect(readable).toEqual([])
  })

  it('refuses a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const port = String((taken.address() as AddressInfo).port)
    const outcome = await errata(['serve'], { SVC_PORT: port, SVC_DATA_DIR: temporaryFolder() })
    expectClearRefusal(outcome, new RegExp(`${port}.*in use`, 'i'))
  })

  it('refuses a second process on the same data folder', async () => {
    const service = await running()
    const { dataDir } = service
    expectClearRefusal(
      await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: dataDir }),
      /data folder|SVC_DATA_DIR/i,
    )
    // A file in its place can't be made writable.
    const file = join(dataDir, 'errata.db')
    expectClearRefusal(
      await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: join(file, 'data') }),
      /errata\.db is not a folder\. Set SVC_DATA_DIR to a folder that this user can write to\./,
    )
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  })

  it('refuses a setting it cannot read, and names all of them', async () => {
    const outcome = await errata(['serve'], { SVC_PORT: 'eighty', SVC_RETENTION_DAYS: '0' })
    expectClearRefusal(outcome, /SVC_PORT/)
    expect(outcome.stderr).toMatch(/SVC_RETENTION_DAYS/)
  })

  it('refuses an option it does not know, rather than pass it over', async () => {
    const settings = { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder() }
    const outcome = await errata(['serve', '--port', '9000'], settings)
    expectClearRefusal(outcome, /--port.*SVC_PORT/)
    expect(outcome.code).toBe(2)
  })

  it('refuses an address for the first Owner that is none', async () => {
    const owner = { SVC_OWNER_EMAIL: 'owner', SVC_OWNER_PASSWORD: 'a long passphrase' }
    const outcome = await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder(), ...owner })
    expectClearRefusal(outcome, /SVC_OWNER_EMAIL is "owner"/)
  })

  it.each([
    ['SVC_HOST', '192.0.2.1', /192\.0\.2\.1 .*SVC_HOST/],
    ['SVC_HOST', 'no-such-host.invalid', /no-such-host\.invalid .*SVC_HOST/],
    ['SVC_ARTIFACTS_DIR', '/dev/null/files', /artifacts folder \/dev\/null\/files .*SVC_ARTIFACTS_DIR/],
    ['SVC_OWNER_EMAIL', 'ada', /SVC_OWNER_EMAIL is "ada"/],
    ['SVC_BASE_URL', 'https://jo:hunter2@errors.example.com', /SVC_BASE_URL has a user name or password/],
    ['SVC_BASE_URL', 'https://errors.example.com/errata', /SVC_BASE_URL .* Use an origin .* under a path/],
  ])('refuses %s=%s', async (name, value, about) => {
    const settings = { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder(), SVC_OWNER_PASSWORD: '' }
    if (name === 'SVC_OWNER_EMAIL') settings.SVC_OWNER_PASSWORD = 'a long passphrase'
    const outcome = await errata(['serve'], { ...settings, [name]: value })
    expectClearRefusal(outcome, about)
    expect(outcome.stderr).not.toContain('hunter2')
  })

  it('refuses a data folder of a newer version', async () => {
    const service = await running()
    const { dataDir } = service
    await service.stop()
    const database = new Database(join(dataDir, 'errata.db'))
    database.exec("INSERT INTO schema_version (version, name) VALUES (9999, 'from-the-future')")
    database.close()
    expectClearRefusal(await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: dataDir }), /newer/i)
  })

  it.each<[string, (file: string) => void]>([
    ['no database any more', (file) => writeFileSync(file, 'garbage '.repeat(1000))],
    ['cut short', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ])('refuses a database that is %s, names it, and ends', async (_, damage) => {
    const service = await running()
    const { dataDir } = service
    await service.stop()
    damage(join(dataDir, 'errata.db'))
    const outcome = await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: dataDir })
    expectClearRefusal(outcome, /errata\.db is damaged .*restore .* backup/)
    expect(outcome.stdout).toBe('')
  })

  it('refuses a database without its journal, and exits', async () => {
    const service = await running()
    const { dataDir } = service
    await service.stop()
    for (const name of readdirSync(dataDir).filter((name) => name.startsWith('journal.db')))
      rmSync(join(dataDir, name))
    expectClearRefusal(await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: dataDir }), /journal adopt/)
  })

  it('warns about an unknown setting, and suggests the closest one', async () => {
    const file = join(temporaryFolder(), 'data')
    writeFileSync(file, '')
    const outcome = await errata(['serve'], { SVC_PROT: '80', SVC_DATA_DIR: file })
    expect(outcome.stderr).toMatch(/SVC_PROT .*did you mean SVC_PORT/)
  })
})

describe('other commands', () => {
  const service = ofSuite(startService)
  const run = (...args: string[]) => errata(args, { SVC_DATA_DIR: service.dataDir })

  it('org create adds an organization while the service runs', async () => {
    const account = ['--owner-email', 'second@example.com', '--owner-password', 'another long passphrase']
    const create = (name: string) => run('org', 'create', '--name', name, ...account)
    expect(await create('a'.repeat(101))).toMatchObject({
      code: 2,
      stderr: 'errata: organization: Use at most 100 characters.\n',
    })
    expect(await create('Second')).toMatchObject({ code: 0, stderr: '' })
    const second = new ApiClient(service.url)
    await second.login('second@example.com', 'another long passphrase')
    const first = await signedIn(service.url)
    await first.createProject('only of the first')
    expect(await second.get('/api/v1/projects')).toEqual({ projects: [] })
  })

  describe('token create', () => {
    const create = (...args: string[]) =>
      run('token', 'create', '--email', OWNER.email, '--label', 'ci', ...args)

    it('prints the secret of a token that works at once, while the service runs', async () => {
      const outcome = await create('--scope', 'read:agent', '--scope', 'write:triage')
      expect(outcome).toMatchObject({ code: 0, stderr: '' })
      const authorization = `Bearer ${outcome.stdout.trimEnd().split('\n').at(-1)}`
      const client = new ApiClient(service.url).withCredential({ authorization })
      expect(await client.get('/api/v1/agent/whoami')).toMatchObject({
        role: 'owner',
        scopes: ['read:agent', 'write:triage'],
        token: { label: 'ci' },
      })
    })

    it('--json prints what the API answers', async () => {
      const outcome = await create('--scope', 'read:agent', '--expires-in-days', '90', '--json')
      const { token } = JSON.parse(outcome.stdout) as { token: { token: string } }
      const { token: secret, ...shown } = token
      expect(secret).toMatch(/^svc_pat_\w{40}$/)
      const { tokens } = await (await signedIn(service.url)).get<{ tokens: unknown[] }>(
        '/api/v1/agent-tokens',
      )
      expect(tokens).toContainEqual({ ...shown, expires_at: expect.any(String) })
    })

    it('refuses a scope or user that does not exist, and says so', async () => {
      expectClearRefusal(await create('--scope', 'read:all'), /--scope .*read:agent/)
      expectClearRefusal(await create(), /--scope/)
      const other = await create('--scope', 'read:agent', '--email', 'nobody@example.com')
      expectClearRefusal(other, /no user .*nobody@example\.com/)
    })
  })

  describe('options before the command', () => {
    it('are read like those after it', async () => {
      const verified = await run('--json', 'verify')
      expect(verified).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true })

      const account = ['--owner-email', 'third@example.com', '--owner-password', 'another long passphrase']
      expect(await run('--name', 'verify', ...account, 'org', 'create')).toMatchObject({
        code: 0,
        stderr: '',
      })
      const third = new ApiClient(service.url)
      await third.login('third@example.com', 'another long passphrase')

      const member = ['--email', 'ada@example.com', '--role', 'admin', '--org', 'verify']
      const created = await run(...member, 'user', '--password', 'a third long passphrase', 'create')
      expect(created).toMatchObject({ code: 0, stderr: '' })
      const reset = await run('--email', 'ada@example.com', 'user', 'reset-password')
      expect(reset).toMatchObject({ code: 0, stderr: '' })
      const token = await run(
        ...[
          '--json',
          '--scope',
          'read:agent',
          '--email',
          'ada@example.com',
          'token',
          '--label',
          'ci',
          'create',
        ],
      )
      expect(JSON.parse(token.stdout)).toMatchObject({ token: { label: 'ci', scopes: ['read:agent'] } })
    })

    it.each([
      [['--json', 'serve'], /--json/],
      [['--json', 'journal', 'adopt'], /--json/],
      [['--label', 'x', 'verify'], /--label/],
      [['--colour', 'verify'], /--colour/],
    ])('%j is refused with 2: the command has no such option', async (args, about) => {
      const outcome = await errata(args, { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder() })
      expectClearRefusal(outcome, about)
      expect(outcome.code).toBe(2)
    })

    it('--help shows the command alone', async () => {
      const outcome = await errata(['--help', 'verify'], {})
      expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ {2}verify /) })
      expect(outcome.stdout).not.toContain('org create')
    })
  })

  it('--help ends with 0', async () => {
    const { code, stdout } = await errata(['--help'], {})
    expect([code, stdout]).toEqual([0, expect.stringContaining('org create')])
  })
})
