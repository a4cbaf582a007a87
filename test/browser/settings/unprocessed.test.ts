import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { DeadLetter } from '#contract/event/dead-letter.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('events that could not be processed', (session, page) => {
  it('are listed for admins with their reason, and retried', async () => {
    await session.send({ type: 'OddError' })
    await session.client.untilCounted(session.project.id, 1)
    const [issue] = await session.client.allIssues(session.project.id)
    const letter = (fields: Partial<DeadLetter>): DeadLetter => ({
      id: randomUUID().replaceAll('-', ''),
      project_id: session.project.id,
      issue_id: issue!.id,
      event_id: randomUUID(),
      reason: 'processing took too long',
      received_at: new Date().toISOString(),
      created_at: new Date().toISOString(),
      retryable: true,
      ...fields,
    })
    const [first, orphan] = [letter({}), letter({ issue_id: null, retryable: false })] as const
    let letters: DeadLetter[] = [first, orphan]
    const retried: string[] = []
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=limits`)
    await page.getByText('All events were processed.').waitFor()
    // Nothing that a client can send makes processing fail.
    await page.route(`**/api/v1/dead-letters?project_id=${session.project.id}`, (route) =>
      route.fulfill({ json: { dead_letters: letters, next_cursor: null } }),
    )
    await page.route('**/api/v1/dead-letters/*/retry', (route) => {
      retried.push(route.request().url())
      const isSecond = retried.length === 2
      if (!isSecond)
        return route.fulfill({ status: 409, json: { error: 'conflict', message: 'It failed again.' } })
      letters = [orphan]
      return route.fulfill({ json: { retried: true, event_id: first.event_id } })
    })
    expect(await page.getByText('Events counted without being stored: by arrival time.').count()).toBe(0)
    await page.route(`**/api/v1/projects/${session.project.id}/usage`, async (route) => {
      const answer = await route.fetch()
      const dropped = [{ source: 'valve', reason: 'processing_failed', last_24h: 2, last_7d: 2 }]
      await route.fulfill({ response: answer, json: { ...(await answer.json()), dropped } })
    })
    await page.reload()
    await page.getByText('Events counted without being stored: by arrival time.').waitFor()
    const rows = page.getByRole('table', { name: 'Events that could not be processed' }).locator('tbody tr')
    await rows.nth(1).getByText('no retry: its issue was deleted').waitFor()
    expect(await rows.nth(0).innerText()).toContain('processing took too long')
    await page.setViewportSize({ width: 390, height: 844 })
    const overflow = () =>
      rows
        .first()
        .locator('xpath=ancestor::table/..')
        .evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    const retry = rows.nth(0).getByRole('button', { name: `Retry event ${first.event_id}` })
    await retry.click()
    await page.getByText("Couldn't process the event: It failed again.").waitFor()
    await retry.click()
    await page.getByText('Event processed and stored').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(retried.every((url) => url.includes(`/${first.id}/retry`))).toBe(true)
    await page.unroute('**/api/v1/dead-letters/*/retry')
    letters = [first]
    await page.reload()
    await rows.nth(0).getByRole('link', { name: 'issue' }).click()
    await page.getByRole('heading', { level: 1, name: /^OddError/ }).waitFor()
  })
})
