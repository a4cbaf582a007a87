import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeDashboard, rowTitles } from './dashboard-session.ts'

const TABS = 10

describeDashboard('the connection to the server', (session, page) => {
  beforeAll(async () => {
    for (const type of ['FirstError', 'SecondError']) await session.send({ type })
    await session.client.untilCounted(session.project.id, 2)
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
  })

  const statusOf = async (type: string) =>
    (await session.client.allIssues(session.project.id)).find(({ title }) => title.startsWith(type))?.status

  it('offline, it says that nothing was saved, and shows what the server has', async () => {
    await page.context().setOffline(true)
    await page.getByText('No connection to the server.').waitFor()
    await page.getByRole('img', { name: 'No connection to the server' }).waitFor()
    const [first] = await rowTitles(page)
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByText("Couldn't save. The server is unreachable.").waitFor()
    expect(await page.getByText('Issue resolved').count()).toBe(0)
    expect(await rowTitles(page)).toContain(first)
    await page.context().setOffline(false)
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
    expect(await page.getByText('No connection to the server.').count()).toBe(0)
    expect(await statusOf(first!)).toBe('unresolved')
  })

  it('offline, a screen that was not loaded yet says so, and comes once the connection is back', async () => {
    const alerts = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Alerts/ })
    await page.context().setOffline(true)
    await page.getByText('No connection to the server.').waitFor()
    await alerts.click()
    await page.getByText("Couldn't load this screen.").waitFor()
    await alerts.waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
  })

  it('a problem that the server reports is told in its own words, until it is gone', async () => {
    const message = 'Events have waited for 2 min. Look for "pipeline trouble" in the log.'
    const problems = [{ check: 'pipeline', message }]
    for (const [status, state] of [
      ['unavailable', 503],
      ['degraded', 200],
    ] as const) {
      await page.route('**/readyz', (route) =>
        route.fulfill({ status: state, json: { status, checks: {}, problems } }),
      )
      await page.reload()
      const dot = page.getByRole('button', { name: `The server reports a problem. ${message}` })
      await dot.click()
      await page.getByText(message).waitFor()
      await dot.click()
      expect(await page.getByText(message).count()).toBe(1)
    }
    await page.unroute('**/readyz')
    await page.reload()
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
  })

  it('on a phone, the notice of a lost connection leaves the controls below it readable', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.context().setOffline(true)
    const notice = await page.getByText('No connection to the server.').boundingBox()
    const control = await page.getByRole('button', { name: /^Window/ }).boundingBox()
    expect(notice!.y + notice!.height).toBeLessThan(control!.y + control!.height / 3)
    await page.context().setOffline(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
  })

  it('a change the server is slow to answer says that it is on its way', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/v1/issues/*', async (route) => {
      if (route.request().method() === 'PATCH') await answered
      return route.continue()
    })
    await page.reload()
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByText('Resolving issue…').waitFor()
    expect(await page.getByText('Issue resolved').count()).toBe(0)
    answer()
    await page.getByText('Issue resolved').waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => rowTitles(page)).toHaveLength(2)
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => statusOf('SecondError')).toBe('unresolved')
  })

  it('asks before the page is left while the server has not answered a change', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/issues/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      return route.continue()
    })
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    const leave = () => page.evaluate('setTimeout(() => location.reload())')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByText('Resolving issue…').waitFor()
    await leave()
    await expect.poll(() => questions).toEqual(['beforeunload'])
    held.resolve()
    await page.getByText('Issue resolved').waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => rowTitles(page)).toHaveLength(2)
    await expect.poll(() => statusOf('SecondError')).toBe('unresolved')
    await page.getByText('Undoing…').waitFor({ state: 'hidden' })
    await Promise.all([page.waitForEvent('load'), leave()])
    expect(questions).toHaveLength(1)
    page.removeAllListeners('dialog')
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('while a search is loading, keys leave the rows of the one before it alone', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/issues\?.*SecondError/, async (route) => {
      await answered
      return route.continue()
    })
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    await page.getByRole('combobox', { name: 'Search issues' }).fill('SecondError is:unresolved')
    await page.keyboard.press('Enter')
    await page.evaluate('document.activeElement.blur()')
    for (const key of ['j', 'j', 'x', 'e']) await page.keyboard.press(key)
    answer()
    await expect.poll(() => rowTitles(page)).toEqual(['SecondError'])
    expect(changes).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('without Web Locks (plain HTTP) a tab has its own stream, and none while it is hidden', async () => {
    const context = await session.browser.newContext({
      storageState: await page.context().storageState(),
    })
    await context.addInitScript(`
      delete Navigator.prototype.locks
      const Stream = EventSource
      window.streams = []
      window.EventSource = class extends Stream {
        constructor(...given) { super(...given); window.streams.push(this) }
      }
      window.openStreams = () => window.streams.filter(({ readyState }) => readyState === 1).length
      window.hide = (hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    `)
    const tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(`${session.service.url}/issues`)
      await expect.poll(() => tab.evaluate('openStreams()')).toBe(1)
    }
    const [shown, hidden] = tabs as [Page, Page]
    await hidden.evaluate('hide(true)')
    await expect.poll(() => hidden.evaluate('openStreams()')).toBe(0)
    await session.send({ type: 'UnsharedError' })
    await shown.getByRole('link', { name: /^UnsharedError/ }).waitFor()
    await hidden.evaluate('hide(false)')
    await hidden.getByRole('link', { name: /^UnsharedError/ }).waitFor()
    expect(await hidden.evaluate('openStreams()')).toBe(1)
    await context.close()
  })

  it('a tab that joins late reads what was told before it did', async () => {
    const late = await page.context().newPage()
    let join = (): void => {}
    const joins = new Promise<void>((resolve) => {
      join = resolve
    })
    await late.route('**/*.js', async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes('errata-live')) await joins
      await route.fulfill({ response })
    })
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('img', { name: 'Everything is working' }).waitFor()
    await late.goto(`${session.service.url}/issues`)
    await late.getByRole('link', { name: /^FirstError/ }).waitFor()
    await session.send({ type: 'EarlyError' })
    await page.getByRole('link', { name: /^EarlyError/ }).waitFor()
    expect(await late.getByRole('link', { name: /^EarlyError/ }).count()).toBe(0)
    join()
    await late.getByRole('link', { name: /^EarlyError/ }).waitFor()
    await late.close()
  })

  it(`${TABS} tabs work at once, and each hears of a new issue, also after the first one is closed`, async () => {
    const others: Page[] = []
    for (let index = 1; index < TABS; index += 1) others.push(await page.context().newPage())
    for (const tab of others) {
      await tab.goto(`${session.service.url}/issues`)
      await tab.getByRole('link', { name: /^FirstError/ }).waitFor()
    }
    for (const tab of others) {
      await tab.getByRole('img', { name: 'Everything is working' }).waitFor()
    }
    await page.goto(`${session.service.url}/issues`)
    await session.send({ type: 'SuddenError' })
    for (const tab of [page, ...others]) await tab.getByRole('link', { name: /^SuddenError/ }).waitFor()
    await page.close()
    await session.send({ type: 'LaterError' })
    for (const tab of others) await tab.getByRole('link', { name: /^LaterError/ }).waitFor()
  })
})
