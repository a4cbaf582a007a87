import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sdkEnvelopePath } from '../support/client/api-client.ts'
import { describeDashboard } from './dashboard-session.ts'

describeDashboard('feedback', (session, page) => {
  async function send(items: object[]): Promise<void> {
    const lines = items.map((item) => JSON.stringify(item)).join('\n')
    const url = session.service.url + sdkEnvelopePath(session.project)
    const { status } = await fetch(url, { method: 'POST', body: `{}\n${lines}` })
    expect(status).toBe(200)
  }
  const report = (eventId: string, comments: string) => [
    { type: 'user_report' },
    { event_id: eventId, name: 'Grace Hopper', email: 'grace@example.com', comments },
  ]
  const list = () => page.getByRole('list', { name: 'Feedback' }).getByRole('listitem')

  it('says that there is no feedback, and where it comes from', async () => {
    await page.goto(`${session.service.url}/issues`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feedback' }).click()
    await page.getByText('No feedback yet').waitFor()
  })

  it('lists feedback about an event, about one that never came, and about none', async () => {
    const [first, second, never] = [randomUUID(), randomUUID(), randomUUID()]
    // Feedback before its event, as SDKs send it.
    await send(report(first, 'The checkout broke.'))
    for (const id of [first, second]) {
      await send([
        { type: 'event' },
        { event_id: id, exception: { values: [{ type: 'PayError', value: 'x' }] } },
      ])
    }
    await session.client.untilCounted(session.project.id, 2)
    await send(report(never, 'Something else broke.'))
    await send([{ type: 'feedback' }, { contexts: { feedback: { message: 'I like the new colours.' } } }])
    await page.goto(`${session.service.url}/feedback`)
    await expect.poll(() => list().count()).toBe(3)
    const texts = await list().allInnerTexts()
    expect(texts[0]).toMatch(/I like the new colours\.\s+Anonymous.*No event/s)
    expect(texts[1]).toMatch(/Something else broke\..*Event not stored/s)
    expect(texts[2]).toMatch(/The checkout broke\.\s+Grace Hopper · grace@example\.com/)
  })

  it('leads to the event, and the issue has it whichever event is shown', async () => {
    await list().getByRole('link', { name: 'PayError: x' }).click()
    await page.getByRole('heading', { level: 1, name: /^PayError/ }).waitFor()
    expect(page.url()).toMatch(/event=/)
    const [issue] = await session.client.untilCounted(session.project.id, 2)
    await page.goto(`${session.service.url}/issues/${issue!.id}`)
    await page.getByRole('complementary').getByText('The checkout broke.').waitFor()
    await page.getByRole('link', { name: /^Feedback 1/ }).click()
    await list().getByText('The checkout broke.').waitFor()
    await list().getByRole('link', { name: 'Show event' }).click()
    await page.waitForURL(/event=/)
  })

  it('is of the project that is chosen', async () => {
    const other = await session.client.createProject('other')
    await page.goto(`${session.service.url}/feedback?project=${other.id}`)
    await page.getByText('No feedback yet').waitFor()
  })
})
