import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import type { IssuePage } from '#contract/issue/issue.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { describeDashboard, rowTitles } from './dashboard-session.ts'

const EVENTS = { AlphaError: 3, BetaError: 2, GammaError: 1 }

describeDashboard('merge, split, assign, comment', (session) => {
  let page: Page
  beforeAll(async () => {
    page = session.page
    for (const [type, count] of Object.entries(EVENTS)) {
      for (let n = 0; n < count; n++) await session.send({ type })
    }
    await session.client.untilCounted(session.project.id, 6)
  })

  const openList = async () => {
    await page.goto(`${session.service.url}/issues?sort=title_asc&q=`)
    await page.getByRole('link', { name: /^AlphaError/ }).waitFor()
  }
  const openIssue = async (type: string, tab = '') => {
    // The page shows an Undo before the server has done it.
    const id = await vi.waitUntil(async () => {
      const { issues } = await session.client.get<IssuePage>('/api/v1/issues?q=')
      return issues.find(({ title }) => title.startsWith(type))?.id
    }, DEADLINE_MS)
    await page.goto(`${session.service.url}/issues/${id}${tab}`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${type}`) }).waitFor()
  }
  const factOf = (name: string) => page.getByRole('region', { name: 'Summary' }).getByText(name).first()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  it('m merges the ticked issues into the one with most events, and Undo takes it back', async () => {
    await openList()
    await press('j', 'x', 'j', 'x', 'j', 'x', 'm')
    const dialog = page.getByRole('dialog', { name: 'Merge 3 issues' })
    expect(await dialog.getByRole('radio', { name: /^AlphaError/ }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText(/^2 issues merged into “AlphaError/).waitFor()
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError'])
    await page.getByText('· 2 merged').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError', 'BetaError', 'GammaError'])
  })

  it("a merged issue shows all events, and a split restores an issue's own", async () => {
    await openList()
    await press('j', 'x', 'j', 'x', 'j', 'x', 'm')
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError'])
    await openIssue('AlphaError', '?tab=merged')
    await factOf('6').waitFor()
    const merged = page.getByRole('table', { name: 'Merged issues' })
    await merged.getByRole('button', { name: /^Split GammaError/ }).click()
    await page.getByText('1 issue split').waitFor()
    await expect.poll(() => merged.locator('tbody tr').count()).toBe(1)
    await factOf('5').waitFor()
    await merged.getByRole('link', { name: /^BetaError/ }).click()
    await page.getByText(/^Merged into/).waitFor()
    await page.getByRole('link', { name: /^AlphaError/ }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
  })

  it('m on an open issue merges it with one that is found by its link, and shows the one that keeps both', async () => {
    await openIssue('AlphaError')
    const link = page.url()
    await openIssue('GammaError')
    await press('m')
    const picker = page.getByRole('dialog', { name: 'Merge with another issue' })
    await picker.getByRole('combobox').fill(`${link}?tab=activity`)
    await picker.getByRole('option', { name: /^AlphaError.*unresolved · 5 events · first seen/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 issues' })
    expect(await dialog.getByRole('radio', { name: /^AlphaError.*unresolved/ }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    await factOf('6').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await factOf('5').waitFor()
    await openIssue('GammaError')
    await press('m')
    await picker.getByText('Paste the link or the ID of an issue of this project').waitFor()
    await picker.getByRole('combobox').fill('gammaerror')
    await picker.getByText('No other issue of this project matches.').waitFor()
    await press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('a assigns the issue from the keyboard; assigned:me finds it', async () => {
    await openIssue('AlphaError')
    await press('a')
    await page.getByRole('combobox', { name: 'Find a member' }).fill('owner')
    await page.getByRole('option', { name: /^Me/ }).waitFor()
    await press('Enter')
    await page.getByRole('button', { name: /^Assigned to owner@example\.com/ }).waitFor()
    await page.goto(`${session.service.url}/issues?q=assigned:me`)
    await expect.poll(() => rowTitles(page)).toEqual(['AlphaError'])
    await page.getByRole('img', { name: 'Assigned to owner@example.com' }).waitFor()
  })

  it('an issue is resolved in the next release: after the newest one, whichever came last', async () => {
    await session.send({ type: 'AlphaError', release: 'shop@1.10.0' })
    await session.send({ type: 'AlphaError', release: 'shop@1.9.0' })
    await openIssue('AlphaError')
    await expect
      .poll(async () => {
        const path = `/api/v1/projects/${session.project.id}/releases`
        const { releases } = await session.client.get<{ releases: { version: string }[] }>(path)
        return releases.map(({ version }) => version)
      })
      .toEqual(expect.arrayContaining(['shop@1.9.0', 'shop@1.10.0']))
    await page.getByRole('button', { name: /^Resolve/ }).click()
    await page.getByRole('menuitem', { name: /next release.*shop@1\.10\.0/ }).click()
    await page.getByText('Issue resolved in the release after shop@1.10.0').waitFor()
    await page.getByText('in the release after shop@1.10.0', { exact: true }).waitFor()
    // It still runs, without the fix: that says nothing about the fix.
    await session.send({ type: 'AlphaError', release: 'shop@1.10.0' })
    await page.getByText('Still happening:').waitFor()
    expect(await page.getByText('Still failing').count()).toBe(0)
    await press('z')
    await page.getByText('unresolved', { exact: true }).waitFor()
  })

  it('an issue is copied for an agent: as a prompt, as Markdown, as a command', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openIssue('AlphaError')
    const copied = async (entry: string, what: string) => {
      await page.getByRole('button', { name: 'Copy for agent' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByText(new RegExp(`^${what} copied, about .* tokens$`)).waitFor()
      return String(await page.evaluate('navigator.clipboard.readText()'))
    }
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect(await copied('Prompt with link', 'Prompt')).toContain(`${session.service.url}/issues/${id}`)
    const answer = await session.client.request('GET', `/api/v1/issues/${id}/context?format=markdown`)
    expect(await copied('Full Markdown', 'Markdown')).toBe(answer.body)
    expect(await copied('curl command', 'Command')).toContain('$ERRATA_TOKEN')
  })

  it('a comment is written, shown as text, and deleted', async () => {
    await openIssue('AlphaError', '?tab=activity')
    await page.getByRole('textbox', { name: 'Comment' }).fill('<b>Only</b> after a deploy')
    await press('Control+Enter')
    const activity = page.getByRole('list', { name: 'Activity' })
    await activity.getByText('<b>Only</b> after a deploy').waitFor()
    const lines = await activity.getByRole('listitem').allInnerTexts()
    const story = lines.join('\n')
    for (const part of ['commented', 'assigned this to', 'split GammaError', 'merged in BetaError']) {
      expect(story).toContain(part)
    }
    await page.getByRole('button', { name: 'Delete the comment' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete this comment?' })
    await asked.getByText("This can't be undone.").waitFor()
    await asked.getByRole('button', { name: 'Delete comment' }).click()
    await activity.getByText('deleted a comment').waitFor()
    expect(await page.getByText('after a deploy').count()).toBe(0)
    await expect.poll(() => page.locator(':focus').count()).toBe(1)
  })

  it('an issue is deleted after a confirmation', async () => {
    await openIssue('GammaError')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 issue' }).click()
    await page.getByText('1 issue deleted').waitFor()
    await expect.poll(() => rowTitles(page)).not.toContain('GammaError')
    expect((await session.client.allIssues(session.project.id)).length).toBe(1)
  })
})

describeDashboard('more issues than one request takes', (session) => {
  const MANY = 520
  let page: Page
  beforeAll(async () => {
    page = session.page
    for (let at = 0; at < MANY; at += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => session.send({ type: `Error${at + n}` })))
    }
    await session.client.untilCounted(session.project.id, MANY)
  })

  it('everything that matches is resolved, loaded or not, and Undo takes all of it back', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).click()
    await page.getByText(`${MANY} selected`).waitFor()
    await page.keyboard.press('e')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Resolve ${MANY} issues` })
      .click()
    await page.getByText(`${MANY} issues resolved`).waitFor()
    const statuses = async () => {
      const issues = await session.client.allIssues(session.project.id)
      return Object.fromEntries(
        [...Map.groupBy(issues, ({ status }) => status)].map(([status, group]) => [status, group.length]),
      )
    }
    expect(await statuses()).toEqual({ resolved: MANY })
    await page.getByText('No open issues').waitFor()
    await page.keyboard.press('z')
    await expect.poll(statuses).toEqual({ unresolved: MANY })
    await page
      .getByRole('link', { name: /^Error/ })
      .first()
      .waitFor()
  })

  const selectAllThatMatch = async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).click()
    await page.getByText(`${MANY} selected`).waitFor()
  }
  const countOf = async (q: string) => {
    const page = await session.client.get<{ total: number }>(`/api/v1/issues?q=${encodeURIComponent(q)}`)
    return page.total
  }

  it('everything that matches is snoozed, and Undo takes all of it back', async () => {
    await page.clock.install()
    await selectAllThatMatch()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /100 more events/ }).waitFor()
    await page.keyboard.press('o')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Snooze ${MANY} issues` })
      .click()
    await page.getByText(`${MANY} issues snoozed`).waitFor()
    expect(await countOf('is:snoozed')).toBe(MANY)
    // Longer than the notice of a single change is shown.
    await page.clock.fastForward(6000)
    await page.keyboard.press('z')
    await expect.poll(() => countOf('is:snoozed')).toBe(0)
  })

  it('everything that matches is assigned, and Undo takes all of it back', async () => {
    await selectAllThatMatch()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Assign to…' }).click()
    await page.getByRole('option', { name: /^Me/ }).click()
    await page.getByText(`${MANY} issues assigned to`).waitFor()
    expect(await countOf('assigned:me')).toBe(MANY)
    await page.keyboard.press('z')
    await expect.poll(() => countOf('assigned:me')).toBe(0)
  })

  it('everything that matches is resolved in a release', async () => {
    await selectAllThatMatch()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Resolve in a release…' }).click()
    const dialog = page.getByRole('dialog', { name: `Resolve ${MANY} issues in a release` })
    await dialog.getByLabel('Release with the fix').fill('shop@2.0.0')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText(`${MANY} issues resolved in shop@2.0.0`).waitFor()
    const list = await session.client.get<IssuePage>('/api/v1/issues?limit=500')
    expect(new Set(list.issues.map((issue) => issue.resolved_in_release))).toEqual(new Set(['shop@2.0.0']))
    await page.keyboard.press('z')
    await expect.poll(() => countOf('is:unresolved')).toBe(MANY)
  })

  it('more than can be merged at once is refused with the number, and nothing is merged', async () => {
    await selectAllThatMatch()
    await page.keyboard.press('m')
    await page
      .getByRole('dialog')
      .getByText(/^You can merge up to 201 issues at once; 520 are selected\./)
      .waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    expect(await countOf('')).toBe(MANY)
  })

  it('a selection in one list does not apply to another', async () => {
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).click()
    await page.getByText(`${MANY} selected`).waitFor()
    const title = await page
      .getByRole('link', { name: /^Error/ })
      .first()
      .textContent()
    await page.getByRole('combobox', { name: 'Search issues' }).fill(title!.split('it broke')[0]!)
    await expect.poll(async () => (await rowTitles(page)).length).toBeLessThan(50)
    await page
      .getByRole('region', { name: 'Selected issues' })
      .getByText(/^\d selected/)
      .waitFor()
  })
})
