import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { type DashboardSession, startDashboardSession } from './dashboard-session.ts'

describe.skipIf(!chromiumPath())('what the list says, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let page: Page
  beforeAll(async () => {
    session = await startDashboardSession()
    page = session.page
    await session.send({ type: 'PlainError' })
    await session.send({ type: 'TurnedError', value: 'photo_\u202egpj.exe', environment: 'staging' })
    await session.client.untilCounted(session.project.id, 2)
  })
  afterAll(() => session?.close())

  it('numbers say what they count and over which window', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByText('2 events in the 2 issues below').waitFor()
    await page.getByText('2 open issues seen in the last 7 days').waitFor()
    await page.getByRole('columnheader', { name: /^Events\s*all time$/ }).waitFor()
    await page.getByRole('columnheader', { name: /^Events\s*7 days$/ }).waitFor()
    await page.getByRole('img', { name: '1 event, peak 1 per 6 h' }).first().waitFor()
    await page
      .getByRole('row', { name: /TurnedError/ })
      .getByText('last in staging')
      .waitFor()
  })

  it('a text that turns its direction is shown with a mark, and turns nothing else', async () => {
    const row = page.getByRole('row', { name: /TurnedError/ })
    await row.getByText('photo_‹RLO›gpj.exe').waitFor()
    expect(await row.locator('bdi').count()).toBeGreaterThan(1)
    await row.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /photo_‹RLO›gpj\.exe/ }).waitFor()
    await expect.poll(() => page.title()).toContain('‹RLO›')
  })

  it('rows name their project where the list spans several, and only there', async () => {
    await page.goto(`${session.service.url}/issues`)
    const row = page.getByRole('row', { name: /PlainError/ })
    await row.waitFor()
    expect(await row.getByText('shop', { exact: true }).count()).toBe(0)
    await session.client.createProject('warehouse')
    await page.reload()
    await row.getByText('shop', { exact: true }).waitFor()
    await page.goto(`${session.service.url}/issues?project=${session.project.id}`)
    await row.waitFor()
    expect(await row.getByText('shop', { exact: true }).count()).toBe(0)
  })
})
