import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, type EventPage, type Project, signedIn } from '../support/api-client.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { type Service, startService } from '../support/service.ts'
import { type ShopPage, startShopPage } from './shop-page.ts'

interface BrowserEvent {
  browser_name: string | null
  os_name: string | null
}

/** Button of the page, and what its click leads to. */
const CLICKS = [
  { button: 'Pay', title: /^TypeError: /, level: 'error' },
  { button: 'Reserve', title: /^RangeError: no such shelf$/, level: 'error' },
  { button: 'Ask for help', title: /^somebody asked for help$/, level: 'warning' },
]

describe.skipIf(!chromiumPath())('the stock browser SDK on a page in Chromium (needs chromium)', () => {
  let service: Service
  let client: ApiClient
  let project: Project
  let shop: ShopPage
  let browser: Browser

  beforeAll(async () => {
    service = await startService()
    client = await signedIn(service.url)
    project = await client.createProject('shop')
    shop = await startShopPage()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    await service?.remove()
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
        browser_name: 'Chrome',
        os_name: 'Linux',
        platform: 'javascript',
      })
    }
    await visitor.close()
  })
})
