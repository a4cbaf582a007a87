import { expect, it, onTestFinished } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { mailServerOfTest } from '../support/server/mail-server.ts'
import { Service } from '../support/server/service.ts'

it('the service mails by SVC_SMTP_URL, and at its end what waits for its next try', async () => {
  const mails = await mailServerOfTest()
  const env = {
    SVC_SMTP_URL: mails.url.replace('//', '//errata%40example.com:pa%3Ass@'),
    SVC_BASE_URL: 'http://errors.example.com',
  }
  const service = new Service({ env })
  onTestFinished(() => service.remove())
  await service.start()
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
