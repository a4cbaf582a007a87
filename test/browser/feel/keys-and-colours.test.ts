import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { gluedWords, smallTargets } from '../../support/accessibility.ts'
import { describeDashboard } from '../dashboard-session.ts'

function background(locator: Locator): Promise<string> {
  return locator.evaluate(
    (element) => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor,
  )
}

/** The brightest part of the colour of its text, 0 to 255. */
async function inkOf(locator: Locator): Promise<number> {
  const colour = await locator.evaluate(
    (element) => element.ownerDocument.defaultView.getComputedStyle(element).color,
  )
  return Math.max(...colour.match(/\d+/g)!.map(Number))
}

describeDashboard('keys, touch and colours of the reader', (session, page) => {
  let issueId: string
  beforeAll(async () => {
    const { client, project, service } = session
    const frames = [
      { filename: 'lib/b.ts', function: 'g', lineno: 2, in_app: true },
      { filename: 'a.ts', function: 'f', lineno: 1, in_app: true, vars: { cart: { lines: [1] } } },
    ]
    for (const user of ['ada', 'grace', 'joan']) {
      const event = {
        release: 'shop@1',
        breadcrumbs: [{ level: 'warning', category: 'cart', message: 'is empty' }],
        user: { id: user, email: `${user}.of.the.customer.service.in.the.north@example.com` },
        exception: { values: [{ type: 'TouchError', value: 'v', stacktrace: { frames } }] },
      }
      await fetch(`${service.url}/api/${project.id}/store/?sentry_key=${project.keys[0]!.public_key}`, {
        method: 'POST',
        body: JSON.stringify(event),
      })
    }
    await client.untilCounted(project.id, 3)
    issueId = (await client.allIssues(project.id))[0]!.id
  })

  const open = (path: string) => page.goto(`${session.service.url}${path}`)
  const rules = () => open(`/settings/projects/${session.project.id}?tab=rules`)

  it('a double click sends a form once', async () => {
    await rules()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Once')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/alert-rules')) sent.push(request.url())
    })
    // The second press comes before the next task of the page.
    await page.getByRole('button', { name: 'Create rule' }).evaluate(async (button) => {
      button.click()
      for (let turn = 0; turn < 50; turn += 1) await undefined
      button.click()
    })
    await page.getByText('Rule “Once” created').waitFor()
    await page.getByRole('button', { name: 'Edit Once' }).waitFor()
    expect(sent).toHaveLength(1)
  })

  it('Enter at a question about a loss keeps everything', async () => {
    await rules()
    await page.getByRole('button', { name: 'Delete Once' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete “Once”' })
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete Once' }).waitFor()
  })

  it('the focus stays at a list from which a row was deleted', async () => {
    await rules()
    await page.getByRole('button', { name: 'Delete Once' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('Rule “Once” deleted').waitFor()
    await expect
      .poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`))
      .toBe('Alert rules')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement?.closest('ul')?.getAttribute('aria-label')`)).toBe(
      'Alert rules',
    )
  })

  it('Ctrl K leads to any page, project, view or issue by its name, from a field too and without single keys', async () => {
    const field = page.getByRole('combobox', { name: 'Find a page, project, view or issue' })
    await open(`/issues/${issueId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('audit')
    await page.getByRole('option', { name: 'Audit log settings' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await open('/issues?q=is:resolved')
    // No hint names a key that does nothing now.
    await page.getByRole('banner').getByText('Ctrl k', { exact: true }).waitFor()
    expect(await page.getByRole('search').getByText('/', { exact: true }).count()).toBe(0)
    await page.getByRole('combobox').focus()
    await page.keyboard.press('Control+k')
    await field.fill('touche')
    await page.getByRole('option', { name: 'TouchError: v issue' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'TouchError' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/issues/${issueId}`)
  })

  it('on a Mac, a hint names the key that works there', async () => {
    const mac = await page.context().newPage()
    await mac.addInitScript(`Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })`)
    await mac.goto(`${session.service.url}/issues`)
    await mac.getByRole('banner').getByText('⌘ k', { exact: true }).waitFor()
    await mac.keyboard.press('Meta+k')
    await mac.getByRole('combobox', { name: 'Find a page, project, view or issue' }).waitFor()
    await mac.close()
  })

  it('only the link to the open page is the current one', async () => {
    await open(`/issues/${issueId}`)
    const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Issues' })
    await crumb.waitFor()
    expect(await crumb.getAttribute('aria-current')).toBe(null)
  })

  it('everything that can be touched has 24 px, or as much room around it', async () => {
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await open(`/issues/${issueId}`)
      await page.getByText('2 local variables').or(page.getByText('1 local variable')).first().waitFor()
      await page
        .getByRole('link', { name: /^grace/ })
        .first()
        .waitFor()
      expect(await smallTargets(page)).toEqual([])
    }
  })

  it('words that stand apart stay apart when they are copied or read out', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const path of ['', '?tab=events', '?tab=releases', '?tab=activity'].map(
      (tab) => `/issues/${issueId}${tab}`,
    )) {
      await open(path)
      await page.locator('main :is(tbody, ol)').first().waitFor()
      expect([path, await gluedWords(page)]).toEqual([path, []])
    }
    await open('/settings/audit-log')
    await page.locator('tbody td').first().waitFor()
    expect(await gluedWords(page)).toEqual([])
  })

  it("with the reader's own colours the current tab, the pressed button, the state of the server and bars are seen", async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open(`/issues/${issueId}`)
    const tabs = page.getByRole('navigation', { name: 'Issue sections' }).getByRole('link')
    await tabs.first().waitFor()
    expect(await background(tabs.nth(0))).not.toBe(await background(tabs.nth(1)))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    expect(await background(button('In-app'))).not.toBe(await background(button('All')))
    const dot = page.getByRole('img', { name: 'Everything is working' })
    expect(await background(dot)).not.toBe(await background(page.locator('header')))
    const bar = page.getByRole('complementary').locator('.bg-bar').first()
    expect(await background(bar)).not.toBe(await background(page.locator('body')))
    await page.emulateMedia({ forcedColors: null })
  })

  it('is printed dark on white in every theme, without the bar and the buttons of the screen', async () => {
    await open(`/issues/${issueId}`)
    const title = page.getByRole('heading', { name: 'TouchError' })
    await title.waitFor()
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await page.emulateMedia({ media: 'print' })
      expect(await inkOf(title)).toBeLessThan(0x60)
      for (const hidden of [
        page.getByRole('link', { name: 'Alerts' }),
        page.getByRole('button', { name: /^Resolve/ }),
        page.getByRole('button', { name: 'Explain grouping' }),
        page.getByText('Frames shown'),
      ]) {
        expect(await hidden.isVisible()).toBe(false)
      }
      // A call without source, what else is chosen from a menu, and no word of the screen alone.
      expect(await page.getByText('lib/b.ts').isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: 'Timeline: 7 days' }).isVisible()).toBe(true)
      expect(await page.getByText('a.ts').first().isVisible()).toBe(true)
      const address = page.getByText(`/issues/${issueId}`)
      expect(await address.isVisible()).toBe(true)
      await page.emulateMedia({ media: 'screen' })
      expect(await address.isVisible()).toBe(false)
      expect(await page.getByRole('button', { name: /^Resolve/ }).isVisible()).toBe(true)
    }
    await page.evaluate('delete document.documentElement.dataset.theme')
  })

  it('a list is printed with its order and time once, and without what only opens more', async () => {
    await open('/issues')
    await page.getByRole('link', { name: /TouchError/ }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const shown = async (name: string) => {
      const all = await page.getByRole('button', { name }).all()
      return (await Promise.all(all.map((button) => button.isVisible()))).filter(Boolean).length
    }
    expect([await shown('Sort: Last seen'), await shown('Window: Last 7 days')]).toEqual([1, 1])
    expect([await shown('Start here'), await shown('Views')]).toEqual([0, 0])
    await page.emulateMedia({ media: 'screen' })
  })
})
