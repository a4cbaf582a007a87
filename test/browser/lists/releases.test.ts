import { expect, it } from 'vitest'
import { sendSmallEvents } from '../../support/pipeline/small-event.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('releases', (session, page) => {
  const row = (version: string) =>
    page.getByRole('table', { name: 'Releases' }).getByRole('row').filter({ hasText: version })
  const search = () => new URL(page.url()).searchParams

  it('says how to name a release if no event has one', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await page.getByText('No releases yet').waitFor()
    await page.getByText("release: 'shop@1.4.3'").waitFor()
  })

  it('shows what is new in a release and what it fixed; each number leads to these issues', async () => {
    await sendSmallEvents(session.service.url, session.project, [
      { type: 'OldError', release: 'shop@1.4.2' },
      { type: 'PayError', release: 'shop@1.4.3' },
      { type: 'CartError', release: 'shop@1.4.3' },
      { type: 'OldError', release: 'shop@1.4.3' },
    ])
    const issues = await session.client.untilCounted(session.project.id, 4)
    const old = issues.find(({ title }) => title.startsWith('OldError'))!
    const fix = { status: 'resolved', resolved_in_release: 'shop@1.4.3' }
    await session.client.request('PATCH', `/api/v1/issues/${old.id}`, fix)

    await page.goto(`${session.service.url}/releases?project=${session.project.id}`)
    await row('shop@1.4.3').waitFor()
    const cells = await row('shop@1.4.3').getByRole('cell').allInnerTexts()
    expect(cells.slice(3, 7)).toEqual(['3', '2', '0', '1'])
    const firstTime = () => row('shop@1.4.3').locator('time:visible').first().getAttribute('datetime')
    const received = await firstTime()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('columnheader', { name: 'Release, first received' }).waitFor()
    expect(await firstTime()).toBe(received)
    await page.setViewportSize({ width: 1280, height: 800 })
    const order = page.getByRole('columnheader', { name: /^First received/ })
    expect(await order.getAttribute('aria-sort')).toBe('descending')
    await page.getByTitle('Issues resolved in shop@1.4.3').filter({ visible: true }).click()
    await page.getByRole('link', { name: /OldError/ }).waitFor()
    expect(search().get('q')).toBe('resolved_in:shop@1.4.3')
    expect(await page.getByRole('link', { name: /PayError/ }).count()).toBe(0)
    await page.goBack()
    await page.getByTitle('Issues first seen in shop@1.4.3').filter({ visible: true }).click()
    await page.getByRole('link', { name: /PayError/ }).waitFor()
    expect(await page.getByRole('link', { name: /OldError/ }).count()).toBe(0)
  })

  it('finds a version, and hides one that is none', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await row('shop@1.4.2').waitFor()
    await page.getByRole('searchbox', { name: 'Find a version' }).fill('1.4.2')
    await expect.poll(() => row('shop@1.4.3').count()).toBe(0)
    expect(search().get('q')).toBe('1.4.2')
    await page.getByRole('button', { name: 'Hide shop@1.4.2' }).click()
    await row('shop@1.4.2').getByText('hidden').waitFor()
    await page.getByRole('searchbox', { name: 'Find a version' }).fill('nothing')
    await page.getByText('No matching release').waitFor()
    await page.getByRole('button', { name: 'Show all releases' }).click()
    await row('shop@1.4.3').waitFor()
    expect(await page.getByRole('searchbox', { name: 'Find a version' }).inputValue()).toBe('')
  })
})
