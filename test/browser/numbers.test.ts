import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from './dashboard-session.ts'

describeDashboard('what the list says', (session, page) => {
  beforeAll(async () => {
    await session.send({ type: 'PlainError' })
    await session.send({ type: 'TurnedError', value: 'photo_\u202egpj.exe', environment: 'staging' })
    await session.client.untilCounted(session.project.id, 2)
  })

  it('numbers say what they count and over which window', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByText('2 open issues seen in the last 7 days · 2 events, all time').waitFor()
    await page.getByRole('columnheader', { name: /^Events\s*all time$/ }).waitFor()
    await page.goto(`${session.service.url}/issues?q=env%3Astaging`)
    await page
      .getByText('1 matching open issue seen in the last 7 days · 1 event in the issue below')
      .waitFor()
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('columnheader', { name: /^Events\s*7 days$/ }).waitFor()
    await page.getByRole('img', { name: '1 event, peak 1 per 6 h' }).first().waitFor()
    await page
      .getByRole('row', { name: /TurnedError/ })
      .getByText('last in staging')
      .waitFor()
  })

  it('a regression that is snoozed is none of the open ones', async () => {
    const { client, project, send, service } = session
    const [issue] = (await client.allIssues(project.id)).filter(({ title }) => title.startsWith('Plain'))
    await client.request('PATCH', `/api/v1/issues/${issue!.id}`, { status: 'resolved' })
    await send({ type: 'PlainError', release: 'shop@1.1.0' })
    await client.untilCounted(project.id, 3)
    await page.goto(`${service.url}/issues`)
    await page.getByText('2 open issues seen in the last 7 days · 1 regression · 3 events').waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    const time = page.getByRole('row', { name: /PlainError/ }).locator('time:visible')
    // Once it is longer than "just now".
    const isBelow = await time.evaluate((shown) => {
      shown.textContent = '59 min ago'
      return shown.getBoundingClientRect().bottom > shown.parentElement.getBoundingClientRect().bottom
    })
    expect(isBelow).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await client.request('POST', `/api/v1/issues/${issue!.id}/snooze`, { mode: '4h' })
    await page.goto(`${service.url}/issues`)
    await page.getByRole('link', { name: /^Regressions\s*1$/ }).waitFor()
    const summary = page.getByText(/^1 open issue seen in/)
    expect(await summary.textContent()).toBe('1 open issue seen in the last 7 days · 1 event, all time')
    await client.request('PATCH', `/api/v1/issues/${issue!.id}`, { status: 'unresolved' })
  })

  it('a text that turns its direction is shown with a mark, and turns nothing else', async () => {
    const row = page.getByRole('row', { name: /TurnedError/ })
    await row.getByText('photo_‹RLO›gpj.exe').waitFor()
    expect(await row.locator('bdi').count()).toBeGreaterThan(1)
    await row.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /photo_‹RLO›gpj\.exe/ }).waitFor()
    await expect.poll(() => page.title()).toContain('‹RLO›')
  })

  it('a card whose property some events lack says of how many it speaks', async () => {
    const { id, keys } = session.project
    const event = (headers: object) =>
      fetch(`${session.service.url}/api/${id}/store/?sentry_key=${keys[0]!.public_key}`, {
        method: 'POST',
        body: JSON.stringify({
          platform: 'javascript',
          message: 'browser of some events',
          request: { url: 'https://shop.example.com', headers },
        }),
      })
    await event({ 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0' })
    await event({})
    await session.client.untilCounted(session.project.id, 4)
    await page.goto(`${session.service.url}/issues?q=browser%20of`)
    await page.getByRole('link', { name: /^browser of some/ }).click()
    await page.getByRole('heading', { level: 2, name: 'Browser' }).waitFor()
    const card = page
      .locator('section', { has: page.getByRole('heading', { level: 2, name: 'Browser' }) })
      .last()
    expect(await card.innerText()).toMatch(/In 1 of 2 events\s+Firefox/)
  })

  it('rows name their project where the list spans several, and only there', async () => {
    await page.goto(`${session.service.url}/issues`)
    const row = page.getByRole('row', { name: /PlainError/ })
    await row.waitFor()
    expect(await row.getByText('shop', { exact: true }).count()).toBe(0)
    await session.client.createProject('warehouse')
    await page.reload()
    await row.getByText('shop', { exact: true }).waitFor()
    await page.goto(`${session.service.url}/issues?project=${session.project.id}`)
    await row.waitFor()
    expect(await row.getByText('shop', { exact: true }).count()).toBe(0)
  })

  it('on a phone a snoozed row still says so, whatever its project is called', async () => {
    await session.client.createProject('backend')
    const name = 'shop of a company with a long name'
    await session.client.request('PATCH', `/api/v1/projects/${session.project.id}`, { name })
    const { issues } = await session.client.get<{ issues: { id: string; title: string }[] }>('/api/v1/issues')
    const { id } = issues.find(({ title }) => title.startsWith('PlainError'))!
    await session.client.request('POST', `/api/v1/issues/${id}/snooze`, { mode: 'hours' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${session.service.url}/issues?q=is%3Asnoozed`)
    await page
      .getByRole('row', { name: /PlainError/ })
      .getByText(/^snoozed · /)
      .waitFor()
    const shownWhole = await page.evaluate(`{
      const pill = [...document.querySelectorAll('tbody span')].find(({ textContent }) => /^snoozed/.test(textContent))
      const { right, top } = pill.getBoundingClientRect()
      document.elementsFromPoint(right - 4, top + 4).includes(pill)
    }`)
    expect(shownWhole).toBe(true)
    // A cut time or state tells nothing: a part of the line is shown whole or not at all.
    const cut = await page.evaluate(`[...document.querySelectorAll('tbody time')].filter((time) => {
      const { bottom, right } = time.getBoundingClientRect()
      const line = time.parentElement.getBoundingClientRect()
      return bottom <= line.bottom && (right > line.right || time.scrollWidth > time.offsetWidth)
    }).length`)
    expect(cut).toBe(0)
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('row', { name: /TurnedError/ }).waitFor()
    // However long the name of its project is, each row says when it was last seen.
    const unseen = await page.evaluate(`[...document.querySelectorAll('tbody time')].filter((time) => {
      const { bottom, height } = time.getBoundingClientRect()
      return height > 0 && bottom > time.parentElement.getBoundingClientRect().bottom
    }).length`)
    expect(unseen).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('a finger that misses the box of a row by a little selects it all the same', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${session.service.url}/issues`)
    const box = page.getByRole('row', { name: /TurnedError/ }).getByRole('checkbox')
    const { x, y, width } = (await box.boundingBox())!
    await page.mouse.click(x + width + 8, y - 8)
    await page.getByText('1 selected').waitFor()
    expect(new URL(page.url()).pathname).toBe('/issues')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('on a phone the current tab is in view', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const inView = async (name: string) => {
      const box = await page.getByRole('link', { name, exact: true }).boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 390
    }
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=sdk`)
    await page.getByText('with the key').waitFor()
    await expect.poll(() => inView('SDK setup')).toBe(true)
    expect(await inView('General')).toBe(false)
    await page.getByRole('link', { name: 'General', exact: true }).click()
    await expect.poll(() => inView('General')).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('each of many releases has its events, hidden ones as well, and the tab counts them all', async () => {
    const releases = Array.from({ length: 55 }, (_, minor) => `shop@1.${minor}.0`)
    for (const release of releases) await session.send({ type: 'ReleasedError', release })
    await session.client.untilCounted(session.project.id, 57)
    await page.goto(`${session.service.url}/issues?project=${session.project.id}`)
    await page.getByRole('link', { name: /^ReleasedError/ }).click()
    await page.getByRole('link', { name: 'Releases 55' }).click()
    const rows = page.getByRole('table', { name: 'Releases' }).locator('tbody tr')
    const events = async () =>
      (await rows.locator('td:nth-child(3)').allInnerTexts()).map((text) => text.trim())
    await expect.poll(events).toEqual(releases.map(() => '1'))
    for (const release of releases.slice(0, 54)) {
      const path = `/api/v1/projects/${session.project.id}/releases/${release}`
      expect((await session.client.request('PATCH', path, { hidden: true })).status).toBe(200)
    }
    await page.reload()
    await expect.poll(() => rows.getByText('hidden', { exact: true }).count()).toBe(54)
    expect(await events()).toEqual(releases.map(() => '1'))
  })
})
