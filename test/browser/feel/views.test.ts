import { beforeAll, expect, it } from 'vitest'
import type { SavedViewList } from '#contract/issue/saved-view.ts'
import { OWNER } from '../../support/server/service.ts'
import { describeDashboard } from '../dashboard-session.ts'

const MORNING = 'is:unresolved env:production level:error assigned:none'

describeDashboard('saved views', (session, page) => {
  beforeAll(async () => {
    await session.send({ type: 'AlphaError' })
    await session.send({ type: 'BetaError', environment: 'staging' })
    await session.client.untilCounted(session.project.id, 2)
  })

  const open = async (search = '') => {
    await page.goto(`${session.service.url}/issues${search}`)
    await page.getByRole('table', { name: 'Issues' }).waitFor()
  }
  const menuButton = () => page.getByRole('button', { name: 'Views' })
  const choice = (name: string) => page.getByRole('menuitemradio', { name })
  const item = (name: string) => page.getByRole('menuitem', { name })
  const notice = (text: string) => page.getByRole('region', { name: 'Notice' }).getByText(text)
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  const focused = () => page.evaluate('document.activeElement?.textContent')
  const saved = async () => (await session.client.get<SavedViewList>('/api/v1/views')).views

  it('a search is saved from the keyboard; focus returns to the menu, which marks the view that is open', async () => {
    await open(`?q=${MORNING}&window=24h&sort=events_desc`)
    await menuButton().focus()
    await page.keyboard.press('Enter')
    await item('Save this view…').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Save this view' }).waitFor()
    await page.keyboard.type('Morning round')
    await page.keyboard.press('Enter')
    await notice('View “Morning round” saved').waitFor()
    await expect.poll(focused).toBe('Views')
    expect(await saved()).toMatchObject([
      { name: 'Morning round', query: MORNING, window: '24h', sort: 'events_desc', visibility: 'private' },
    ])
    await menuButton().click()
    expect(await choice('Morning round').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Escape')
  })

  it('one click opens it, at the ordinary address; a view saved elsewhere is there when the menu opens again', async () => {
    await open()
    await menuButton().click()
    await choice('Morning round').waitFor()
    expect(await choice('Morning round').getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Escape')
    const elsewhere = { name: 'Everything here', project_id: session.project.id, visibility: 'shared' }
    await session.client.request('POST', '/api/v1/views', elsewhere)
    await menuButton().click()
    await choice('Everything here').click()
    await expect.poll(asked).toEqual({ project: session.project.id, q: '' })
    await page.getByRole('link', { name: /^BetaError/ }).waitFor()
    await menuButton().click()
    await choice('Morning round').click()
    await expect.poll(asked).toEqual({ q: MORNING, window: '24h', sort: 'events_desc' })
    await page.goBack()
    await expect.poll(asked).toEqual({ project: session.project.id, q: '' })
  })

  it('a view that was opened is updated with what the list shows now, and Undo takes it back', async () => {
    await open()
    await menuButton().click()
    await choice('Morning round').click()
    await expect.poll(asked).toEqual({ q: MORNING, window: '24h', sort: 'events_desc' })
    // The menu gives the focus back when it is gone.
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    await page.getByRole('combobox', { name: 'Search issues' }).focus()
    await page.keyboard.type('release:shop@1.0.0')
    await expect.poll(() => asked().q).toBe(`${MORNING} release:shop@1.0.0`)
    await menuButton().click()
    await item('Update “Morning round”').click()
    const notified = page.getByRole('region', { name: 'Notice' })
    await notified.getByText('View “Morning round” updated').waitFor()
    const queryOf = async () => (await saved()).find(({ name }) => name === 'Morning round')?.query
    expect(await queryOf()).toBe(`${MORNING} release:shop@1.0.0`)
    // The pointer holds the notice.
    await notified.getByText('View “Morning round” updated').hover()
    await notified.getByRole('button', { name: 'Undo' }).click()
    await notice('View “Morning round” is as before').waitFor()
    expect(await queryOf()).toBe(MORNING)
  })

  it('a view is renamed, shared and given what the list shows, then deleted', async () => {
    await open('?q=is:unresolved+env:staging')
    await menuButton().click()
    await item('Manage views…').click()
    await page.getByRole('button', { name: 'Edit “Morning round”' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Everything here')
    await page.getByRole('radio', { name: 'Everyone' }).check()
    await page.getByRole('radio', { name: 'Use the list on this page' }).check()
    await page.getByRole('button', { name: 'Save view' }).click()
    // What the server refuses is said in the dialog, and what was entered stays.
    await page.getByText('A shared view is already called “Everything here”. Choose another name.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Staging')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('link', { name: 'Staging' }).waitFor()
    expect((await saved()).find(({ name }) => name === 'Staging')).toMatchObject({
      query: 'is:unresolved env:staging',
      window: '7d',
      sort: 'last_seen_desc',
      visibility: 'shared',
    })
    await page.getByRole('button', { name: 'Delete “Everything here”' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await notice('View “Everything here” deleted').waitFor()
    expect((await saved()).map(({ name }) => name)).toEqual(['Staging'])
    await expect
      .poll(() => page.evaluate(`document.activeElement?.closest('[role=dialog]') !== null`))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Views')
  })

  it('the dialog and its fields are there again if the session ended meanwhile', async () => {
    await open()
    await menuButton().click()
    await item('Save this view…').click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kept')
    await dialog.getByRole('radio', { name: 'Everyone' }).check()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('Your changes are still here.').waitFor()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await notice('View “Kept” saved').waitFor()
    expect((await saved()).find(({ name }) => name === 'Kept')).toMatchObject({ visibility: 'shared' })
  })

  it('Ctrl K opens a view by its name', async () => {
    await page.goto(`${session.service.url}/alerts`)
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a page, project, view or issue' }).fill('stag view')
    await page.getByRole('option', { name: 'Staging shared view' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(asked).toEqual({ q: 'is:unresolved env:staging' })
  })

  it('the menu says why it has no views, and fits a phone with the longest name', async () => {
    await session.client.request('POST', '/api/v1/views', { name: 'W'.repeat(100) })
    await page.setViewportSize({ width: 390, height: 844 })
    await open()
    await page.route('**/api/v1/views', (route) => route.abort())
    await menuButton().click()
    await page.getByText('The server is unreachable.').waitFor()
    await page.keyboard.press('Escape')
    await page.unroute('**/api/v1/views')
    await menuButton().click()
    await choice('W'.repeat(100)).waitFor()
    const menu = (await page.getByRole('menu').boundingBox())!
    expect([menu.x >= 0, menu.x + menu.width <= 390]).toEqual([true, true])
    expect(await page.getByRole('menu').evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  })
})
