import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from '../support/accessibility.ts'
import { type DashboardSession, describeDashboard } from './dashboard-session.ts'

describeDashboard('`/docs` renders openapi.json offline', (session) => {
  /** A visitor without a session, and everything the browser asked others for or complained of. */
  async function visit(options: Parameters<DashboardSession['browser']['newContext']>[0] = {}) {
    const context: BrowserContext = await session.browser.newContext({
      baseURL: session.service.url,
      ...options,
    })
    const page: Page = await context.newPage()
    const findings: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(session.service.url)) findings.push(request.url())
    })
    page.on('console', (message) => findings.push(message.text()))
    page.on('pageerror', (error) => findings.push(error.message))
    await page.goto('/docs')
    return { context, page, findings }
  }

  it('filters by words, opens linked routes, makes no other requests', async () => {
    const { context, page, findings } = await visit()
    // As high as a finger needs; no room is left between them.
    expect((await page.locator('nav li a').first().boundingBox())!.height).toBeGreaterThanOrEqual(24)
    await page.keyboard.press('/')
    await page.keyboard.type('snooze agent')
    const shown = page.locator('main details.operation:visible')
    await page.waitForFunction(
      'document.querySelectorAll("main details.operation:not([hidden])").length === 1',
    )
    expect(await shown.locator('summary').first().textContent()).toContain('/api/v1/agent/issues/{id}/snooze')
    await shown.click()
    expect(await shown.locator('pre').last().textContent()).toContain(
      `${session.service.url}/api/v1/agent/issues/`,
    )
    await page.getByRole('searchbox').fill('no such route')
    await page.getByText('No matching routes.').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Merge issues into one' }).click()
    await page.locator('#postIssuesMerge .body').waitFor()
    expect(await page.locator('#postIssuesMerge button.copy').count()).toBeGreaterThan(0)
    expect(findings).toEqual([])
    await context.close()
  })

  it('is readable without JavaScript', async () => {
    const { context, page } = await visit({ javaScriptEnabled: false })
    await page.locator('#getIssues > summary').click()
    await page.locator('#getIssues').getByText('invalid_request').first().waitFor({ state: 'visible' })
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    await context.close()
  })

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no barriers and fits the window, %s, %i px', async (colorScheme, width) => {
    const { context, page } = await visit({ colorScheme, viewport: { width, height: 800 } })
    await page.goto('/docs#getIssues')
    await page.locator('#getIssues .body').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    // All routes are made alike, and take axe seconds, hidden ones too.
    await page.getByRole('searchbox').fill('/api/v1/issues get')
    await page.locator('main details.operation[hidden]').first().waitFor({ state: 'attached' })
    await page.evaluate("for (const other of document.querySelectorAll('[hidden]')) other.remove()")
    await page.locator('#getIssues .body').waitFor()
    expect(await barriers(page)).toEqual([])
    await context.close()
  })
})
