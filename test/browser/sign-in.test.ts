import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { signedIn } from '../support/client/api-client.ts'
import { OWNER, type Service, startService } from '../support/server/service.ts'
import { builtDashboard } from './dashboard-session.ts'

describe.skipIf(!chromiumPath())('signing in, in Chromium (needs chromium)', () => {
  let service: Service
  let browser: Browser

  beforeAll(async () => {
    await builtDashboard()
    service = await startService()
    await (await signedIn(service.url)).createProject('shop')
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  /** Opens a path without a session and signs in. @returns where the reader is then, and where else they were led. */
  async function signInAt(path: string): Promise<{ url: string; elsewhere: string[]; promised: string }> {
    const context = await browser.newContext()
    try {
      const elsewhere = await watchElsewhere(context)
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      await page.goto(service.url + path)
      await page.getByLabel('Email').fill(OWNER.email)
      await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
      const promised = await page.getByText('You will return to').allInnerTexts()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('navigation').first().waitFor()
      // A second navigation would follow the first at once.
      await page.waitForTimeout(200)
      return { url: page.url(), elsewhere, promised: promised.join() }
    } finally {
      await context.close()
    }
  }

  async function watchElsewhere(context: BrowserContext): Promise<string[]> {
    const seen: string[] = []
    await context.route(
      (url) => url.origin !== service.url,
      (route) => {
        seen.push(route.request().url())
        return route.fulfill({ body: 'gotcha' })
      },
    )
    context.on('dialog', (dialog) => {
      seen.push(dialog.message())
      void dialog.dismiss()
    })
    return seen
  }

  it.each(['https://evil.test/fake-login', '/\\evil.test/x', '\t//evil.test/x', 'javascript:alert(1)'])(
    'never leads to another site: return=%j',
    async (back) => {
      const { url, elsewhere, promised } = await signInAt(`/login?return=${encodeURIComponent(back)}`)
      expect(elsewhere).toEqual([])
      expect(promised).toBe('')
      expect(new URL(url).origin).toBe(service.url)
      expect(new URL(url).pathname).toBe('/issues')
    },
  )

  it('leads back to where the reader was', async () => {
    const { url, elsewhere } = await signInAt('/alerts?view=all&unknown=1')
    expect(elsewhere).toEqual([])
    expect(url).toBe(`${service.url}/alerts?view=all`)
    const asked = await signInAt(`/login?return=${encodeURIComponent('/issues?q=is:resolved')}`)
    expect(asked.url).toBe(`${service.url}/issues?q=is:resolved`)
  })

  it('says so if the browser does not keep the session, as over http with an https address', async () => {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 204 }))
      await page.goto(`${service.url}/login`)
      await page.getByLabel('Email').fill(OWNER.email)
      await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').getByText('Your browser did not keep the session.').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(OWNER.email)
    } finally {
      await context.close()
    }
  })

  it('a tab follows when another one signs in as someone else', async () => {
    const eve = { email: 'eve@example.com', password: 'seven quiet herons wade' }
    const owner = await signedIn(service.url)
    expect((await owner.request('POST', '/api/v1/members', { ...eve, role: 'member' })).status).toBe(201)
    const context = await browser.newContext({ baseURL: service.url })
    try {
      const signIn = ({ email, password }: typeof eve) =>
        context.request.post('/api/v1/auth/login', { data: { email, password } })
      await signIn(OWNER)
      const page = await context.newPage()
      await page.goto('/settings/members')
      await page.getByRole('button', { name: 'Invite a member' }).waitFor()
      await signIn(eve)
      const other = await context.newPage()
      await other.goto('/issues')
      await page.getByRole('button', { name: `Account: ${eve.email}` }).waitFor()
      expect(await page.getByRole('button', { name: 'Invite a member' }).count()).toBe(0)
    } finally {
      await context.close()
    }
  })
})
