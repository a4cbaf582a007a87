import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { barriers } from '../../support/accessibility.ts'
import { describeDashboard } from '../dashboard-session.ts'

const PASSWORD = 'seven quiet herons wade'

describeDashboard('members, invitations and tokens', (session) => {
  let owner: Page
  let guests: BrowserContext
  let guest: Page
  let link = ''
  let token = ''
  beforeAll(async () => {
    owner = session.page
    guests = await session.browser.newContext({ baseURL: session.service.url })
    guest = await guests.newPage()
    guest.setDefaultTimeout(10_000)
  })

  const open = (page: Page, path: string) => page.goto(session.service.url + path)
  const whoami = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${session.service.url}/api/v1/agent/whoami`, { headers })).status
  }

  it('an owner invites someone and gets a link to pass on, shown only once', async () => {
    await open(owner, '/settings/members')
    await owner.getByRole('button', { name: 'Invite a member' }).click()
    await owner.getByLabel('Email').fill('grace@example.com')
    await owner.getByRole('radio', { name: /^Admin/ }).check()
    await owner.getByRole('button', { name: 'Invite', exact: true }).click()
    link = (await owner.getByRole('dialog').locator('code').textContent()) ?? ''
    expect(new URL(link).hash).toMatch(/^#token=\S{20,}/)
    await owner.getByRole('button', { name: 'Done' }).click()
    await owner.getByText(/^Invited · expires in /).waitFor()
    await owner.reload()
    await expect.poll(() => owner.content()).not.toContain(new URL(link).hash)
  })

  it('the invited person chooses a password, and is signed in', async () => {
    const { pathname, hash } = new URL(link)
    await open(guest, pathname + hash)
    await guest.getByRole('heading', { name: /^Join / }).waitFor()
    // The token must not stay in the address.
    expect(new URL(guest.url()).hash).toBe('')
    await guest.getByLabel('Name').fill('Grace Hopper')
    await guest.getByLabel('Password').fill('too short')
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.getByText(/at least 12|12 characters/i).waitFor()
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.waitForURL('**/issues')
    await open(guest, pathname + hash)
    await guest.getByRole('alert').waitFor()
  })

  it('each screen says which actions a role lacks', async () => {
    await open(guest, '/settings/members')
    const ofOwner = guest.getByRole('row', { name: /owner@example\.com/ })
    await ofOwner.getByText(/Only an owner/).waitFor()
    await guest.getByRole('button', { name: /^Role of Grace Hopper/ }).click()
    const owners = guest.getByRole('menuitemradio', { name: /^Owner/ })
    expect(await owners.getAttribute('aria-disabled')).toBe('true')
    await guest.keyboard.press('Escape')
    // No tab leads there, but an address does.
    for (const path of ['/settings/organization', `/settings/projects/${session.project.id}?tab=danger`]) {
      await open(guest, path)
      await guest.getByText('Only owners have access to this page.').waitFor()
      expect(await guest.getByRole('button', { name: /^(Rename|Require|Delete)/ }).count()).toBe(0)
    }
    await open(owner, '/settings/members')
    const self = owner.getByRole('row', { name: /owner@example\.com/ })
    await self.getByText('The only owner').waitFor()
    await self.getByRole('button', { name: /^Actions/ }).click()
    const remove = owner.getByRole('menuitem', { name: /^Remove/ })
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    await owner.keyboard.press('Escape')
  })

  it('a token is shown once, works, and is refused once it is revoked', async () => {
    await open(guest, '/settings/tokens')
    await guest.getByRole('button', { name: 'New token' }).click()
    await guest.getByLabel('Label').fill('Nightly triage')
    await guest.getByRole('checkbox', { name: /^Triage/ }).check()
    await guest.getByRole('button', { name: 'Create token' }).click()
    const created = guest.getByRole('dialog', { name: 'Token “Nightly triage” created' })
    token = (await created.locator('code').first().textContent()) ?? ''
    expect(token).toMatch(/^svc_pat_\w{40}$/)
    await guest.getByRole('button', { name: 'Done' }).click()
    expect(await whoami()).toBe(200)
    await guest.getByRole('button', { name: 'Revoke Nightly triage' }).click()
    await guest.getByLabel(/^Type/).fill('Nightly triage')
    await guest.getByRole('button', { name: 'Revoke token' }).hover()
    expect(await barriers(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Revoke token' }).click()
    await guest.getByText('Token “Nightly triage” revoked').waitFor()
    expect(await whoami()).toBe(401)
  })

  it('a change of role takes effect at once, and can be undone', async () => {
    await open(owner, '/settings/members')
    await owner.getByRole('button', { name: /^Role of Grace Hopper/ }).click()
    await owner.getByRole('menuitemradio', { name: /^Member/ }).click()
    await owner.getByText('Grace Hopper is now a member').waitFor()
    await open(guest, '/settings/tokens')
    await guest.getByText('Only owners and admins').waitFor()
    expect(await guest.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await owner.getByRole('button', { name: 'Undo' }).click()
    await owner.getByRole('button', { name: 'Role of Grace Hopper: Admin' }).waitFor()
  })

  it('the audit log tells who did what', async () => {
    await open(owner, '/settings/audit-log')
    const log = owner.getByRole('table', { name: 'Audit log' })
    await log.getByText('invited grace@example.com').waitFor()
    const acts = await log.locator('tbody tr').allInnerTexts()
    expect(acts.some((act) => /Grace Hopper[\s\S]*revoked the token/.test(act))).toBe(true)
    expect(acts.some((act) => /changed the role of[\s\S]*admin → member/.test(act))).toBe(true)
  })

  it('many members are found by a part of a name or email', async () => {
    const invite = (email: string) =>
      session.client.request('POST', '/api/v1/members', { email, role: 'member' })
    for (let n = 0; n < 12; n++) await invite(`person${n}@example.com`)
    await open(owner, '/settings/members')
    const rows = owner.getByRole('table', { name: 'Members' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(14)
    await owner.getByLabel('Find a member').fill('hopper GRACE')
    await expect.poll(() => rows.count()).toBe(1)
    await owner.getByText('1 member', { exact: true }).waitFor()
    await owner.getByLabel('Find a member').fill('nobody')
    await owner.getByRole('button', { name: 'Show all members' }).click()
    await expect.poll(() => rows.count()).toBe(14)
  })

  it('a removed member is signed out', async () => {
    await open(owner, '/settings/members')
    await owner.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
    await owner.getByRole('menuitem', { name: 'Remove…' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await owner.getByText('Grace Hopper removed').waitFor()
    await open(guest, '/issues')
    await guest.waitForURL('**/login**')
    await guest.getByRole('link', { name: 'Forgot your password?' }).click()
    await guest.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })
})
