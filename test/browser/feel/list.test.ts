import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeDashboard, rowTitles } from '../dashboard-session.ts'

const ISSUES = 150
const STEPS = 15
describeDashboard('how the list feels', (session, page) => {
  beforeAll(async () => {
    const kinds = Array.from({ length: ISSUES }, (_, n) => `Kind${String(n).padStart(3, '0')}Error`)
    await Promise.all(kinds.map((type) => session.send({ type })))
    await session.client.untilCounted(session.project.id, ISSUES)
  })

  const openList = async () => {
    await page.mouse.move(2, 2)
    await page.goto(`${session.service.url}/issues?sort=title_asc`)
    await page.locator('tbody tr').nth(49).waitFor()
  }
  const leftOf = async (part: Locator) => (await part.boundingBox())!.x
  const toEnd = () => page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const focused = () => page.evaluate('document.activeElement?.textContent') as Promise<string>

  it('keeps its shape while answers are on their way', async () => {
    const answers = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/(issues|projects)(\?|$)/, async (route) => {
      await answers.promise
      await route.continue()
    })
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await page.goto(`${session.service.url}/issues`)
    const waiting = {
      box: await page.locator('main .animate-pulse').first().boundingBox(),
      x: await leftOf(navigation),
    }
    answers.resolve()
    await page.locator('tbody tr').first().waitFor()
    const box = await page.locator('tbody').getByRole('checkbox').first().boundingBox()
    const middle = (of: typeof box) => of!.y + of!.height / 2
    expect(Math.abs(middle(box) - middle(waiting.box))).toBeLessThan(3)
    expect(await leftOf(navigation)).toBe(waiting.x)
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('is loaded again at the same place, as far down as it was', async () => {
    await openList()
    await toEnd()
    await page.locator('tbody tr').nth(99).waitFor()
    await page.evaluate('scrollTo(0, 4000)')
    await page.reload()
    await expect.poll(() => page.evaluate('scrollY')).toBe(4000)
    await page.goto('about:blank')
    await page.goBack()
    await expect.poll(() => page.evaluate('scrollY')).toBe(4000)
  })

  it('Escape leads back to the same place of the page', async () => {
    await openList()
    const row = page.getByRole('link', { name: /^Kind040Error/ })
    await row.scrollIntoViewIfNeeded()
    const place = await page.evaluate('scrollY')
    expect(place).toBeGreaterThan(500)
    await row.click()
    await page.getByRole('heading', { level: 1, name: /^Kind040Error/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toContain('Kind040Error')
    expect(await page.evaluate('scrollY')).toBe(place)
  })

  it('an issue opens with what its row says, and keys work on it, before any answer about it', async () => {
    await openList()
    const answers = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/issues\/[0-9a-f-]{36}/, async (route) => {
      await answers.promise
      await route.continue()
    })
    const title = (of: string) => page.getByRole('heading', { level: 1, name: new RegExp(`^${of}`) })
    await page.getByRole('link', { name: /^Kind001Error/ }).click()
    await title('Kind001Error').waitFor()
    await page.keyboard.press('j')
    await title('Kind002Error').waitFor()
    expect(await page.locator('main').innerText()).toMatch(/\b1\s+event\s+0\s+users/)
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.keyboard.press('5')
    await page.locator('[aria-current=page]', { hasText: 'Activity' }).waitFor()
    expect(await page.getByText('Loading the issue').count()).toBe(1)
    answers.resolve()
    await page.getByText('Loading the issue').waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
    // Saved before the next test leaves the page: the button changes before the answer.
    await Promise.all([
      page.waitForResponse((response) => response.request().method() !== 'GET'),
      page.keyboard.press('u'),
    ])
    await page.getByRole('button', { name: /^Resolve/ }).waitFor()
  })

  it('a new screen has the focus, and its title is read out', async () => {
    await openList()
    await page.getByRole('link', { name: /^Alerts/ }).click()
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('content')
    await page.getByRole('status').filter({ hasText: 'Alerts' }).first().waitFor({ state: 'attached' })
  })

  it('a title that comes late is read out as well', async () => {
    await openList()
    const ofIssue = /\/api\/v1\/issues\/[0-9a-f-]{36}$/
    await page.route(ofIssue, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.getByRole('link', { name: /^Kind003Error/ }).click()
    const said = page.getByRole('status').filter({ hasText: /^Kind003Error.* Errata$/ })
    await said.waitFor({ state: 'attached' })
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('a page that does not come says so, and comes with "Try again"', async () => {
    await openList()
    await page.route(/\/api\/v1\/issues\?.*cursor=/, (route) => route.abort())
    await toEnd()
    await page.getByText("Couldn't load more.").waitFor()
    expect(await page.getByText("Couldn't refresh this page").count()).toBe(0)
    await page.unroute(/\/api\/v1\/issues\?.*cursor=/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await rowTitles(page)).length).toBeGreaterThanOrEqual(100)
  })

  it('a step through 150 rows draws two of them', async () => {
    await toEnd()
    await expect.poll(async () => (await rowTitles(page)).length).toBe(ISSUES)
    await page.keyboard.press('j')
    // Times depend on what else the machine does. Each row that is drawn writes four times of day, and counts as such.
    await page.evaluate(`{
      const { toISOString } = Date.prototype
      window.written = 0
      Date.prototype.toISOString = function () { window.written++; return toISOString.call(this) }
      window.formatters = 0
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(target, options) { window.formatters++; return new target(...options) },
      })
    }`)
    for (let step = 0; step < STEPS; step++) await page.keyboard.press('j')
    await expect.poll(focused).toContain('Kind015Error')
    expect(await page.evaluate('written')).toBeLessThan(STEPS * 2 * 6)
    expect(await page.evaluate('formatters')).toBe(0)
  })

  it('Shift selects every row from the last one, by mouse and by key, and unselects them again', async () => {
    await openList()
    const box = (n: number) => page.locator('tbody tr').nth(n).getByRole('checkbox')
    const bar = page.getByRole('region', { name: 'Selected issues' })
    const selected = (count: number) => bar.getByText(`${count} selected`, { exact: true }).waitFor()
    await box(4).click()
    await selected(1)
    await box(12).click({ modifiers: ['Shift'] })
    await selected(9)
    expect(await page.evaluate('String(getSelection())')).toBe('')
    await box(10).click({ modifiers: ['Shift'] })
    await selected(6)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    for (const key of ['j', 'x', 'j', 'j', 'X']) await page.keyboard.press(key)
    await selected(3)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  it('a row that leaves the list hands the focus to the next one', async () => {
    await openList()
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('Kind')
    const gone = await focused()
    await page.keyboard.press('i')
    const next = async () => {
      const now = await focused()
      return now !== gone && now.startsWith('Kind')
    }
    await expect.poll(next).toBe(true)
  })

  it('the project is remembered: on an issue, in the navigation, at the next visit', async () => {
    const chosen = page.getByRole('button', { name: /^Project/ })
    const { id } = await session.client.createProject('backend')
    await page.goto(`${session.service.url}/issues?project=${session.project.id}`)
    await page.locator('tbody tr a').first().click()
    await page.getByRole('heading', { level: 1, name: /Error/ }).waitFor()
    await chosen.filter({ hasText: 'shop' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click()
    await page.waitForURL(/\/issues\?project=/)
    await page.goto(session.service.url)
    await page.waitForURL(`**/issues?project=${session.project.id}`)
    await page.evaluate(`localStorage.setItem('project', '${id.replace(/^./, '0')}x')`)
    await page.goto(session.service.url)
    await page.waitForURL('**/issues')
    await page.locator('tbody tr').first().waitFor()
  })

  it('no row moves under a mouse that rests on one', async () => {
    await page.clock.install()
    await page.goto(`${session.service.url}/issues`)
    await page.locator('tbody tr').nth(5).hover()
    await page.clock.fastForward(2000)
    const before = await rowTitles(page)
    await session.send({ type: 'FreshError' })
    await page.getByRole('button', { name: '1 new' }).waitFor()
    await page.clock.fastForward(3000)
    expect(await rowTitles(page)).toEqual(before)
    await page.mouse.move(2, 2)
    await expect.poll(async () => (await rowTitles(page))[0]).toBe('FreshError')
  })
})
