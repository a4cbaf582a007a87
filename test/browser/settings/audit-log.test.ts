import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('the audit log and expiring tokens', (session, page) => {
  beforeAll(async () => {
    await session.client.request('POST', '/api/v1/members', { email: 'grace@example.com', role: 'member' })
  })

  const open = (path: string) => page.goto(`${session.service.url}${path}`)
  const rows = () => page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  const choose = async (filter: string, choice: string) => {
    await page.getByRole('button', { name: new RegExp(`^${filter}: `) }).click()
    await page.getByRole('menuitemradio', { name: choice }).click()
  }

  it('a new token says until when it works, and the list does', async () => {
    await open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByText(/^Works until \d+ \w+ 20\d\d\.$/).waitFor()
    await page.getByLabel('Label').fill('Nightly')
    await choose('Expires', '30 days')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/It works until \d+ \w+ 20\d\d\./).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText(/^until \d+ \w+ 20\d\d$/).waitFor()
  })

  it('the audit log is filtered by kind, by person and by object, in the URL', async () => {
    await open('/settings/audit-log')
    await rows().first().waitFor()
    await choose('What', 'Tokens')
    await page.waitForURL('**/settings/audit-log?action=token')
    await page.getByText('created the token').waitFor()
    expect(await rows().count()).toBe(2)
    await page.reload()
    await page.getByRole('button', { name: 'What: Tokens' }).waitFor()
    await choose('What', 'All actions')
    await page.getByRole('link', { name: 'grace@example.com' }).click()
    await page.waitForURL(/[?&]target=/)
    await page.getByRole('button', { name: /grace@example.com/ }).waitFor()
    expect(await rows().count()).toBe(2)
    await choose('What', 'Webhooks')
    await page.getByText('No admin activity matches').waitFor()
    await page.getByRole('link', { name: 'Show everything' }).click()
    await page.waitForURL('**/settings/audit-log')
  })

  it('exports what is filtered', async () => {
    await open('/settings/audit-log?action=member')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('member.invited')
  })

  it('finds who acted by name or email', async () => {
    await open('/settings/audit-log')
    await page.getByRole('button', { name: 'Who: Everyone' }).click()
    await page.getByRole('combobox', { name: 'Find a member' }).fill('grace@')
    await page.getByRole('option', { name: 'grace@example.com' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]actor=/)
    await page.getByText('No admin activity matches').waitFor()
    await page.getByRole('combobox', { name: 'Find a member' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Who: grace@example.com' }).click()
    await page.getByRole('option', { name: 'Everyone' }).click()
    await page.waitForURL('**/settings/audit-log')
  })
})
