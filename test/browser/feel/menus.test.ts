import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('menus from the keyboard', (session, page) => {
  beforeAll(async () => {
    await session.send({ type: 'AlphaError' })
    await session.client.untilCounted(session.project.id, 1)
  })

  beforeEach(async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^AlphaError/ }).click()
    await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  })

  /** Role and text of the focused element. */
  const focused = () =>
    page
      .locator(':focus')
      .evaluate(({ role, localName, textContent }) => [role ?? localName, textContent].join(' '))
  const button = (name: RegExp) => page.getByRole('button', { name, expanded: false })
  const untilFocused = (text: RegExp) => expect.poll(focused).toMatch(text)

  it('a menu that a key opens begins with its first item: Enter chooses it', async () => {
    await page.keyboard.press('s')
    await untilFocused(/^menuitem For 4 hours/)
    await page.keyboard.press('End')
    await untilFocused(/^menuitem Until a date/)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Snoozed, / }).waitFor()
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    const [undone] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/issues/bulk')),
      page.keyboard.press('z'),
    ])
    expect(undone.ok()).toBe(true)
    await button(/^Snooze$/).waitFor()
  })

  it('a menu that a key opens leaves the focus where it was, so that Enter opens the chosen issue', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^AlphaError/ }).waitFor()
    for (const key of ['j', 's']) await page.keyboard.press(key)
    await untilFocused(/^menuitem For 4 hours/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    expect(await page.evaluate('document.activeElement.localName')).not.toBe('button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  })

  it.each([
    ['Enter', /^menuitem Prompt with link/],
    ['Space', /^menuitem Prompt with link/],
    ['ArrowDown', /^menuitem Prompt with link/],
    ['ArrowUp', /^menuitem curl command/],
  ])('%s on its button opens it; Escape returns to the button', async (key, item) => {
    await button(/^Copy for agent/).focus()
    await page.keyboard.press(key)
    await untilFocused(item)
    await page.keyboard.press('Escape')
    await untilFocused(/^button Copy for agent/)
  })

  it('a menu that the pointer had open before begins with its first item when a key opens it', async () => {
    await button(/^Copy for agent/).click()
    await page.getByRole('menuitem', { name: /^Prompt with link/ }).waitFor()
    await page.keyboard.press('Escape')
    await untilFocused(/^button Copy for agent/)
    await page.keyboard.press('Enter')
    await untilFocused(/^menuitem Prompt with link/)
  })

  it('a choice begins with the present one', async () => {
    await button(/^Timeline: /).focus()
    await page.keyboard.press('Enter')
    await untilFocused(/^menuitemradio 7 days/)
    await page.keyboard.press('ArrowDown')
    await untilFocused(/^menuitemradio 14 days/)
    await page.keyboard.press('Enter')
    await untilFocused(/^button 14 days/)
    await page.getByRole('button', { name: 'Timeline: 14 days', expanded: false }).waitFor()
  })

  it('a menu opened by the pointer highlights nothing until an item is pointed at', async () => {
    await page.getByRole('button', { name: 'Copy for agent' }).click()
    await untilFocused(/^menu /)
    expect(await page.locator('[role=menuitem][data-highlighted]').count()).toBe(0)
  })
})
