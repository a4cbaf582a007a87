import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/api-client.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { OWNER, type Service, startService } from '../support/service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

describe.skipIf(!chromiumPath())('from a thrown error to its page, in Chromium (needs chromium)', () => {
  let service: Service
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    await run(process.execPath, ['scripts/build-web.mjs', '--if-stale'], { cwd: ROOT })
    service = await startService()
    const client = await signedIn(service.url)
    const project = await client.createProject('shop')
    const env = { ...process.env, SENTRY_DSN: project.keys[0]!.sdk_dsn }
    await run(process.execPath, [join(ROOT, 'test/sdk/node-app.ts')], { env })
    await client.untilCounted(project.id, 2)

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
    await service?.remove()
  })

  it('signs in, and shows the issue in the list', async () => {
    await page.goto(service.url)
    await page.getByRole('textbox', { name: 'Email' }).fill(OWNER.email)
    await page.getByLabel('Password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: /Error.*Checkout failed/ }).waitFor()
    await page.getByRole('link', { name: /Disk almost full/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/issues')
  })

  it('opens the issue with its stack, cause first thrown last', async () => {
    await page.getByRole('link', { name: /Error.*Checkout failed/ }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    expect(await heading.textContent()).toContain('Checkout failed')
    await page.getByText("throw new Error('Checkout failed', { cause })").first().waitFor()
    await page.getByText('checkOut', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: /TypeError.*gateway is undefined/ }).waitFor()
  })

  it('shows breadcrumbs, tags and the user', async () => {
    const breadcrumbs = page.getByRole('table', { name: 'Breadcrumbs' })
    const rows = await breadcrumbs.getByRole('row').allInnerTexts()
    expect(rows).toHaveLength(3)
    for (const message of ['cart opened', 'coupon applied', 'card declined']) {
      await breadcrumbs.getByText(message).waitFor()
    }
    await page.getByText('tenant').first().waitFor()
    await page.getByText('acme').first().waitFor()
    await page.getByText('ada@example.com').first().waitFor()
  })

  it('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
