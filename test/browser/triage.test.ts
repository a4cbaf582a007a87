import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDashboard, rowTitles } from './dashboard-session.ts'

const TYPES = ['AlphaError', 'BetaError', 'GammaError', 'DeltaError']

describeDashboard('triage from the keyboard', (session, page) => {
  beforeAll(async () => {
    for (const type of TYPES) await session.send({ type })
    await session.send({ type: 'AlphaError', environment: 'staging', release: 'shop 2.0' })
    await session.client.untilCounted(session.project.id, TYPES.length + 1)
  })

  beforeEach(async () => {
    await page.goto(`${session.service.url}/issues?sort=title_asc`)
    await page.getByRole('link', { name: /^AlphaError/ }).waitFor()
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const statuses = async () => {
    const issues = await session.client.allIssues(session.project.id)
    return Object.fromEntries(issues.map(({ title, status }) => [title.split(':')[0], status]))
  }
  const untilStatus = async (type: string, status: string) => {
    await expect.poll(async () => (await statuses())[type]).toBe(status)
  }
  const search = () => page.getByRole('combobox', { name: 'Search issues' })

  it('j and k move, x selects, e resolves the selected, z takes it back', async () => {
    await press('j', 'j', 'k', 'x', 'j', 'x')
    await page.getByText('2 selected').waitFor()
    await press('e')
    await page.getByText('2 issues resolved').waitFor()
    expect(await rowTitles(page)).toEqual(['DeltaError', 'GammaError'])
    await untilStatus('BetaError', 'resolved')
    await press('z')
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError', 'BetaError', 'DeltaError', 'GammaError'])
    await untilStatus('AlphaError', 'unresolved')
    await untilStatus('BetaError', 'unresolved')
  })

  it('Undo says how many issues it leaves because they were changed again', async () => {
    await press('j', 'x', 'j', 'x', 'e')
    await page.getByText('2 issues resolved').waitFor()
    await untilStatus('BetaError', 'resolved')
    const beta = (await session.client.allIssues(session.project.id)).find(({ title }) =>
      title.startsWith('BetaError'),
    )!
    await session.client.request('PATCH', `/api/v1/issues/${beta.id}`, { status: 'ignored' })
    await press('z')
    await page.getByText('1 issue not undone: changed again since').waitFor()
    await untilStatus('AlphaError', 'unresolved')
    await session.client.request('PATCH', `/api/v1/issues/${beta.id}`, { status: 'unresolved' })
    await untilStatus('BetaError', 'unresolved')
  })

  it('a pasted message is searched for as it stands, colon included', async () => {
    await search().click()
    await search().fill('BetaError: it')
    const asked = () => new URL(page.url()).searchParams.get('q')
    await expect.poll(asked).toBe('BetaError: it')
    await expect.poll(() => rowTitles(page)).toEqual(['BetaError'])
    await page.goto(`${session.service.url}/issues?q=BetaError:`)
    await page.getByRole('link', { name: /^BetaError/ }).waitFor()
    expect([await search().inputValue(), asked()]).toEqual(['BetaError:', 'BetaError:'])
  })

  it('a notice stands above the bar of the selected issues, also on a phone', async () => {
    const size = page.viewportSize()!
    await press('j', 'i')
    const notice = page.getByRole('region', { name: 'Notice' })
    await notice.waitFor()
    await press('x')
    const bar = page.getByRole('region', { name: 'Selected issues' })
    // Under the pointer it stays.
    await notice.hover()
    for (const width of [size.width, 390]) {
      // Low enough for the list to reach below its end.
      await page.setViewportSize({ width, height: 340 })
      const gap = async () => {
        const [above, below] = [await notice.boundingBox(), await bar.boundingBox()]
        return below!.y - (above!.y + above!.height)
      }
      await expect.poll(gap, { timeout: 5000 }).toBeGreaterThanOrEqual(0)
    }
    await page.setViewportSize(size)
    await press('z')
    await untilStatus('AlphaError', 'unresolved')
  })

  it('s and a letter snooze the issue under the cursor', async () => {
    await press('j', 's')
    await page.getByRole('menuitem', { name: /100 more events/ }).waitFor()
    await press('o')
    await page.getByText('Issue snoozed').waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => rowTitles(page)).not.toContain('AlphaError')
    await press('3')
    await page.getByText('snoozed · 100 events left').waitFor()
    // Keys act on a list that has been read, not on the rows it is expected to have.
    await page.locator('[inert]').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^AlphaError/ }).focus()
    await press('j', 'u')
    await expect.poll(() => rowTitles(page)).toEqual([])
  })

  it('keys typed while a menu opens are meant for it, not for the page below', async () => {
    await press('j')
    // Without a pause between them, as from a hand that knows them.
    await page.evaluate(`for (const key of ['s', 'u'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
    await page.getByText('Issue snoozed').waitFor()
    await press('z')
    await untilStatus('AlphaError', 'unresolved')
    await page.getByRole('link', { name: /^AlphaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    await page.evaluate(`for (const key of ['a', 'n', 'o', 'b'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
    await page.getByRole('option', { name: 'Nobody' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await press('Escape')
  })

  it('Escape instead of a choice leaves the list as it was, and the focus on its row', async () => {
    const focused = () => page.evaluate('document.activeElement?.textContent')
    for (const [key, overlay, row] of [
      ['s', 'menu', /^AlphaError/],
      ['a', 'dialog', /^BetaError/],
      ['s', 'menu', /^DeltaError/],
    ] as const) {
      await press('j', key)
      await page.getByRole(overlay).waitFor()
      await page.getByText('1 selected').waitFor()
      await press('Escape')
      await page.getByText('1 selected').waitFor({ state: 'hidden' })
      await expect.poll(focused).toMatch(row)
    }
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: /^DeltaError/ }).waitFor()
  })

  it('g and a letter lead to another screen, and a wrong letter behind g changes nothing', async () => {
    await press('j', 'g', 'a')
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
    await press('g', 'i')
    await page.getByRole('link', { name: /^AlphaError/ }).waitFor()
    await press('j', 'g', 'i')
    await press('g', 'e')
    await press('g', 'x')
    await sleep(500)
    expect(await page.getByRole('region', { name: 'Notice' }).getByText(/Issue/).count()).toBe(0)
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['unresolved']))
    expect(await page.getByText('1 selected').count()).toBe(0)
  })

  it('a assigns the issue under the cursor', async () => {
    await press('j', 'a')
    await page.getByRole('option', { name: /^Me/ }).waitFor()
    await press('Enter')
    await page.getByText('Issue assigned to').waitFor()
    await page.getByText('1 selected').waitFor({ state: 'hidden' })
    await press('j')
    expect(await page.evaluate('document.activeElement?.textContent')).toMatch(/^BetaError/)
  })

  it('o opens the issue, a digit its tab, Escape leads back to its row', async () => {
    await press('j', 'j', 'o')
    await page.getByRole('heading', { level: 1, name: /^BetaError/ }).waitFor()
    await press('5')
    await page.getByText('First seen in shop@1.0.0').waitFor()
    await press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('BetaError')
  })

  it('buttons lead through the issues of the list as well as keys do', async () => {
    await page.getByRole('link', { name: /^GammaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^GammaError/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Next issue/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Previous issue/ }).click()
    await page.getByRole('heading', { level: 1, name: /^DeltaError/ }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Next issue/ }).click()
    await page.getByRole('heading', { level: 1, name: /^GammaError/ }).waitFor()
    await press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('GammaError')
    expect(new URL(page.url()).search).toBe('?sort=title_asc')
  })

  it('the search box is completed from real values with their counts', async () => {
    await press('/')
    await page.getByRole('option', { name: /^env:/ }).waitFor()
    await page.keyboard.type('env:st')
    const staging = page.getByRole('option', { name: /env:staging 1 issue$/ })
    await staging.waitFor()
    await press('ArrowDown')
    expect(await staging.getAttribute('aria-selected')).toBe('true')
    expect(await search().getAttribute('aria-activedescendant')).toBe(await staging.getAttribute('id'))
    await press('Enter')
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError'])
    expect(new URL(page.url()).searchParams.get('q')).toContain('env:staging')
    await page.keyboard.type('release:')
    await page.getByRole('option', { name: /release:shop 2\.0/ }).click()
    await expect.poll(() => search().inputValue()).toContain('release:"shop 2.0"')
    await page.keyboard.type('foo:bar')
    await page
      .getByText('“foo:” is searched as a tag if any event has it, otherwise as text.')
      .last()
      .waitFor()
    await press('Enter')
    await page.getByText('is searched as a tag if any').last().waitFor({ state: 'hidden' })
    await page.keyboard.type(' OR')
    await press('Enter')
    await page.getByText('“OR” was searched as text').waitFor()
  })

  it('an OR between two terms finds what either of them finds', async () => {
    await press('/')
    await page.keyboard.type('env:staging OR GammaError')
    await press('Enter')
    await expect.poll(async () => (await rowTitles(page)).toSorted()).toEqual(['AlphaError', 'GammaError'])
  })

  it('a mistyped key is set right by one press, and keeps its value', async () => {
    await press('/')
    await page.keyboard.type('evn:staging')
    await page.getByRole('option', { name: /^env:staging/ }).waitFor()
    await press('ArrowDown', 'Enter')
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError'])
    expect(await search().inputValue()).toContain('env:staging')
  })

  it('a mistyped environment is set right by one press', async () => {
    await page.goto(`${session.service.url}/issues?q=env:prodction`)
    await page.getByText(/^4 issues \(\d+ events?\) in other environments/).waitFor()
    await page.getByRole('link', { name: 'Did you mean env:production?' }).click()
    await page.getByRole('link', { name: /^GammaError/ }).waitFor()
  })

  it('keys do nothing once they are switched off, also after a reload', async () => {
    await press('?')
    await page.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck()
    await press('Escape')
    await page.reload()
    await page.getByRole('link', { name: /^AlphaError/ }).waitFor()
    await press('j', 'e')
    await sleep(300)
    expect((await rowTitles(page)).length).toBe(4)
    await page.evaluate('localStorage.clear()')
  })
})
