import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { type DashboardSession, startDashboardSession } from './dashboard-session.ts'

describe.skipIf(!chromiumPath())('alerts, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let page: Page
  beforeAll(async () => {
    session = await startDashboardSession()
    page = session.page
    await session.send({ type: 'AlphaError', release: 'shop@1.0.0' })
    const [issue] = await session.client.untilCounted(session.project.id, 1)
    await session.client.request('PATCH', `/api/v1/issues/${issue!.id}`, {
      status: 'resolved',
      resolved_in_release: 'shop@1.1.0',
    })
  })
  afterAll(() => session?.close())

  const badge = () => page.getByRole('navigation', { name: 'Main' }).getByText('1 unread')
  const alerts = () => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')

  it('a regression is told at once, whatever screen is open', async () => {
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

  it('an ignored one stands among the ignored ones, and can be brought back', async () => {
    await page.getByRole('button', { name: /^Ignore: AlphaError/ }).click()
    await expect.poll(() => badge().count()).toBe(0)
    await page.getByRole('link', { name: 'Ignored' }).click()
    await page.getByRole('button', { name: /^Bring back: AlphaError/ }).click()
    await badge().waitFor()
  })

  it('it leads to its issue, and is read then', async () => {
    await page.getByRole('link', { name: /^Unread/ }).click()
    await page.getByRole('link', { name: /^Unread: Regression · AlphaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    await expect.poll(() => badge().count()).toBe(0)
    await page.getByRole('complementary').getByText('Regression', { exact: true }).waitFor()
  })
})
