import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { streamProxyOfTest } from '../support/server/stream-proxy.ts'
import { msOf, quickest } from '../support/timing.ts'
import { describeDashboard, rowTitles } from './dashboard-session.ts'

/** Long enough for the reader's last key or pointer move to count as over. */
const REST_MS = 2000

describeDashboard('live screens', (session, page) => {
  beforeAll(async () => {
    for (const type of ['FirstError', 'SecondError', 'ThirdError']) await session.send({ type })
    await session.client.untilCounted(session.project.id, 3)
    const connected = page.waitForResponse((response) => response.url().endsWith('/api/v1/stream'))
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^FirstError/ }).waitFor()
    expect((await connected).status()).toBe(200)
    await sleep(REST_MS)
  })

  const row = (type: string) => page.getByRole('row', { name: new RegExp(type) })

  it('a new issue appears within a second of the answer to its event, without a reload', async () => {
    let sent = 0
    const shown = async () => {
      const type = `Sudden${++sent}Error`
      await session.send({ type })
      const ms = await msOf(() => page.getByRole('link', { name: new RegExp(`^${type}`) }).waitFor())
      expect((await rowTitles(page))[0]).toBe(type)
      return ms
    }
    expect(await quickest(1000, shown)).toBeLessThan(1000)
  })

  it('the numbers above the list follow its rows at once', async () => {
    await session.send({ type: 'CountedError' })
    await page.getByRole('link', { name: /^CountedError/ }).waitFor()
    const rows = (await rowTitles(page)).length
    const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Open \d/ })
    expect(await tab.innerText()).toMatch(new RegExp(`^Open\\s*${rows}$`))
    expect(await page.getByText(/\d open issues/).innerText()).toMatch(new RegExp(`^${rows} open issues`))
  })

  it('counts follow in place: rows do not change their order', async () => {
    const before = await rowTitles(page)
    const last = before.at(-1)!
    await session.send({ type: last })
    await row(last).getByText('2', { exact: true }).last().waitFor()
    expect(await rowTitles(page)).toEqual(before)
  })

  it('nothing moves while rows are selected; the new ones are announced, and come when asked for', async () => {
    const before = await rowTitles(page)
    await row(before[0]!).getByRole('checkbox').check()
    await session.send({ type: 'FourthError' })
    await session.send({ type: 'FifthError' })
    await page.getByRole('button', { name: '2 new' }).waitFor()
    await sleep(REST_MS + 1000)
    expect(await rowTitles(page)).toEqual(before)
    await page.getByRole('button', { name: '2 new' }).click()
    await page.getByRole('link', { name: /^FifthError/ }).waitFor()
    expect((await rowTitles(page)).slice(0, 2).sort()).toEqual(['FifthError', 'FourthError'])
    expect(await row(before[0]!).getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('nothing moves under an open menu, and what waits comes once it is closed', async () => {
    const before = await rowTitles(page)
    await page.getByRole('button', { name: /^Window/ }).click()
    await page.getByRole('menu').waitFor()
    await session.send({ type: 'SixthError' })
    await sleep(1500)
    expect(await rowTitles(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^SixthError/ }).waitFor()
  })

  it('an issue that is open says that it has new events, and shows them when asked to', async () => {
    await page.getByRole('link', { name: /^Sudden1Error/ }).click()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await session.send({ type: 'Sudden1Error' })
    await page.getByRole('button', { name: '1 new event' }).waitFor()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: '1 new event' }).click()
    await page.getByText('1 of 2', { exact: true }).waitFor()
  })

  it('polls if the stream is refused', async () => {
    // A browser of its own: the tabs of one share a stream.
    const storageState = await page.context().storageState()
    const other = await (await session.browser.newContext({ storageState })).newPage()
    await other.route(/\/api\/v1\/stream$/, (route) => route.fulfill({ status: 503, body: '' }))
    await other.goto(`${session.service.url}/issues`)
    await other.getByRole('img', { name: /^Live updates are off/ }).waitFor()
    await session.send({ type: 'PolledError' })
    await other.getByRole('link', { name: /^PolledError/ }).waitFor()
    await other.context().close()
  })

  /** A browser of its own, whose clock the test can set. */
  async function openThrough(origin: string): Promise<Page> {
    const storageState = await page.context().storageState()
    const other = await (await session.browser.newContext({ storageState })).newPage()
    onTestFinished(() => other.context().close())
    await other.clock.install()
    await other.goto(`${origin}/issues`)
    await other.getByRole('link', { name: /^FirstError/ }).waitFor()
    return other
  }

  it('polls if a proxy keeps the stream to itself', async () => {
    const { origin } = await streamProxyOfTest(session.service.url, 'streams')
    const other = await openThrough(origin)
    await other.clock.fastForward(10_000)
    await other.getByRole('img', { name: /^Live updates are off/ }).waitFor()
    await session.send({ type: 'BufferedError' })
    await other.getByRole('link', { name: /^BufferedError/ }).waitFor()
  })

  it('takes up a stream again that fell silent without an end', async () => {
    const proxy = await streamProxyOfTest(session.service.url)
    const other = await openThrough(proxy.origin)
    const works = other.getByRole('img', { name: 'Everything is working' })
    await works.waitFor()
    proxy.silenceOpen()
    await session.send({ type: 'SilencedError' })
    const again = other.waitForRequest((request) => request.url().endsWith('/api/v1/stream'))
    await other.clock.fastForward(3 * LIMITS.streamBeatMs)
    await again
    await other.getByRole('link', { name: /^SilencedError/ }).waitFor()
    await works.waitFor()
  })

  it('says when the server is unreachable', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('link', { name: /^Sudden1Error/ }).waitFor()
    await session.service.stop()
    await page.getByText('No connection to the server').waitFor()
  })
})
