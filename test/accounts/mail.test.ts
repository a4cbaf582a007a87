import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Mailer } from '#platform/mail/mailer.ts'
import { signedIn } from '../support/client/api-client.ts'
import { ofTest } from '../support/of-suite.ts'
import { mailServerOfTest } from '../support/server/mail-server.ts'
import { type Service, startService } from '../support/server/service.ts'

it('the service mails by SVC_SMTP_URL, and at its end what waits for its next try', async () => {
  const mails = await mailServerOfTest()
  const env = {
    SVC_SMTP_URL: mails.url.replace('//', '//errata%40example.com:pa%3Ass@'),
    SVC_BASE_URL: 'http://errors.example.com',
  }
  const service = await ofTest(startService({ env }))
  const owner = await signedIn(service.url)
  const invite = (email: string) => owner.request('POST', '/api/v1/members', { email, role: 'member' })
  expect((await invite('ada@example.com')).status).toBe(201)
  await expect.poll(() => mails.mails).toHaveLength(1)
  expect(mails.mails[0]).toMatchObject({ from: 'errata@example.com', to: 'ada@example.com' })
  expect(mails.logins).toEqual(['errata@example.com:pa:ss'])
  mails.refusals.push('451 later')
  await invite('grace@example.com')
  await expect.poll(() => mails.refusals).toEqual([])
  expect(await service.stop()).toBe(0)
  expect(mails.mails.map(({ to }) => to)).toEqual(['ada@example.com', 'grace@example.com'])
  expect(service.stderr).not.toContain('pa:ss')
})

/** A loopback address that is not this machine to the service, which asks others for TLS. */
const ELSEWHERE = '127.0.0.2'
const LOGIN = 'errata@example.com:secret'
const MAIL = { to: 'ada@example.com', subject: 'x', text: 'x', html: '<p>x</p>' }
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it.skipIf(!hasOpenssl).each([
  { how: 'STARTTLS', secure: false },
  { how: 'TLS from the first byte', secure: true },
])('mails go out by $how, to a server whose certificate holds (needs openssl)', async ({ secure }) => {
  const { tls, certFile } = certificateOfTest()
  const mails = await mailServerOfTest({ host: ELSEWHERE, secure, tls, login: LOGIN })
  const trusting = await invited(mails.url, { NODE_EXTRA_CA_CERTS: certFile })
  await expect.poll(() => mails.mails.length).toBe(1)
  expect(mails.mails[0]).toMatchObject({ to: 'ada@example.com', encrypted: true })
  expect(mails.logins).toEqual([LOGIN])
  expect(trusting.stderr + trusting.stdout).not.toContain('secret')
  await expect(mailerTo(mails.url).sendOnce(MAIL)).rejects.toThrow(/self-signed certificate/)
  expect([mails.mails.length, mails.logins.length]).toEqual([1, 1])
})

it('a password goes to no other machine without TLS', async () => {
  const mails = await mailServerOfTest({ host: ELSEWHERE, login: LOGIN, withoutTls: true })
  await expect(mailerTo(mails.url).sendOnce(MAIL)).rejects.toThrow(/STARTTLS/)
  expect([mails.mails, mails.logins]).toEqual([[], []])
})

/** A mailer with the certificates that everyone trusts. */
function mailerTo(url: string): Mailer {
  const { port, protocol } = new URL(url)
  const [user = '', pass = ''] = LOGIN.split(':')
  const server = { host: ELSEWHERE, port: Number(port), secure: protocol === 'smtps:' }
  return new Mailer({ ...server, credentials: { user, pass }, from: 'errata@example.com' })
}

/** A service that mails through the server, and has invited ada@example.com. */
async function invited(url: string, env: Record<string, string>): Promise<Service> {
  const settings = {
    SVC_SMTP_URL: url.replace('//', `//${LOGIN.replace('@', '%40')}@`),
    SVC_BASE_URL: 'http://errors.example.com',
  }
  const service = await ofTest(startService({ env: { ...settings, ...env } }))
  const owner = await signedIn(service.url)
  const body = { email: 'ada@example.com', role: 'member' }
  expect((await owner.request('POST', '/api/v1/members', body)).status).toBe(201)
  return service
}

function certificateOfTest(): { tls: { key: string; cert: string }; certFile: string } {
  const folder = mkdtempSync(join(tmpdir(), 'errata-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=mail.example.com', '-addext', `subjectAltName=IP:${ELSEWHERE}`]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ]
  expect(spawnSync('openssl', [...made, '-keyout', keyFile, '-out', certFile, ...subject]).status).toBe(0)
  return { tls: { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }, certFile }
}
