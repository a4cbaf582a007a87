import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from '../dashboard-session.ts'

/** Bytes on the wire, headers included. */
const LIST_BUDGET = 173_500
const ISSUE_BUDGET = 70_000
/** Code of menus and dialogs, which comes with the reader's first movement. */
const OVERLAY_BUDGET = 45_000
const ISSUES = 60

interface Loaded {
  bytes: number
  /** Path and query of each request. */
  paths: string[]
}

describeDashboard('what a journey loads', (session) => {
  let issueId: string
  beforeAll(async () => {
    for (let n = 0; n < ISSUES; n++) await session.send({ type: `Kind${n}Error`, value: `part ${n} broke` })
    await session.client.untilCounted(session.project.id, ISSUES)
    const issues = await session.client.allIssues(session.project.id)
    issueId = issues[0]!.id
  })

  /** A page of its own browser profile, so that nothing is cached, and what it loads. */
  async function openPage(): Promise<{ page: Page; take: () => Promise<Loaded> }> {
    const state = await session.page.context().storageState()
    const context = await session.browser.newContext({ storageState: state })
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    let loaded: Loaded = { bytes: 0, paths: [] }
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.bytes += encodedDataLength
    })
    network.on('Network.requestWillBeSent', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      loaded.paths.push(`${request.method} ${pathname}${search}`)
    })
    const take = async () => {
      await untilQuiet(page)
      const taken = loaded
      loaded = { bytes: 0, paths: [] }
      return taken
    }
    return { page, take }
  }

  it('the list, then an issue: within their budgets', async () => {
    const { page, take } = await openPage()
    await page.goto(`${session.service.url}/issues`)
    await page.locator('tbody tr').nth(49).locator('svg[role=img]').last().waitFor()
    const list = await take()
    await page.mouse.move(2, 2)
    await page.mouse.move(4, 4)
    const overlays = await take()
    await page.locator('tbody tr a').first().click()
    await page.locator('article[aria-label^="Event "] h2').first().waitFor()
    const issue = await take()
    expect(list.bytes).toBeLessThan(LIST_BUDGET)
    expect(overlays.bytes).toBeLessThan(OVERLAY_BUDGET)
    expect(issue.bytes).toBeLessThan(ISSUE_BUDGET)
    expect(list.paths).toContain('GET /api/v1/stream')
    expect(twice(list.paths)).toEqual([])
    expect(twice(issue.paths)).toEqual([])
    await page.context().close()
  })

  it('the frame of the page and “Loading…” are there before the scripts', async () => {
    const page = await session.page.context().newPage()
    const arrived = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto(`${session.service.url}/issues`, { waitUntil: 'commit' })
    const loading = page.getByText('Loading…', { exact: true })
    await loading.waitFor()
    arrived.resolve()
    await page.locator('tbody tr').first().waitFor()
    expect(await loading.isVisible()).toBe(false)
    await page.close()
  })

  it('what changes while a page is loading: shown, though the live connection told nobody', async () => {
    const { page, take } = await openPage()
    const opened = Promise.withResolvers<void>()
    await page.route('**/api/v1/stream', async (route) => {
      await opened.promise
      await route.continue()
    })
    await page.goto(`${session.service.url}/issues/${issueId}`)
    await page
      .getByRole('button', { name: /^Resolve/ })
      .first()
      .waitFor()
    await take()
    await session.client.request('PATCH', `/api/v1/issues/${issueId}`, { status: 'resolved' })
    opened.resolve()
    await page
      .getByRole('button', { name: /^Reopen/ })
      .first()
      .waitFor()
    const { paths } = await take()
    expect(paths).toContain(`GET /api/v1/issues/${issueId}`)
    await session.client.request('PATCH', `/api/v1/issues/${issueId}`, { status: 'unresolved' })
    await page.context().close()
  })

  it('a link to an issue: its data and its code are on the way before the first script has run', async () => {
    const { page, take } = await openPage()
    await page.goto(`${session.service.url}/issues/${issueId}`)
    await page.locator('article[aria-label^="Event "] h2').first().waitFor()
    const { paths } = await take()
    expect(twice(paths)).toEqual([])
    const late = await page.evaluate((id) => {
      const entries = performance.getEntriesByType('resource') as unknown as {
        name: string
        startTime: number
        responseEnd: number
      }[]
      const script = entries.find(({ name }) => /\/assets\/base-/.test(name))
      const needed = [
        /\/assets\/issue-/,
        /\/auth\/me$/,
        new RegExp(`/issues/${id}(/events/latest|/timeline.*)?$`),
      ]
      return entries
        .filter(({ name }) => needed.some((pattern) => pattern.test(name)))
        .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
        .filter(({ startTime }) => !script || startTime > script.responseEnd)
        .map(({ name }) => name)
    }, issueId)
    expect(late).toEqual([])
    expect(paths.filter((path) => path.includes('/events/latest'))).toHaveLength(1)
    await page.context().close()
  })
})

/** Requests that were made again. */
function twice(paths: string[]): string[] {
  return paths.filter((path, index) => paths.indexOf(path) < index)
}

/** No request for a second. */
async function untilQuiet(page: Page): Promise<void> {
  let last = Date.now()
  const note = () => {
    last = Date.now()
  }
  page.on('request', note)
  page.on('requestfinished', note)
  while (Date.now() - last < 1000) await page.waitForTimeout(100)
  page.off('request', note)
  page.off('requestfinished', note)
}
