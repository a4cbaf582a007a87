import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../support/chromium.ts'
import { type DashboardSession, startDashboardSession } from '../dashboard-session.ts'

describe.skipIf(!chromiumPath())('DSN keys, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let page: Page
  beforeAll(async () => {
    session = await startDashboardSession()
    page = session.page
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=keys`)
  })
  afterAll(() => session?.close())

  it('an origin that is refused says why once, at its field', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Allowed origins').fill('https://shop.example.com/cart')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const reason = page.getByText(/Use an origin such as/)
    await reason.first().waitFor()
    expect(await reason.allInnerTexts()).toEqual([expect.stringMatching(/^Use an origin such as/)])
    await page.getByLabel('Allowed origins').fill('https://shop.example.com')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('saved').waitFor()
  })
})
