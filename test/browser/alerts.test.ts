import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from './dashboard-session.ts'

describeDashboard('alerts', (session, page) => {
  beforeAll(async () => {
    await session.send({ type: 'AlphaError', release: 'shop@1.0.0' })
    const [issue] = await session.client.untilCounted(session.project.id, 1)
    await session.client.request('PATCH', `/api/v1/issues/${issue!.id}`, {
      status: 'resolved',
      resolved_in_release: 'shop@1.1.0',
    })
  })

  const badge = () => page.getByRole('button', { name: 'Alerts: 1 unread' })
  const alerts = () => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')

  it('a regression is announced at once, on every screen', async () => {
    await page.goto(`${session.service.url}/alerts`)
    await page.getByText('No unread alerts').waitFor()
    await session.send({ type: 'AlphaError', release: 'shop@1.2.0' })
    await badge().waitFor()
    await alerts().getByText('resolved in shop@1.1.0, back in shop@1.2.0 (production)').waitFor()
  })

  it('marking it as read takes it out of the unread ones, and Undo puts it back', async () => {
    await page.getByRole('button', { name: /^Mark read: AlphaError/ }).click()
    await page.getByText('No unread alerts').waitFor()
    await expect.poll(() => badge().count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await alerts().first().waitFor()
    await badge().waitFor()
  })

  it('a mark made just before the reader leaves the screen is told of on the next', async () => {
    const left = Promise.withResolvers<void>()
    await page.route('**/api/v1/alerts/*', async (route) => {
      await left.promise
      await route.continue()
    })
    await page.getByRole('button', { name: /^Mark read: AlphaError/ }).click()
    await page.getByRole('link', { name: 'Issues', exact: true }).click()
    await page.getByText('Saving…').waitFor()
    await page.waitForURL(/\/issues/)
    left.resolve()
    await page.getByText('Alert marked as read').waitFor()
    await page.unroute('**/api/v1/alerts/*')
    await page.getByRole('button', { name: 'Undo' }).click()
    await badge().waitFor()
    await page.goto(`${session.service.url}/alerts`)
    await alerts().first().waitFor()
  })

  it('an ignored one stands among the ignored ones, and can be brought back', async () => {
    await page.getByRole('button', { name: /^Ignore: AlphaError/ }).click()
    await expect.poll(() => badge().count()).toBe(0)
    await page.getByRole('link', { name: 'Ignored' }).click()
    await page.getByRole('button', { name: /^Bring back: AlphaError/ }).click()
    await badge().waitFor()
  })

  it('the bell opens the unread ones by keyboard, which can be marked there', async () => {
    await page.goto(`${session.service.url}/issues`)
    await badge().focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Unread alerts' })
    await panel.getByText('resolved in shop@1.1.0, back in shop@1.2.0 (production)').waitFor()
    await panel.getByText('shop', { exact: true }).waitFor()
    await panel.getByRole('button', { name: /^Mark read: AlphaError/ }).focus()
    await page.keyboard.press('Enter')
    await panel.getByText('You have read all alerts.').waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(focused).toBe('See all alerts')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    const bell = page.getByRole('button', { name: 'No unread alerts' })
    await expect
      .poll(() => bell.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('No unread alerts')
  })

  it('an alert that someone else reads does not take the focus of the one who reads here with it', async () => {
    const [alert] = (await session.client.get<{ alerts: { id: string }[] }>('/api/v1/alerts')).alerts
    const mark = (read: boolean) => session.client.request('PATCH', `/api/v1/alerts/${alert!.id}`, { read })
    await mark(false)
    await badge().click()
    const panel = page.getByRole('dialog', { name: 'Unread alerts' })
    await panel.getByRole('button', { name: /^Mark read: AlphaError/ }).focus()
    await mark(true)
    await panel.getByText('You have read all alerts.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('See all alerts')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })

  it('the open bell shows a new alert as it comes, and leads to its issue', async () => {
    await page.getByRole('button', { name: 'No unread alerts' }).click()
    const panel = page.getByRole('dialog', { name: 'Unread alerts' })
    await panel.getByText('You have read all alerts.').waitFor()
    const { body } = await session.client.request<{ alerts: { id: string }[] }>('GET', '/api/v1/alerts')
    const [alert] = body.alerts
    await session.client.request('PATCH', `/api/v1/alerts/${alert!.id}`, { read: false })
    await panel.getByRole('link', { name: /^Regression · AlphaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    await panel.waitFor({ state: 'hidden' })
    await expect.poll(() => badge().count()).toBe(0)
    await page.goto(`${session.service.url}/alerts?view=all`)
    await page.getByRole('button', { name: /^Mark unread: AlphaError/ }).click()
    await badge().waitFor()
  })

  it('an alert whose issue is resolved elsewhere says so, and offers to resolve it no more', async () => {
    const resolve = page.getByRole('button', { name: /^Resolve: AlphaError/ })
    await resolve.waitFor()
    await alerts().getByText('2 events and 0 users so far').waitFor()
    await alerts()
      .getByText(/^first seen (just now|\d+ (s|min) ago)$/)
      .waitFor()
    const [issue] = await session.client.allIssues(session.project.id)
    const patch = (status: string) =>
      session.client.request('PATCH', `/api/v1/issues/${issue!.id}`, { status })
    await patch('resolved')
    await alerts().getByText('resolved', { exact: true }).waitFor()
    expect(await resolve.count()).toBe(0)
    await patch('unresolved')
    await resolve.waitFor()
  })

  it('in the narrowest window its time is one line, above what can be done', async () => {
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 800 })
    const time = await alerts().getByRole('time').last().boundingBox()
    const mark = await page.getByRole('button', { name: /^Mark .*: AlphaError/ }).boundingBox()
    expect(time!.height).toBeLessThan(24)
    expect(mark!.y).toBeGreaterThanOrEqual(time!.y + time!.height)
    await page.setViewportSize(size)
  })

  it('it leads to its issue, and is read then', async () => {
    await page.getByRole('link', { name: /^Unread\s*\d*$/ }).click()
    await page.getByRole('link', { name: /^Unread: Regression · AlphaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    await expect.poll(() => badge().count()).toBe(0)
    await page.getByRole('complementary').getByText('Regression', { exact: true }).waitFor()
  })
})
