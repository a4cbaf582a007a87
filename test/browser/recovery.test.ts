import { beforeAll, expect, it } from 'vitest'
import { OWNER } from '../support/server/service.ts'
import { describeDashboard, rowTitles } from './dashboard-session.ts'

describeDashboard('what goes wrong on the page', (session, page) => {
  beforeAll(async () => {
    for (const type of ['FirstError', 'SecondError']) await session.send({ type })
    await session.client.untilCounted(session.project.id, 2)
  })

  const openIssues = async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
  }

  it('a start that failed works after "Try again"', async () => {
    let failing = true
    await page.route('**/api/v1/auth/me', (route) =>
      failing ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    )
    await page.goto(`${session.service.url}/issues`)
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    failing = false
    await retry.click()
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('a menu whose code does not arrive leaves the page alone, and opens once it does', async () => {
    await page.route(/overlays/, (route) => route.abort())
    await openIssues()
    const window = page.getByRole('button', { name: /^Window/ })
    await window.click()
    await page.getByText("Couldn't open this.").waitFor()
    expect(await rowTitles(page)).toHaveLength(2)
    await page.unrouteAll({ behavior: 'wait' })
    await page.waitForTimeout(600)
    await window.click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
  })

  it('an error of the page is in the log of the service', async () => {
    await openIssues()
    const told = page.waitForResponse(/dashboard-errors/)
    await page.evaluate('setTimeout(() => { throw new Error("a screen broke") })')
    expect((await told).status()).toBe(204)
    await expect.poll(() => session.service.stderr).toContain('a screen broke')
  })

  it('an issue that was deleted elsewhere says so', async () => {
    await session.send({ type: 'DoomedError' })
    await session.client.untilCounted(session.project.id, 3)
    await openIssues()
    await page.getByRole('link', { name: /^DoomedError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^DoomedError/ }).waitFor()
    const doomed = (await session.client.allIssues(session.project.id)).find(({ title }) =>
      title.startsWith('Doomed'),
    )
    await page.context().request.delete(`${session.service.url}/api/v1/issues/bulk`, {
      data: { ids: [doomed!.id], action: 'delete' },
    })
    await page.getByText('This was deleted or never existed.').waitFor()
    expect(await page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Go to issues' }).click()
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
  })

  it('an address that leads nowhere says so inside the frame', async () => {
    await page.goto(`${session.service.url}/nowhere/at/all`)
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).waitFor()
    await page.getByRole('link', { name: 'Go to issues' }).click()
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
  })

  it('the bar of the page stays until the server says who reads it', async () => {
    const next = await page.context().newPage()
    await next.clock.install()
    await next.route('**/api/v1/auth/me', () => {})
    const asked = next.waitForRequest('**/api/v1/auth/me')
    await next.goto(`${session.service.url}/issues`)
    await asked
    await next.clock.runFor(10_000)
    // What those timers had drawn is drawn before a later task.
    await next.evaluate(`new Promise((drawn) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = drawn
      port2.postMessage(0)
    })`)
    expect(await next.locator('#frame').isVisible()).toBe(true)
    await next.close()
  })

  it('a browser that lacks what the page needs is told which ones have it', async () => {
    const old = await page.context().newPage()
    await old.addInitScript('delete AbortSignal.any')
    await old.goto(`${session.service.url}/issues`)
    await old.getByText('Please update your browser: Errata needs').waitFor()
    await old.close()
  })

  it('a screen whose code is slow to arrive says that it is on its way', async () => {
    await openIssues()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor()
    arrive()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('what could not be read again stays, says how old it is, and is read by "Try again"', async () => {
    await openIssues()
    await page.getByRole('link', { name: /^FirstError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^FirstError/ }).waitFor()
    const lists = /\/api\/v1\/issues\?/
    await page.route(lists, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('link', { name: 'Issues', exact: true }).first().click()
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    await page.keyboard.press('r')
    await page.getByText("Couldn't refresh this page. Last updated").waitFor()
    expect(await rowTitles(page)).toHaveLength(2)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText("Couldn't refresh").count()).toBe(0)
    expect(await rowTitles(page)).toHaveLength(2)
  })

  it('signed out in the middle: it says so, returns to the page, and offers to save the change', async () => {
    await openIssues()
    const [first] = await rowTitles(page)
    await page.context().clearCookies()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByText('Your session has ended.').waitFor()
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Save now' }).click()
    await page.getByText('Issue resolved').waitFor()
    const issues = await session.client.allIssues(session.project.id)
    expect(issues.find(({ title }) => title.startsWith(first!))?.status).toBe('resolved')
  })

  it('a comment that was being written is still there', async () => {
    await openIssues().catch(() => page.goto(`${session.service.url}/issues?q=`))
    await page.goto(`${session.service.url}/issues?q=`)
    await page.getByRole('link', { name: /^FirstError/ }).click()
    await page.getByRole('link', { name: /^Activity/ }).click()
    await page.getByLabel('Comment').fill('half a thought')
    await page.reload()
    await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('half a thought')
  })
})
