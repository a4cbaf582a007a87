import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../support/accessibility.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { type Service, startService } from '../support/server/service.ts'
import { STOCK, stockMissing } from '../support/stock-package.ts'
import { builtDashboard } from './dashboard-session.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIRST_ISSUE_WITHIN_MS = 60_000
const PASSWORD = 'seven quiet herons wade'

describe.skipIf(!chromiumPath())('from nothing to the first issue, in Chromium (needs chromium)', () => {
  let service: Service
  let browser: Browser
  let page: Page
  let startedAt: number
  let dsn: string
  const complaints: string[] = []

  beforeAll(async () => {
    await builtDashboard()
    browser = await launchChromium()
    startedAt = performance.now()
    service = await startService({ env: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' } })
    page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      // Nobody has a session yet, and the first password is refused: the browser notes both by itself.
      if (message.type() === 'error' && !/ 40[01] /.test(message.text())) complaints.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('without the link, the setup asks for its token first', async () => {
    await page.goto(`${service.url}/login`)
    await page.getByRole('heading', { name: 'Set up Errata' }).waitFor()
    await page.goto(service.url)
    await page.getByRole('heading', { name: 'Set up Errata' }).waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('token')
  })

  it('the terminal prints a link that opens the setup with its token filled in', async () => {
    const link = /one-time link\): (\S+)/.exec(service.stdout)?.[1]
    expect(link).toBeDefined()
    await page.goto(link!)
    await page.getByRole('heading', { name: 'Set up Errata' }).waitFor()
    expect(await page.getByLabel('Setup token').inputValue()).toBe(link!.split('#token=')[1])
    expect(page.url()).not.toContain('token')
    expect(await barriers(page)).toEqual([])
  })

  it('a common password is refused with the reason at its field', async () => {
    await page.getByLabel('Organization').fill('Acme')
    await page.getByLabel('Your email').fill('ada@example.com')
    await page.getByLabel('Password').fill('short')
    await page.getByText('7 characters to go').waitFor()
    await page.getByLabel('Password').fill('passwordpassword')
    await page.getByRole('button', { name: 'Create organization and owner' }).click()
    await page.getByText('are easy to guess').waitFor()
  })

  it('a good one leads to the first project', async () => {
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create organization and owner' }).click()
    await page.getByRole('heading', { name: 'Your first project' }).waitFor()
    const storageState = await page.context().storageState()
    const elsewhere = await browser.newContext({ baseURL: service.url, storageState })
    const list = await elsewhere.newPage()
    await list.goto('/issues')
    await list.getByRole('button', { name: 'New project' }).click()
    await list.getByRole('dialog', { name: 'New project' }).getByLabel('Name').waitFor()
    await elsewhere.close()
    await page.getByLabel('Name').fill('checkout-api')
    await page.getByLabel('Node.js').check()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Connect checkout-api' }).waitFor()
  })

  it('shows both DSNs, hides the secret until asked, and fills the code in', async () => {
    const row = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) })
    dsn = (await row('DSN for SDKs').locator('code').textContent()) ?? ''
    expect(dsn).toMatch(new RegExp(`^${service.url.replace('://', '://[0-9a-f]{32}@')}/\\d+$`))
    await page.getByText('For custom clients').click()
    expect(await row('DSN').locator('code').textContent()).toMatch(/:•+@.*\/[0-9a-f]{8}-/)
    await page.getByRole('button', { name: 'Reveal' }).click()
    const secret = await row('Secret').locator('code').textContent()
    expect(secret).toMatch(/^[0-9a-f]{32}$/)
    expect(await row('DSN').locator('code').textContent()).toContain(`:${secret}@`)
    await page.getByText(`Sentry.init({ dsn: '${dsn}' })`).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('has code for the framework in use, too', async () => {
    await page.getByRole('button', { name: 'Browser' }).click()
    await page.getByRole('group', { name: 'Framework' }).getByRole('button', { name: 'Next.js' }).click()
    await page.getByText('captureRequestError').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('says that something was rejected, and why', async () => {
    const { origin, pathname } = new URL(dsn)
    const wrong = `sentry_key=${'0'.repeat(32)}&sentry_version=7`
    const answer = await fetch(`${origin}/api${pathname}/store/?${wrong}`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(401)
    await page.getByRole('region', { name: 'Rejected attempts' }).getByText('invalid_dsn').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  const withoutSdk = stockMissing('@sentry/node')
  it.skipIf(withoutSdk)(
    `announces the first event of a stock SDK and opens its issue, all within a minute${withoutSdk ? ` (${withoutSdk})` : ''}`,
    async () => {
      const application = spawn(process.execPath, [join(STOCK, 'app.ts')], {
        cwd: ROOT,
        env: { ...process.env, SENTRY_DSN: dsn },
        stdio: 'ignore',
      })
      await once(application, 'exit')
      await page.getByText('Received').waitFor()
      await page.getByRole('link', { name: 'Open the issue' }).click()
      await page
        .getByRole('heading', {
          level: 1,
          name: /Checkout failed|Disk almost full|Backup failed|offline|Object captured/,
        })
        .waitFor()
      const elapsed = performance.now() - startedAt
      expect(elapsed).toBeLessThan(FIRST_ISSUE_WITHIN_MS)
      process.stdout.write(`first issue on screen ${(elapsed / 1000).toFixed(1)} s after the start\n`)
    },
  )

  it('sends a test event for a second project', async () => {
    await page.goto(`${service.url}/settings/projects`)
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('web-frontend')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Waiting for the first event').waitFor()
    await page.getByRole('link', { name: 'Skip for now' }).waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('Received').waitFor()
    await page.getByRole('link', { name: 'Go to issues' }).waitFor()
    expect(await page.getByRole('link', { name: 'Skip for now' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Open the issue' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('the setup link leads on once it has been used, with a session and without', async () => {
    await page.goto(`${service.url}/setup#token=used`)
    await page.getByRole('heading', { name: 'Issues' }).waitFor()
    const visitor = await browser.newContext({ baseURL: service.url })
    const guest = await visitor.newPage()
    await guest.goto('/setup')
    await guest.getByLabel('Email').fill('ada@example.com')
    expect(new URL(guest.url()).pathname).toBe('/login')
    await visitor.close()
  })

  it('and the browser has no complaint', () => {
    expect(complaints).toEqual([])
  })
})
