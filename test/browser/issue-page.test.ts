import type { CDPSession } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { dsnHeaders } from '../support/journey.ts'
import { describeDashboard } from './dashboard-session.ts'

const HOUR_S = 3600
const LONG_EMAIL = 'augusta.ada.king.countess.of.lovelace@analytical-engines.example.com'

describeDashboard('the page of an issue', (session, page) => {
  beforeAll(async () => {
    for (let n = 0; n < 12; n++) await send(sample(n))
    await send(hugeEvent())
    await session.client.untilCounted(session.project.id, 13)
  })

  async function send(event: object): Promise<void> {
    const { service, project } = session
    const request = { method: 'POST', headers: dsnHeaders(project), body: JSON.stringify(event) }
    const { status } = await fetch(`${service.url}/api/${project.id}/store/`, request)
    if (status !== 202) throw new Error(`the event was answered ${status}`)
  }
  async function open(type: string): Promise<void> {
    const { issues } = await session.client.get<{ issues: { id: string; title: string }[] }>('/api/v1/issues')
    const { id } = issues.find(({ title }) => title.startsWith(type))!
    await page.goto(`${session.service.url}/issues/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  it('counts the tags and users of the newest events; a value leads to all issues with it', async () => {
    await open('TaggedError')
    await page.getByText('In the newest 12 events').first().waitFor()
    await page.getByRole('link', { name: 'pro', exact: true }).waitFor()
    await page.getByText('Show 1 more').waitFor()
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor()
    await page.getByRole('link', { name: 'pro', exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('plan:pro')
    await page.getByRole('row', { name: /TaggedError/ }).waitFor()
  })

  it('the chart describes a bar, zooms by dragging, and opens the events of a bar', async () => {
    await open('TaggedError')
    const chart = page.getByRole('img', { name: /^Events per hour/ })
    const { x, y, width, height } = (await chart.boundingBox())!
    await page.mouse.move(x + width * 0.6, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 })
    await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
    await page.mouse.move(x + width - 3, y + height / 2)
    await page
      .getByText(/^\d events?$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Reset zoom' }).click()
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor({ state: 'detached' })
    await page.mouse.click(x + width - 1, y + height / 2)
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('events')
  })

  it('a page beyond the last event leads back to the newest ones', async () => {
    await open('TaggedError')
    await page.goto(`${page.url()}?tab=events&page=7`)
    await page.getByRole('heading', { name: 'No events on this page' }).waitFor()
    await page.getByRole('link', { name: 'Go to the newest events' }).click()
    await page.getByText('1–12 of 12').waitFor()
  })

  it('stepping through events moves nothing below the bar, on a phone too', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await open('TaggedError')
      const heading = page.locator('article[aria-label^="Event "] h2').first()
      const heights = new Set<number>()
      for (let place = 1; place <= 12; place++) {
        await page
          .locator('[aria-live]')
          .filter({ hasText: `${place} of 12` })
          .waitFor()
        heights.add((await heading.boundingBox())!.y)
        await page.keyboard.press('n')
      }
      expect([...heights]).toHaveLength(1)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('compares the event with another one: what differs and, on request, what does not', async () => {
    await open('TaggedError')
    await page.getByRole('button', { name: 'Compare with another event' }).click()
    const table = page.getByRole('table', { name: 'Compared fields' })
    await table.getByRole('row', { name: /^Release Event shop@1\.2\.0 shop@1\.0\.0$/ }).waitFor()
    await table.getByRole('row', { name: /^customer Tags acme-11 acme-0$/ }).waitFor()
    await table.getByRole('row', { name: /^email User not sent ada@example\.com$/ }).waitFor()
    expect(await table.getByRole('row', { name: /^Exception 1/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Show \d+ fields that are the same$/ }).click()
    await table.getByRole('row', { name: /^Exception 1 Exception TaggedError: it broke/ }).waitFor()
    await page.getByRole('button', { name: /^Other event: Oldest event/ }).click()
    await page.getByRole('menuitemradio', { name: 'Next older event' }).click()
    await table.getByRole('row', { name: /^customer Tags acme-11 acme-10$/ }).waitFor()
    await page.keyboard.press('Escape')
    await table.waitFor({ state: 'detached' })
  })

  it('on a phone each event of the list says at what time it happened', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('TaggedError')
    await page.goto(`${page.url()}?tab=events`)
    await page.getByText('1–12 of 12').waitFor()
    const rows = await page.getByRole('table', { name: 'Events' }).locator('tbody tr').allInnerTexts()
    expect(rows.filter((row) => /\d\d:\d\d:\d\d UTC/.test(row))).toHaveLength(12)
    expect(await page.evaluate('document.querySelector("table").offsetWidth')).toBeLessThan(390)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('a huge event is shown within 200 ms of script', async () => {
    const metrics = await page.context().newCDPSession(page)
    // The time that the page's thread had, however many others wait for the processor.
    await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
    await open('HugeError')
    await page.getByText('handler_199').first().waitFor()
    // A navigation begins at 0: this is all that the page has run since, the start of the dashboard included.
    const spent = await scriptMs(metrics)
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThan(200)
  })
})

async function scriptMs(metrics: CDPSession): Promise<number> {
  const { metrics: all } = await metrics.send('Performance.getMetrics')
  return 1000 * (all.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
}

function sample(n: number): object {
  return {
    platform: 'node',
    timestamp: Date.now() / 1000 - (11 - n) * 2 * HOUR_S,
    exception: { values: [{ type: 'TaggedError', value: 'it broke' }] },
    release: `shop@1.${n >> 2}.0`,
    tags: { plan: n % 3 === 0 ? 'pro' : 'free', shard: String(n % 4), customer: `acme-${n}` },
    user: n % 2 === 0 ? { email: n === 6 ? LONG_EMAIL : 'ada@example.com' } : { id: `u${n}` },
  }
}

function hugeEvent(): object {
  const vars = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`variable_${n}`, `'value ${n}'`]))
  const frames = Array.from({ length: 200 }, (_, n) => ({
    ...{ function: `handler_${n}`, filename: `src/part_${n}.py`, lineno: n + 1, in_app: true, vars },
    ...{ pre_context: ['a', 'b', 'c'], context_line: 'raise HugeError()', post_context: ['d', 'e'] },
  }))
  const breadcrumbs = Array.from({ length: 500 }, (_, n) => ({
    ...{ timestamp: Date.now() / 1000 - n, category: 'http', message: `GET /things/${n}` },
    data: { status: 200, url: `/things/${n}` },
  }))
  return {
    platform: 'python',
    exception: { values: [{ type: 'HugeError', value: 'too much', stacktrace: { frames } }] },
    breadcrumbs: { values: breadcrumbs },
    extra: { rows: Array.from({ length: 3000 }, (_, n) => ({ id: n, name: `row ${n}`, price: n / 100 })) },
  }
}
