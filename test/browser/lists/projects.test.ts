import { expect, it } from 'vitest'
import { sendSmallEvents } from '../../support/pipeline/small-event.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('projects at a glance', (session, page) => {
  const row = (name: string) =>
    page.getByRole('table', { name: 'Projects' }).getByRole('row').filter({ hasText: name })
  const cellsOf = async (name: string) => (await row(name).getByRole('cell').allInnerTexts()).slice(2, 6)
  const search = () => Object.fromEntries(new URL(page.url()).searchParams)

  it('shows what each project has; each number leads to these issues', async () => {
    const { url } = session.service
    await session.client.request('POST', '/api/v1/projects', { name: 'quiet' })
    await sendSmallEvents(url, session.project, [
      { type: 'PayError', release: 'shop@1.4.3' },
      { type: 'PayError', release: 'shop@1.4.3' },
      { type: 'CartError', release: 'shop@1.4.3' },
    ])
    const issues = await session.client.untilCounted(session.project.id, 3)
    const pay = issues.find(({ title }) => title.startsWith('PayError'))!
    await session.client.request('PATCH', `/api/v1/issues/${pay.id}`, { status: 'resolved' })

    await page.goto(`${url}/issues`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
    await row(session.project.name).waitFor()
    expect(await cellsOf(session.project.name)).toEqual(['3', '1', '2', '0'])
    await row(session.project.name).getByText('shop@1.4.3').waitFor()
    await row('quiet').getByRole('link', { name: 'Set up quiet' }).waitFor()

    await row(session.project.name).getByTitle('Open issues of').filter({ visible: true }).click()
    await page.getByRole('link', { name: /CartError/ }).waitFor()
    expect(await page.getByRole('link', { name: /PayError/ }).count()).toBe(0)
    expect(search()).toMatchObject({ project: session.project.id, window: '24h' })
    await page.goBack()
    await row(session.project.name).getByTitle('New issues of').filter({ visible: true }).click()
    await page.getByRole('link', { name: /PayError/ }).waitFor()
    await page.getByRole('link', { name: /CartError/ }).waitFor()
  })

  it('is sorted by a column, and of another time', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await row('quiet').waitFor()
    const names = () =>
      page.getByRole('table', { name: 'Projects' }).locator('td:first-child a').allInnerTexts()
    expect((await names())[0]).toBe('quiet')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect.poll(async () => (await names())[0]).toBe(session.project.name)
    await page.getByRole('button', { name: 'Time: Last 24 hours' }).click()
    await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
    await expect.poll(search).toEqual({ sort: 'events', window: '7d' })
    await row(session.project.name).getByRole('img', { name: '3 events, peak 3 per 6 h' }).waitFor()
  })

  it('follows what comes while it is open', async () => {
    await sendSmallEvents(session.service.url, session.project, [{ type: 'LateError' }])
    await expect.poll(() => cellsOf(session.project.name), { timeout: 40_000 }).toEqual(['4', '2', '3', '0'])
  })

  it('of many projects, here and in the settings, finds those that have what is typed', async () => {
    for (let n = 0; n < 12; n++)
      await session.client.request('POST', '/api/v1/projects', { name: `billing worker ${n}` })
    for (const path of ['/projects', '/settings/projects']) {
      await page.goto(`${session.service.url}${path}`)
      await page.getByLabel('Find a project').fill('WORKER bill')
      await page.getByText('12 projects', { exact: true }).waitFor()
      expect(await row('quiet').count()).toBe(0)
      await page.getByLabel('Find a project').fill('nothing such')
      await page.getByRole('button', { name: 'Show all projects' }).click()
      await row('quiet').waitFor()
    }
  })
})
