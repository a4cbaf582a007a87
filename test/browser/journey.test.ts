import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../support/accessibility.ts'
import { browserStockMissing, launchChromium } from '../support/chromium.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { OWNER, type Service, startService } from '../support/server/service.ts'
import { builtDashboard } from './dashboard-session.ts'
import { type ShopPage, startShopPage } from './shop-page.ts'

const missing = browserStockMissing('@sentry/browser')

describe.skipIf(missing)(`from a thrown error to its page, in Chromium${missing}`, () => {
  let service: Service
  let client: ApiClient
  let project: Project
  let shop: ShopPage
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    await builtDashboard()
    service = await startService()
    client = await signedIn(service.url)
    project = await client.createProject('shop')
    shop = await startShopPage()
    browser = await launchChromium()
    page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      // A first visitor has no session: the browser notes that 401 by itself.
      if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    await service?.close()
  })

  it('a page with the stock browser SDK throws, and the event crosses origins', async () => {
    const visitor = await browser.newPage()
    const answered = visitor.waitForResponse((response) => response.url().includes('/envelope/'))
    await visitor.goto(`${shop.origin}/?dsn=${encodeURIComponent(project.keys[0]!.sdk_dsn)}`)
    await visitor.getByRole('button', { name: 'Pay' }).click()
    expect((await answered).status()).toBe(200)
    const [issue] = await client.untilCounted(project.id, 1)
    expect(issue).toMatchObject({ environment: 'staging', release: 'shop-web@2.0.1', unique_user_count: 1 })
    expect(issue?.title).toMatch(/^TypeError: /)
    await visitor.close()
  })

  it('its reader signs in and finds the issue in the list', async () => {
    await page.goto(service.url)
    await page.getByRole('textbox', { name: 'Email' }).fill(OWNER.email)
    await page.getByLabel('Password').fill(OWNER.password)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: /^TypeError/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/issues')
    expect(await barriers(page)).toEqual([])
  })

  it('opens it and sees the stack', async () => {
    await page.getByRole('link', { name: /^TypeError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^TypeError/ }).waitFor()
    await page.getByText('chargeCard', { exact: true }).first().waitFor()
  })

  it('points at the chart and reads when how many came', async () => {
    const chart = page.getByRole('img', { name: /^Events per hour/ })
    const { width, height } = (await chart.boundingBox())!
    await chart.hover({ position: { x: width - 1, y: height / 2 } })
    await page.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:00 UTC: 1 event$/).waitFor()
  })

  it('sees the breadcrumbs, the click among them', async () => {
    const breadcrumbs = page.getByRole('table', { name: 'Breadcrumbs' })
    await breadcrumbs.getByText('coupon applied').waitFor()
    await breadcrumbs.getByText('button#pay').waitFor()
  })

  it('sees the tags and the user', async () => {
    await page.getByText('tenant', { exact: true }).first().waitFor()
    await page.getByText('acme', { exact: true }).first().waitFor()
    await page.getByText('ada@example.com').first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('and the browser has no complaint about the dashboard', () => {
    expect(complaints).toEqual([])
  })
})
