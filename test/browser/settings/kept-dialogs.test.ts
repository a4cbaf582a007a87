import { expect, it } from 'vitest'
import { OWNER } from '../../support/server/service.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('dialogs that the end of a session closed', (session, page) => {
  const open = (path: string) => page.goto(`${session.service.url}${path}`)
  const project = (tab: string) => open(`/settings/projects/${session.project.id}?tab=${tab}`)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const send = (name: string, action: string) =>
    dialog(name).getByRole('button', { name: action, exact: true }).click()
  const endSession = () => page.context().clearCookies()
  const signIn = async () => {
    await page.getByText('Your session has ended.').waitFor()
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await press('Sign in')
  }
  /** Sends the dialog's form without a session, and signs in again: the dialog is back. */
  const loseAndReturn = async (name: string, action: string) => {
    await endSession()
    await send(name, action)
    await signIn()
    await dialog(name).getByText('Your changes are still here.').waitFor()
  }

  it('a half-written alert rule is there again, with what was chosen from a menu', async () => {
    await project('rules')
    await press('New rule')
    const editor = dialog('New alert rule')
    await editor.getByLabel('Name').fill('Checkout')
    await editor.getByText('Events that match a search').click()
    await editor.getByRole('textbox', { name: 'Events that match' }).fill('env:production')
    await editor.getByRole('button', { name: /^Fires on/ }).click()
    await page.getByRole('menuitemradio', { name: 'Affected users' }).click()
    await editor.getByLabel('At least').fill('7')
    await loseAndReturn('New alert rule', 'Create rule')
    await send('New alert rule', 'Create rule')
    await page.getByText('Rule “Checkout” created').waitFor()
    const { rules } = await session.client.get<{ rules: { name: string }[] }>(
      `/api/v1/alert-rules?project_id=${session.project.id}`,
    )
    expect(rules.find(({ name }) => name === 'Checkout')).toMatchObject({
      kind: 'custom',
      query: 'env:production',
      threshold: { type: 'users', value: 7 },
    })
  })

  it('so is a change of a rule that exists', async () => {
    await project('rules')
    await press('Edit Checkout')
    await dialog('Edit “Checkout”').getByLabel('Cooldown').fill('90')
    await loseAndReturn('Edit “Checkout”', 'Save changes')
    expect(await dialog('Edit “Checkout”').getByLabel('Cooldown').inputValue()).toBe('90')
    await send('Edit “Checkout”', 'Save changes')
    await page.getByText('Rule “Checkout” saved').waitFor()
  })

  it('a webhook, with its format and events', async () => {
    await project('webhooks')
    await press('New webhook')
    const form = dialog('New webhook')
    await form.getByRole('radio', { name: /Slack/ }).check()
    await form.getByLabel('URL').fill('https://hooks.example.com/services/1')
    await form.getByRole('checkbox', { name: /New issue/ }).uncheck()
    await loseAndReturn('New webhook', 'Create webhook')
    expect([
      await form.getByRole('radio', { name: /Slack/ }).isChecked(),
      await form.getByLabel('URL').inputValue(),
      await form.getByRole('checkbox', { name: /New issue/ }).isChecked(),
    ]).toEqual([true, 'https://hooks.example.com/services/1', false])
  })

  it('a key, with the fields that its place brings up', async () => {
    await project('keys')
    await press('New key')
    const form = dialog('New DSN key')
    await form.getByLabel('Label').fill('Website')
    await form.getByRole('radio', { name: /In a web page/ }).check()
    await form.getByLabel('Allowed origins').fill('https://shop.example.com')
    await loseAndReturn('New DSN key', 'Create key')
    await send('New DSN key', 'Create key')
    await dialog('Key “Website” created').waitFor()
    const { keys } = await session.client.get<{ keys: { label: string }[] }>(
      `/api/v1/projects/${session.project.id}/dsn-keys`,
    )
    expect(keys.find(({ label }) => label === 'Website')).toMatchObject({
      allowed_origins: ['https://shop.example.com'],
    })
  })

  it('an invitation and a token', async () => {
    await open('/settings/members')
    await press('Invite a member')
    const invitation = dialog('Invite a member')
    await invitation.getByLabel('Email').fill('grace@example.com')
    await invitation.getByRole('radio', { name: /Admin/ }).check()
    await loseAndReturn('Invite a member', 'Invite')
    expect([
      await invitation.getByLabel('Email').inputValue(),
      await invitation.getByRole('radio', { name: /Admin/ }).isChecked(),
    ]).toEqual(['grace@example.com', true])
    await open('/settings/tokens')
    await press('New token')
    const token = dialog('New token')
    await token.getByLabel('Label').fill('Nightly')
    await token.getByRole('checkbox').nth(1).check()
    await loseAndReturn('New token', 'Create token')
    await send('New token', 'Create token')
    await dialog('Token “Nightly” created').waitFor()
    const { tokens } = await session.client.get<{ tokens: { label: string; scopes: string[] }[] }>(
      '/api/v1/agent-tokens',
    )
    expect(tokens.find(({ label }) => label === 'Nightly')?.scopes).toHaveLength(2)
  })

  it('a release with the fix, when it is a read that notices the end', async () => {
    await session.send({ type: 'KeptError' })
    await session.client.untilCounted(session.project.id, 1)
    await open('/issues')
    await page.getByRole('link', { name: /KeptError/ }).click()
    await page.getByRole('button', { name: /^Resolve/ }).click()
    await page.getByRole('menuitem', { name: 'In another release…' }).click()
    const release = dialog('Resolve in a release').getByLabel('Release with the fix')
    await release.fill('shop@9.9.9')
    await endSession()
    await session.send({ type: 'KeptError' })
    await signIn()
    await dialog('Resolve in a release').getByText('Your changes are still here.').waitFor()
    expect(await release.inputValue()).toBe('shop@9.9.9')
  })
})
