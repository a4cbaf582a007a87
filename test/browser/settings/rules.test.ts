import { beforeAll, expect, it } from 'vitest'
import type { AlertRule } from '#contract/alert/alert-rule.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('alert rules', (session, page) => {
  beforeAll(async () => {
    for (let count = 0; count < 3; count += 1) await session.send({ type: 'AlphaError' })
    await session.send({ type: 'BetaError' })
    await session.client.untilCounted(session.project.id, 4)
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=rules`)
  })

  const rules = () => page.getByRole('list', { name: 'Alert rules' }).getByRole('listitem')
  const editor = () => page.getByRole('dialog')
  const preview = () => editor().getByRole('region', { name: 'Preview' })

  it('the rule every project starts with is listed as a sentence', async () => {
    await rules()
      .getByText(/^An issue has 300 % more events in 15 min/)
      .waitFor()
  })

  it('a rule is created with a preview that follows typing', async () => {
    await page.getByRole('button', { name: 'New rule' }).click()
    await editor().getByLabel('Name').fill('Alpha again')
    await editor().getByText('Events that match a search').click()
    await editor().getByRole('textbox', { name: 'Events that match' }).fill('AlphaError')
    await editor().getByLabel('At least').fill('9')
    await preview().getByText('Would not have fired').waitFor()
    await editor().getByLabel('At least').fill('3')
    await preview().getByText('Would have fired 1 time, for 1 issue.').waitFor()
    await preview()
      .getByRole('link', { name: /^AlphaError/ })
      .waitFor()
    await editor().getByRole('button', { name: 'Create rule' }).click()
    await rules().getByText('Alpha again').waitFor()
    await rules()
      .getByText(/^An issue has 3 or more events in 15 min, counting\s*AlphaError/)
      .waitFor()
  })

  it('a rule that can never match is refused with the reason', async () => {
    await page.getByRole('button', { name: 'Edit Alpha again' }).click()
    await editor().getByRole('textbox', { name: 'Events that match' }).fill('is:snoozed')
    await preview()
      .getByText(/would never match/)
      .waitFor()
    await editor().getByRole('button', { name: 'Save changes' }).click()
    await editor()
      .getByRole('alert')
      .filter({ hasText: /would never match/ })
      .first()
      .waitFor()
    await editor().getByRole('button', { name: 'Cancel' }).click()
  })

  it('an edit leaves alone what someone else changed meanwhile', async () => {
    const { rules: known } = await session.client.get<{ rules: AlertRule[] }>('/api/v1/alert-rules')
    const { id } = known.find(({ name }) => name === 'Alpha again')!
    const change = (fields: object) => session.client.request('PATCH', `/api/v1/alert-rules/${id}`, fields)
    await page.getByRole('button', { name: 'Edit Alpha again' }).click()
    await change({ cooldown_minutes: 7 })
    await editor().getByLabel('Within').fill('16')
    await editor().getByRole('button', { name: 'Save changes' }).click()
    await rules()
      .getByText(/3 or more events in 16 min/)
      .waitFor()
    expect((await change({ window_minutes: 15 })).body).toMatchObject({ cooldown_minutes: 7 })
  })

  it('it fires: the alert says why and how much, and its issue is resolved from the row', async () => {
    for (let count = 0; count < 4; count += 1) await session.send({ type: 'AlphaError' })
    // Else the row still changes, under the mouse that is about to click it.
    await session.client.untilCounted(session.project.id, 8)
    await page.goto(`${session.service.url}/alerts`)
    const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
    await alert.getByText('Alpha again').waitFor()
    await alert.getByText(/\d+ events in 15 min/).waitFor()
    await alert.getByText(/shop@1\.0\.0 · production · \d events and 0 users so far · first seen/).waitFor()
    await page.getByRole('button', { name: /^Resolve: AlphaError/ }).click()
    await page.getByText('Issue resolved').waitFor()
    await page.getByText('No unread alerts').waitFor()
    const issues = await session.client.allIssues(session.project.id)
    expect(issues.find(({ title }) => title.startsWith('Alpha'))?.status).toBe('resolved')
  })

  it('it is turned off, and deleted after a question', async () => {
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=rules`)
    await page.getByRole('button', { name: 'Turn off Alpha again' }).click()
    await page.getByRole('button', { name: 'Turn on Alpha again', disabled: false }).waitFor()
    const focused = page.locator(':focus')
    expect((await focused.count()) && (await focused.getAttribute('aria-label'))).toBe('Turn on Alpha again')
    await page.getByRole('button', { name: 'Delete Alpha again' }).click()
    await editor().getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('Rule “Alpha again” deleted').waitFor()
    await expect.poll(() => rules().count()).toBe(1)
  })
})
