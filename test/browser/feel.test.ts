import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { type DashboardSession, rowTitles, startDashboardSession } from './dashboard-session.ts'

const ISSUES = 150
const STEPS = 15
/** Median of a step through the list on a CPU four times slower, ms; with room for a machine that is busy. */
const STEP_LIMIT_MS = 120

describe.skipIf(!chromiumPath())('how the list feels, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let page: Page
  beforeAll(async () => {
    session = await startDashboardSession()
    page = session.page
    const kinds = Array.from({ length: ISSUES }, (_, n) => `Kind${String(n).padStart(3, '0')}Error`)
    await Promise.all(kinds.map((type) => session.send({ type })))
    await session.client.untilCounted(session.project.id, ISSUES)
  })
  afterAll(() => session?.close())

  const openList = async () => {
    await page.mouse.move(2, 2)
    await page.goto(`${session.service.url}/issues?sort=title_asc`)
    await page.locator('tbody tr').nth(49).waitFor()
  }
  const focused = () => page.evaluate('document.activeElement?.textContent') as Promise<string>

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

  it('a new screen has the focus, and its title is read out', async () => {
    await openList()
    await page.getByRole('link', { name: /^Alerts/ }).click()
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('content')
    await page.getByRole('status').filter({ hasText: 'Alerts' }).first().waitFor({ state: 'attached' })
  })

  it('a page that does not come says so, and comes with "Try again"', async () => {
    await openList()
    await page.route(/\/api\/v1\/issues\?.*cursor=/, (route) => route.abort())
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText("Couldn't load more.").waitFor()
    expect(await page.getByText("Couldn't refresh this page").count()).toBe(0)
    await page.unroute(/\/api\/v1\/issues\?.*cursor=/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await rowTitles(page)).length).toBe(100)
  })

  it('a step through 150 rows does not draw all of them again', async () => {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(async () => (await rowTitles(page)).length).toBe(ISSUES)
    await page.keyboard.press('j')
    const network = await page.context().newCDPSession(page)
    await network.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const times: number[] = []
    for (let step = 0; step < STEPS; step++) {
      times.push(
        await page.evaluate<number>(`new Promise((resolve) => {
          const start = performance.now()
          document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
          const channel = new MessageChannel()
          requestAnimationFrame(() => {
            channel.port1.onmessage = () => resolve(performance.now() - start)
            channel.port2.postMessage(0)
          })
        })`),
      )
    }
    await network.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const median = times.sort((a, b) => a - b)[Math.floor(STEPS / 2)]!
    expect(median).toBeLessThan(STEP_LIMIT_MS)
  })

  it('no row moves under a mouse that rests on one', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.locator('tbody tr').nth(5).hover()
    await page.waitForTimeout(2000)
    const before = await rowTitles(page)
    await session.send({ type: 'FreshError' })
    await page.getByRole('button', { name: '1 new' }).waitFor()
    await page.waitForTimeout(3000)
    expect(await rowTitles(page)).toEqual(before)
    await page.mouse.move(2, 2)
    await expect.poll(async () => (await rowTitles(page))[0]).toBe('FreshError')
  })
})
