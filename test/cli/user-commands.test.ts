import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#storage/engine/database.ts'
import { ApiClient, signedIn } from '../support/client/api-client.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { errata } from '../support/server/run-errata.ts'
import { OWNER, Service } from '../support/server/service.ts'

const NEW_PASSWORD = 'quite another phrase'
const LINK = /^http:\/\/127\.0\.0\.1:8000\/(invite|reset-password)#token=([\w-]{43})$/m

describe('in a folder without a database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-user-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => errata(args, { SVC_DATA_DIR: join(dataDir, 'misspelt') })

  it.each([
    ['user', 'create', '--email', 'ada@example.com', '--role', 'admin'],
    ['user', 'reset-password', '--email', 'ada@example.com'],
    ['token', 'create', '--email', 'ada@example.com', '--label', 'ci', '--scope', 'read:agent'],
  ])('%s %s says so, and makes none', async (...args) => {
    const outcome = await run(...args)
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringMatching(/no database .*SVC_DATA_DIR/)])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('org create makes one, and says so', async () => {
    const owner = ['--owner-email', 'ada@example.com', '--owner-password', NEW_PASSWORD]
    const outcome = await run('org', 'create', '--name', 'First', ...owner)
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.stringContaining('created a new one')])
    expect((await run('user', 'reset-password', '--email', 'ada@example.com')).code).toBe(0)
  })
})

describe('user commands, while the service runs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-user-'))
  const service = new Service({ dataDir })
  const run = (...args: string[]) => errata(['user', ...args], { SVC_DATA_DIR: dataDir })
  const canSignIn = async (email: string, password: string) => {
    const answer = await new ApiClient(service.url).request('POST', '/api/v1/auth/login', { email, password })
    return answer.status === 204
  }
  beforeAll(() => service.start())
  afterAll(async () => {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('takes a password from standard input, out of sight of other users', async () => {
    const email = 'unseen@example.com'
    const run = (command: string[], input: string) =>
      errata([...command, '--email', email, '--password', '-'], { SVC_DATA_DIR: dataDir }, { input })
    const empty = await run(['user', 'create', '--role', 'member'], '\n')
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('Standard input has no password')])
    expect((await run(['user', 'create', '--role', 'member'], `${NEW_PASSWORD}\n`)).code).toBe(0)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect((await run(['user', 'reset-password'], 'and quite another one')).code).toBe(0)
    expect(await canSignIn(email, 'and quite another one')).toBe(true)
  })

  it('user create with a password', async () => {
    const email = 'ada@example.com'
    const unnamed = ['--email', email, '--role', 'admin', '--password', NEW_PASSWORD]
    const long = await run('create', ...unnamed, '--name', 'a'.repeat(101))
    expect([long.code, long.stderr]).toEqual([
      2,
      expect.stringMatching(/--name is not valid.* 100 characters/),
    ])
    const account = [...unnamed, '--name', 'A\u202eda']
    expect(await run('create', ...account)).toMatchObject({ code: 0, stdout: expect.stringContaining(email) })
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    const owner = await signedIn(service.url)
    const { members } = await owner.get<{ members: object[] }>('/api/v1/members')
    expect(members).toContainEqual(expect.objectContaining({ email, name: 'Ada', role: 'admin' }))
    const { entries } = await owner.get<{ entries: object[] }>('/api/v1/audit-log')
    expect(entries[0]).toMatchObject({ action: 'member.created', actor: { kind: 'command_line' } })
    const again = await run('create', ...account)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is already a member')])
  })

  it('user create without one prints an invitation link', async () => {
    const email = 'grace@example.com'
    const { code, stdout } = await run('create', '--email', email, '--role', 'member')
    const [, page, token] = LINK.exec(stdout) ?? []
    expect([code, page]).toEqual([0, 'invite'])
    const body = { token, password: NEW_PASSWORD }
    const client = new ApiClient(service.url)
    expect((await client.request('POST', '/api/v1/auth/accept-invitation', body)).status).toBe(204)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
  })

  it('user reset-password prints a link, or sets the password and ends the sessions', async () => {
    const email = 'linus@example.com'
    await run('create', '--email', email, '--role', 'member', '--password', NEW_PASSWORD)
    const { code, stdout } = await run('reset-password', '--email', ` ${email.toUpperCase()}`)
    const [, page, token] = LINK.exec(stdout) ?? []
    expect([code, page]).toEqual([0, 'reset-password'])
    const client = new ApiClient(service.url)
    await client.login(email, NEW_PASSWORD)
    const set = await run('reset-password', '--email', email, '--password', 'a third good phrase')
    expect(set.code).toBe(0)
    expect((await client.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(false)
    expect(await canSignIn(email, 'a third good phrase')).toBe(true)
    // The link before is worth nothing now.
    const late = { token, password: NEW_PASSWORD }
    expect((await client.request('POST', '/api/v1/auth/password-reset/confirm', late)).status).toBe(404)
  })

  it('user disable-two-factor lets someone in who has lost device and codes; the doctor sees a lost key', async () => {
    const email = 'barbara@example.com'
    await run('create', '--email', email, '--role', 'member', '--password', NEW_PASSWORD)
    const client = new ApiClient(service.url)
    await client.login(email, NEW_PASSWORD)
    const code = (await Authenticator.setUp(client, NEW_PASSWORD)).codeAt(Date.now())
    const enabled = await client.request('POST', '/api/v1/auth/two-factor/enable', { code })
    expect(enabled.status).toBe(200)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(false)
    const examine = async () => {
      const { stdout } = await errata(['doctor', '--json'], { SVC_DATA_DIR: dataDir, SVC_PORT: '1' })
      const { findings } = JSON.parse(stdout) as {
        findings: { check: string; status: string; message: string }[]
      }
      return findings.find(({ check }) => check === 'two-factor')
    }
    expect(await examine()).toMatchObject({ status: 'ok', message: 'on for 1 member' })
    const database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    const key = database.queries.updateTable('setting').set({ value: Buffer.alloc(32, 7).toString('base64') })
    await key.where('name', '=', 'installation_secret').execute()
    await database.close()
    expect(await examine()).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/1 member can't be/),
    })
    expect((await run('disable-two-factor', '--email', ` ${email.toUpperCase()}`)).code).toBe(0)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect(await examine()).toBeUndefined()
    const again = await run('disable-two-factor', '--email', email)
    expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/is off for/)])
  })

  it('user unlink-single-sign-on lets the next account with the address in, and ends sessions', async () => {
    const email = 'frances@example.com'
    await run('create', '--email', email, '--role', 'member', '--password', NEW_PASSWORD)
    const client = new ApiClient(service.url)
    await client.login(email, NEW_PASSWORD)
    expect((await run('unlink-single-sign-on', '--email', email)).stderr).toMatch(/No account .* is linked/)
    const database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    const [member] = await database.queries
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(['membership.org_id', 'membership.user_id'])
      .where('app_user.email', '=', email)
      .execute()
    const account = { issuer: 'https://login.example.com', subject: 'frances', created_at: Date.now() }
    await database.queries
      .insertInto('oidc_identity')
      .values({ ...member!, ...account })
      .execute()
    await database.close()
    expect((await run('unlink-single-sign-on', '--email', ` ${email.toUpperCase()}`)).code).toBe(0)
    expect((await client.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await run('unlink-single-sign-on', '--email', email)).code).toBe(2)
  })

  it('asks for the organization where there are several', async () => {
    const second = [
      '--name',
      'Second',
      '--owner-email',
      'second@example.com',
      '--owner-password',
      NEW_PASSWORD,
    ]
    await errata(['org', 'create', ...second], { SVC_DATA_DIR: dataDir })
    const account = ['--email', 'ken@example.com', '--role', 'member', '--password', NEW_PASSWORD]
    const unclear = await run('create', ...account)
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringMatching(/--org.*Second/)])
    expect((await run('create', ...account, '--org', 'Second')).code).toBe(0)
    const client = new ApiClient(service.url)
    await client.login('ken@example.com', NEW_PASSWORD)
    expect(await client.get('/api/v1/auth/me')).toMatchObject({ org: { name: 'Second' } })
  })

  it.each([
    [['create', '--email', 'x@example.com'], /--role/],
    [['create', '--email', 'nobody', '--role', 'member'], /--email/],
    [['create', '--email', 'x@example.com', '--role', 'king'], /owner, admin, member/],
    [['reset-password'], /--email/],
    [['disable-two-factor'], /--email/],
    [['unlink-single-sign-on'], /--email/],
    [['reset-password', '--email', 'unknown@example.com'], /no user/],
    [['reset-password', '--email', OWNER.email, '--password', 'short'], /at least 12/],
    [['create', '--bogus'], /bogus/],
  ])('says what is missing or wrong, with exit code 2: %s', async (args, about) => {
    const outcome = await run(...args)
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringMatching(about)])
    expect(outcome.stderr).not.toMatch(/^\s+at /m)
  })

  it('--help says how it is used', async () => {
    const help = await run('create', '--help')
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--role')])
  })
})
