import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DashboardSession, startDashboardSession } from '../browser/dashboard-session.ts'
import { barriers } from '../support/accessibility.ts'
import { chromiumPath } from '../support/chromium.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { OWNER } from '../support/server/service.ts'
import { type StockProvider, startStockProvider } from '../support/single-sign-on/stock-oidc-provider.ts'
import { stockMissing } from '../support/stock-package.ts'

const missing = chromiumPath() ? stockMissing('oidc-provider') : 'needs chromium'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.skipIf(missing)(`single sign-on with a certified provider, in Chromium ${missing ?? ''}`, () => {
  let provider: StockProvider
  let session: DashboardSession
  beforeAll(async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    provider = await startStockProvider(origin)
    const env = { SVC_PORT: String(port), SVC_BASE_URL: origin, ...provider.settings }
    session = await startDashboardSession({ env })
  })
  afterAll(async () => {
    await session?.close()
    await provider?.close()
  })

  async function guest(): Promise<Page> {
    const context = await session.browser.newContext({ baseURL: session.service.url })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return page
  }

  /** From the sign-in page over the provider's own pages back to ours. */
  async function signInAs(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('x')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('leads a member back to the page they wanted', async () => {
    const page = await guest()
    await page.goto('/alerts?view=all')
    await page.getByText('You will return to alerts').waitFor()
    expect(await barriers(page)).toEqual([])
    await signInAs(page, 'owner')
    await page.getByRole('navigation').first().waitFor()
    expect(page.url()).toBe(`${session.service.url}/alerts?view=all`)
  })

  it('shows the sign-in form once it is known what it has, so that nothing moves', async () => {
    const page = await guest()
    const early: number[] = []
    await page.route('**/api/v1/setup', async (route) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      early.push(await page.getByLabel('Email').count())
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Email').waitFor()
    expect(early).toEqual([0])
    expect(await page.getByRole('link', { name: 'Sign in with Example ID' }).count()).toBe(1)
  })

  it('says what to do if no member has the address', async () => {
    const page = await guest()
    await page.goto('/login')
    await signInAs(page, 'stranger')
    const alert = page.getByRole('alert')
    await alert.getByText('No member has the email address of your account at Example ID.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.goto('/login?problem=<b>whatever</b>')
    await alert.getByText('Example ID could not be reached').waitFor()
  })

  it('lets who is invited join from the invitation, and an owner unlink the account', async () => {
    const invited = { email: 'grace@example.com', role: 'member' }
    const { body } = await session.client.request<{ invite_url: string }>('POST', '/api/v1/members', invited)
    const page = await guest()
    await page.goto(body.invite_url)
    await signInAs(page, 'grace')
    await page.getByRole('navigation').first().waitFor()

    const { page: owner } = session
    await owner.goto(`${session.service.url}/settings/members`)
    await owner.getByRole('row', { name: 'grace' }).getByText('Single sign-on linked').waitFor()
    await owner.getByRole('button', { name: 'Actions for The grace' }).click()
    await owner.getByRole('menuitem', { name: 'Unlink single sign-on…' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await owner.getByText('Single sign-on account of The grace unlinked').waitFor()
    await page.goto('/issues')
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  })

  it('asks for the code of two-factor sign-in afterwards', async () => {
    const app = await Authenticator.setUp(session.client, OWNER.password)
    const code = app.codeAt(Date.now())
    await session.client.request('POST', '/api/v1/auth/two-factor/enable', { code })
    const page = await guest()
    await page.goto('/feedback')
    await signInAs(page, 'owner')
    await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This code is wrong').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(app.codeAt(Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/feedback')
  })
})
