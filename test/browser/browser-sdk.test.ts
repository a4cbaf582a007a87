import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeedbackPage } from '#contract/event/feedback.ts'
import { browserStockMissing, launchChromium } from '../support/chromium.ts'
import { type ApiClient, type EventPage, type Project, signedIn } from '../support/client/api-client.ts'
import { type Service, startService } from '../support/server/service.ts'
import { type ShopPage, startShopPage } from './shop-page.ts'

interface BrowserEvent {
  browser_name: string | null
  os_name: string | null
}

/** Button of the page, and what its click leads to. */
const CLICKS = [
  { button: 'Pay', title: /^TypeError: /, level: 'error' },
  { button: 'Reserve', title: /^RangeError: no such shelf$/, level: 'error' },
  { button: 'Ask for help', title: /^someone asked for help$/, level: 'warning' },
]

/** The newest, and the last of each major version before. */
const SDKS = ['@sentry/browser', ...[10, 9, 8, 7].map((major) => `sentry-browser-${major}`)]
const missing = browserStockMissing('@sentry/browser')

describe.skipIf(missing).each(SDKS)(`%s on a page in Chromium${missing}`, (sdk) => {
  let service: Service
  let client: ApiClient
  let project: Project
  let shop: ShopPage
  let browser: Browser

  beforeAll(async () => {
    service = await startService()
    client = await signedIn(service.url)
    project = await client.createProject('shop')
    shop = await startShopPage(sdk)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    await service?.close()
  })

  it('throws, rejects a promise and sends a message: all three arrive, with browser and OS names', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(`${shop.origin}/?dsn=${encodeURIComponent(project.keys[0]!.sdk_dsn)}`)
    for (const { button } of CLICKS) await visitor.getByRole('button', { name: button }).click()
    const issues = await client.untilCounted(project.id, CLICKS.length)
    expect(issues).toHaveLength(CLICKS.length)
    for (const { title, level } of CLICKS) {
      const issue = issues.find((candidate) => title.test(candidate.title))
      expect(issue, String(title)).toMatchObject({ level, event_count: 1, unique_user_count: 1 })
      const page = await client.get<EventPage & { events: BrowserEvent[] }>(
        `/api/v1/issues/${issue!.id}/events`,
      )
      expect(page.events[0]).toMatchObject({
        browser_name: 'Headless Chrome',
        os_name: 'Linux',
        platform: 'javascript',
      })
    }
    await visitor.close()
  })

  it('shows the crash report dialog under a strict page policy, and stores the report', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(`${shop.origin}/?dsn=${encodeURIComponent(project.keys[0]!.sdk_dsn)}`)
    await visitor.getByRole('button', { name: 'Pay' }).click()
    await visitor.getByRole('button', { name: 'Report' }).click()
    const dialog = visitor.getByRole('dialog', { name: /^<img src=x/ })
    await dialog.getByLabel('What happened?').fill('I clicked Pay, token=abc123def456 and it broke')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Ada')
    await dialog.getByRole('button', { name: 'Submit crash report' }).click()
    await dialog.getByText('Your feedback has been sent. Thank you!').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => visitor.title()).toBe('The dialog is closed')
    expect(await dialog.count()).toBe(0)
    const { feedback } = await client.get<FeedbackPage>(`/api/v1/feedback?project_id=${project.id}`)
    expect(feedback).toMatchObject([
      { name: 'Ada', email: 'ada@example.com', comments: 'I clicked Pay, token=[Filtered] and it broke' },
    ])
    expect(feedback[0]!.event_id).not.toBeNull()
    await visitor.close()
  })
})
