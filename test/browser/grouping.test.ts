import { beforeAll, expect, it } from 'vitest'
import type { IssueSummary } from '../support/client/api-client.ts'
import { dsnHeaders } from '../support/journey.ts'
import { ShopBuild } from '../support/symbols/source-map.ts'
import { describeDashboard } from './dashboard-session.ts'

describeDashboard('grouping and search', (session) => {
  let issues: IssueSummary[]
  beforeAll(async () => {
    await session.send({ type: 'PayError' })
    await session.send({ type: 'RefundError' })
    issues = await session.client.untilCounted(session.project.id, 2)
  })

  it('an issue explains its grouping, and why it is not together with another one', async () => {
    const { page, service } = session
    const [own, other] = issues
    await page.goto(`${service.url}/issues/${own!.id}`)
    await page.getByRole('button', { name: 'Explain grouping' }).click()
    const panel = page.getByRole('dialog', { name: 'Grouping' })
    await panel.getByText(/^Grouped by stack trace: /).waitFor()
    await panel.getByRole('heading', { name: 'Included' }).waitFor()
    const field = panel.getByLabel('Compare with another issue')
    await field.fill('that one')
    await panel.getByRole('button', { name: 'Compare' }).click()
    await panel.getByText('Paste the link or the ID of an issue.').waitFor()
    await field.fill(`${service.url}/issues/${other!.id}`)
    await panel.getByRole('button', { name: 'Compare' }).click()
    await panel.getByText(/^This issue has 1 type/).waitFor()
  })

  it('an event whose source maps came late leads to the issue that it belongs to', async () => {
    const { page, service, client } = session
    const project = await client.createProject('bundled')
    const post = async (path: string, body: string | FormData) => {
      const headers = dsnHeaders(project)
      const answer = await fetch(`${service.url}/api/${project.id}${path}`, { method: 'POST', headers, body })
      expect(answer.ok).toBe(true)
    }
    const upload = async (release: string, map: object) => {
      const form = new FormData()
      form.set('name', '~/app.js.map')
      form.set('file', new Blob([JSON.stringify(map)]), 'app.js.map')
      await post(`/releases/${release}/files/`, form)
    }
    const [first, second] = [new ShopBuild(0, 'a'), new ShopBuild(40, 'k')]
    const url = 'https://shop.example.com/app.js'
    await upload('1', first.map())
    await post('/store/', JSON.stringify(first.event(url, { release: '1' })))
    await post('/store/', JSON.stringify(second.event(url, { release: '2' })))
    const found = await client.untilCounted(project.id, 2)
    const [mapped, unmapped] = ['1', '2'].map((release) => found.find((issue) => issue.release === release)!)
    const card = page.locator('section', {
      has: page.getByRole('heading', { name: 'Why it is grouped here' }),
    })
    await page.goto(`${service.url}/issues/${unmapped!.id}`)
    await card.getByRole('button', { name: 'Explain grouping' }).waitFor()
    expect(await card.getByRole('link').count()).toBe(0)
    await upload('2', second.map())
    await page.reload()
    await card.getByText(/this event belongs to/).waitFor()
    await card.getByRole('link').click()
    await page.waitForURL(`**/issues/${mapped!.id}*`)
  })

  it('a search points out unknown keys, and leads from an event ID to the event', async () => {
    const { page, service, client } = session
    const [event] = (await client.events(issues[0]!.id)).events
    await page.goto(`${service.url}/issues`)
    const box = page.getByRole('combobox', { name: 'Search issues' })
    await box.fill('plan:pro')
    await page
      .getByText(
        /“plan:” is not a search key, and no event has a tag of that name, so “plan:pro” was searched as text/,
      )
      .waitFor()
    await box.fill(event!.id.replaceAll('-', ''))
    await page.getByRole('link', { name: 'Open event' }).click()
    await page.waitForURL((url) => url.searchParams.get('event') === event!.id)
    expect(page.url()).toContain(issues[0]!.id)
  })

  it('what is pasted after a click behind the filters is a term of its own, and Enter shows what it finds', async () => {
    const { page, service, client } = session
    const [event] = (await client.events(issues[0]!.id)).events
    await page.goto(`${service.url}/issues`)
    const tabs = page.getByRole('navigation', { name: 'Status' })
    await tabs.getByText(/\d/).first().waitFor()
    const box = page.getByRole('combobox', { name: 'Search issues' })
    const { width, height } = (await box.boundingBox())!
    await box.click({ position: { x: width - 5, y: height / 2 } })
    await page.keyboard.insertText(event!.id)
    await page.getByText('Searching for the event with this ID.').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Open event' }).waitFor()
    expect(await page.getByText('Searching for the event with this ID.').count()).toBe(0)
    // The event is found whatever the status: a number by status would count it in each of them.
    expect(await tabs.getByText(/\d/).count()).toBe(0)
    expect(await page.getByText(/\d open issues?/).count()).toBe(0)
  })
})
