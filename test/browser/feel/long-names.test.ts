import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Project } from '../../support/client/api-client.ts'
import { describeDashboard } from '../dashboard-session.ts'

/** The narrowest is a window of 1280 px at 400 % (WCAG 1.4.10). */
const WIDTHS = [1280, 768, 640, 390, 320]
const NAME = 'n'.repeat(100)

describeDashboard('long and foreign names', (session) => {
  let page: Page
  let project: Project
  let issueId: string
  beforeAll(async () => {
    page = session.page
    const { client, service } = session
    project = await client.createProject(NAME)
    await client.request('POST', `/api/v1/projects/${project.id}/dsn-keys`, { label: NAME })
    const frames = [
      { filename: 'a.ts', function: 'f', lineno: 1, in_app: true, vars: { cart: { lines: [1], id: 7 } } },
    ]
    const release = 'r'.repeat(150)
    const exception = {
      values: ['x'.repeat(400), 'y'.repeat(400), 'z'].map((value) => ({
        type: `${value.slice(0, 150)}Error`,
        value,
        stacktrace: { frames },
      })),
    }
    const store = `${service.url}/api/${project.id}/store/?sentry_key=${project.keys[0]!.public_key}`
    const other = { values: [{ type: 'Other', value: 'o'.repeat(400) }] }
    for (const event of [{ release, exception }, { release, exception }, { exception: other }]) {
      const sent = await fetch(store, {
        method: 'POST',
        body: JSON.stringify({ platform: 'node', ...event }),
      })
      expect(sent.ok).toBe(true)
    }
    await client.untilCounted(project.id, 3)
    issueId = (await client.allIssues(project.id)).find(({ title }) => !title.startsWith('Other'))!.id
    const resolved = { status: 'resolved', resolved_in_release: release }
    await client.request('PATCH', `/api/v1/issues/${issueId}`, resolved)
  })

  const open = (path: string) => page.goto(`${session.service.url}${path}`)
  const excess = (selector: string) =>
    page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth)

  it.each(WIDTHS)('no screen is wider than a window of %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await open(`/issues/${issueId}`)
    await page.getByText('root cause').first().waitFor()
    expect(await excess('html')).toBe(0)
    // The name of the project wraps, the word before it does not.
    const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Issues' })
    expect((await crumb.boundingBox())!.height).toBeLessThan(24)
    await open('/issues?q=is:resolved')
    const state = page.getByRole('table', { name: 'Issues' }).getByText('resolved', { exact: true })
    const isWhole = await state.evaluate(
      (pill) => pill.getBoundingClientRect().bottom <= pill.parentElement.getBoundingClientRect().bottom,
    )
    expect([isWhole, await excess('html')]).toEqual([true, 0])
    for (const path of ['/settings/projects', '/account']) {
      await open(path)
      await page.getByText(NAME).last().waitFor({ state: 'attached' })
      expect([path, await excess('html'), await excess('main')]).toEqual([path, 0, 0])
    }
    for (const tab of ['keys', 'rules', 'webhooks', 'limits']) {
      await open(`/settings/projects/${project.id}?tab=${tab}`)
      await page.getByRole('heading', { name: NAME }).waitFor()
      expect([tab, await excess('html')]).toEqual([tab, 0])
    }
  })

  it('a number stays beside its name', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(`/issues/${issueId}`)
    const name = page.getByText('id:', { exact: true }).first()
    const top = (place: typeof name) => place.evaluate((span) => span.getBoundingClientRect().top)
    expect(await top(name.locator('xpath=following-sibling::span'))).toBe(await top(name))
  })

  it('the project, the order and the time of a list can be read at 400 % zoom', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open('/issues?q=')
    for (const name of ['Project: All projects', 'Sort: Last seen', 'Window: Last 7 days']) {
      const text = page.getByRole('button', { name }).locator('span').first()
      expect([name, await text.evaluate((span) => span.scrollWidth - span.clientWidth)]).toEqual([name, 0])
    }
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Issues' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  it('the buttons of a table are in view at 400 % zoom', async () => {
    const scopes = ['read:agent', 'write:triage', 'write:admin']
    const token = await session.client.request('POST', '/api/v1/agent-tokens', { label: 'nightly', scopes })
    expect(token.status).toBe(201)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const [path, name] of [
      [`/settings/projects/${session.project.id}?tab=keys`, /^Revoke/],
      ['/settings/tokens', /^Revoke nightly/],
      ['/account', /^Sign out node/],
    ] as const) {
      await open(path)
      const button = page.getByRole('button', { name }).first()
      await button.waitFor()
      const right = await button.evaluate((element) => element.getBoundingClientRect().right)
      expect(right, path).toBeLessThanOrEqual(320)
    }
  })

  it('a long label leaves the actions of its row, and the cross of its dialog, in view', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/settings/projects/${project.id}?tab=keys`)
    const edit = page.getByRole('button', { name: `Edit ${NAME}` })
    await edit.waitFor()
    expect(await edit.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThan(390)
    await edit.click()
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await close.waitFor()
    expect(await close.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThan(390)
    expect(await excess('[role=dialog]')).toBe(0)
  })

  it('the issues to merge fit into their dialog', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await open(`/issues?q=&project=${project.id}`)
      await page.getByRole('checkbox', { name: 'Select Other' }).waitFor()
      await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()
      await page.keyboard.press('m')
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
      expect([width, await excess('[role=dialog]')]).toEqual([width, 0])
    }
  })

  it('each line of a comment has its own direction', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const body = 'خطأ\nplain words https://example.com/order'
    await session.client.request('POST', `/api/v1/issues/${issueId}/comments`, { body })
    await open(`/issues/${issueId}?tab=activity`)
    const link = page.getByRole('link', { name: 'https://example.com/order' })
    await link.waitFor()
    const gap = await link.evaluate((element) => {
      const page = element.ownerDocument
      const text = page.evaluate("//bdi[contains(., 'plain words')]/text()", page, null, 9).singleNodeValue
      const range = page.createRange()
      const end = text.textContent.indexOf('words') + 'words'.length
      range.setStart(text, end - 1)
      range.setEnd(text, end)
      return element.getBoundingClientRect().left - range.getBoundingClientRect().right
    })
    expect(gap).toBeGreaterThan(1)
  })

  it('an address with a broken ID is not found, without asking the server or offering to try again', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const path of ['/issues/half-an-id', '/settings/projects/half-an-id']) {
      await open(path)
      await page.getByRole('heading', { level: 1, name: /^(Page n|N)ot found$/ }).waitFor()
      await page.getByText('The link may be broken.').waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
    expect(asked.filter((url) => /api.*issues.half-an-id/.test(url))).toEqual([])
  })
})
