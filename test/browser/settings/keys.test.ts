import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('DSN keys', (session, page) => {
  beforeAll(async () => {
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=keys`)
  })

  it('fit on a phone, used a while ago', async () => {
    await session.send({ type: 'UsedError' })
    await session.client.untilCounted(session.project.id, 1)
    await page.setViewportSize({ width: 390, height: 800 })
    const path = '**/dsn-keys'
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const at = new Date(Date.now() - 26 * 60_000).toISOString()
      const { keys } = (await response.json()) as { keys: object[] }
      const json = { keys: keys.map((key) => ({ ...key, created_at: at, last_used_at: at })) }
      await route.fulfill({ response, json })
    })
    await page.reload()
    const table = page.getByRole('table', { name: 'DSN keys' })
    await table
      .getByText(/^2\d min ago$/)
      .last()
      .waitFor()
    const widths = await table.evaluate(({ parentElement: box }) => [box.scrollWidth, box.clientWidth])
    expect(widths[0]).toBe(widths[1])
    await page.unroute(path)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('an origin that is refused says why once, at its field', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Allowed origins').fill('https://shop.example.com/cart')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const reason = page.getByText(/Use an origin such as/)
    await reason.first().waitFor()
    expect(await reason.allInnerTexts()).toEqual([expect.stringMatching(/^Use an origin such as/)])
    await page.getByLabel('Allowed origins').fill('https://shop.example.com')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('saved').waitFor()
  })

  it('projects are listed as people count', async () => {
    for (const name of ['api-10', 'api-9', 'Api-1']) await session.client.createProject(name)
    await page.goto(`${session.service.url}/settings/projects`)
    await page.getByRole('table').getByRole('link', { name: 'api-10', exact: true }).waitFor()
    const names = await page.getByRole('table').getByRole('link', { name: /^api-/i }).allInnerTexts()
    expect(names).toEqual(['Api-1', 'api-9', 'api-10'])
  })
})
