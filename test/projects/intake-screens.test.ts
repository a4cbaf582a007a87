import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { type DashboardSession, startDashboardSession } from '../browser/dashboard-session.ts'
import { chromiumPath } from '../support/chromium.ts'

describe.skipIf(!chromiumPath())('filters and privacy of a project, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let page: Page
  beforeAll(async () => {
    session = await startDashboardSession()
    page = session.page
  })
  afterAll(() => session?.close())

  const intake = () => session.client.get<ProjectIntake>(`/api/v1/projects/${session.project.id}/intake`)
  const open = (tab: string) =>
    page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=${tab}`)

  it('saves what is to be left out', async () => {
    await open('filters')
    await page.getByRole('checkbox', { name: /^Crawlers/ }).check()
    await page.getByRole('textbox', { name: 'Drop events from these releases' }).fill('web@1.*\n\n web@0.* ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await intake()).filters).toMatchObject({
      crawlers: true,
      health_checks: false,
      releases: ['web@1.*', 'web@0.*'],
    })
  })

  it('tries rules before they are saved, and says what is wrong with one', async () => {
    await open('privacy')
    await page.getByRole('textbox', { name: 'Words to filter' }).fill('CUST-####')
    await page.getByRole('textbox', { name: 'Sample' }).fill('Paid by CUST-1234, password=hunter2')
    await page.getByRole('button', { name: 'Show what would be stored' }).click()
    const shown = page.getByRole('status', { name: 'What would be stored' })
    await expect.poll(() => shown.textContent()).toBe('Paid by [Filtered], password=[Filtered]')
    expect((await intake()).scrubbing.patterns).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await intake()).scrubbing.patterns).toEqual(['CUST-####'])
    await page.getByRole('textbox', { name: 'Words to filter' }).fill('two words')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^A pattern matches one word. It cannot contain spaces/).waitFor()
  })

  it('shows with the limits that nothing was dropped', async () => {
    await open('limits')
    await page.getByRole('heading', { name: 'Not stored' }).waitFor()
  })
})
