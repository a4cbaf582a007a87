import { beforeAll, expect, it } from 'vitest'
import type { CommentPage } from '#contract/issue/comment.ts'
import { errata } from '../../support/server/run-errata.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('being told', (session) => {
  beforeAll(async () => {
    await session.send({ type: 'MentionError' })
    await session.client.untilCounted(session.project.id, 1)
    const password = 'a phrase of some length'
    for (const name of ['Ada Lovelace', 'Grace Hopper']) {
      const email = `${name.split(' ')[0]!.toLowerCase()}@example.com`
      await session.client.request('POST', '/api/v1/members', { email, name, role: 'member', password })
    }
  })

  it('settings are saved and shown again', async () => {
    const { page, service, client } = session
    await page.goto(`${service.url}/account`)
    await page.getByText("This server can't send email yet").waitFor()
    await page.getByRole('checkbox', { name: /^Regressions/ }).check()
    await page.getByLabel('From').fill('22:00')
    await page.getByLabel('To', { exact: true }).fill('07:00')
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await page.getByText('Notification settings saved').waitFor()
    const saved = { regression: true, assigned: true, quiet_hours: { from: '22:00', to: '07:00' } }
    expect(await client.get('/api/v1/me/notifications')).toMatchObject(saved)
    await page.getByRole('button', { name: 'Mute all for a week' }).click()
    await page.getByText('All email is muted until').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Unmute' }).waitFor()
    expect(await page.getByRole('checkbox', { name: /^Regressions/ }).isChecked()).toBe(true)
  })

  it('quiet hours with one time only are not saved as none', async () => {
    const { page, service, client } = session
    await page.goto(`${service.url}/account`)
    await page.getByLabel('From').fill('')
    await page.getByRole('button', { name: 'Save notifications' }).click()
    expect(await page.getByLabel('From').evaluate((field) => field.matches(':invalid'))).toBe(true)
    const kept = { quiet_hours: { from: '22:00', to: '07:00' } }
    expect(await client.get('/api/v1/me/notifications')).toMatchObject(kept)
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await page.getByText('Notification settings saved').waitFor()
    expect(await client.get('/api/v1/me/notifications')).toMatchObject({ quiet_hours: null })
  })

  it('a reader without a name gives themselves one, and is called by it at once', async () => {
    const { page, service } = session
    await page.goto(`${service.url}/account`)
    await page.getByLabel('Name', { exact: true }).fill('Joan Clarke')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Account: Joan Clarke' }).waitFor()
    await page.getByRole('button', { name: 'Save name', disabled: true }).waitFor()
    await page.goto(`${service.url}/settings/members`)
    await page.getByText('Joan Clarke', { exact: true }).first().waitFor()
  })

  it('the page of the account names the version that runs', async () => {
    const { page, service } = session
    await page.goto(`${service.url}/account`)
    const { stdout } = await errata(['--version'], {})
    await page.getByText(stdout.trim().replace('errata', 'Errata'), { exact: true }).waitFor()
  })

  it('an @ offers members, by keyboard and by mouse', async () => {
    const { page, service, client, project } = session
    const [issue] = await client.allIssues(project.id)
    await page.goto(`${service.url}/issues/${issue!.id}?tab=activity`)
    const field = page.getByRole('textbox', { name: 'Comment' })
    await field.click()
    await page.keyboard.type('ask @gr')
    await page.getByRole('option', { name: /Grace Hopper/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('and @')
    await page.getByRole('option', { name: /Ada Lovelace/ }).click()
    await expect.poll(() => field.inputValue()).toBe('ask @grace and @ada ')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => field.inputValue()).toBe('')
    const { comments } = await client.get<CommentPage>(`/api/v1/issues/${issue!.id}/comments`)
    expect(comments.map(({ body }) => body)).toEqual(['ask @grace and @ada'])
  })
})
