import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { barriers } from '../../support/accessibility.ts'
import { Authenticator } from '../../support/client/authenticator.ts'
import { OWNER } from '../../support/server/service.ts'
import { describeDashboard } from '../dashboard-session.ts'

const STEP_MS = 30_000
const MEMBER = { email: 'grace@example.com', password: 'a long phrase of hers', role: 'member' }

describeDashboard('two-factor sign-in', (session, page) => {
  let elsewhere: BrowserContext
  let app: Authenticator
  let recoveryCodes: string[] = []
  let uses = 0
  beforeAll(async () => {
    // With the first second factor, this client's session ends.
    await session.client.request('POST', '/api/v1/members', MEMBER)
    elsewhere = await session.browser.newContext({ baseURL: session.service.url })
  })

  /** One that was not used yet: a code counts for a step, and for the one before. */
  const nextCode = () => app.codeAt(Date.now() + STEP_MS * uses++)
  const giveCode = async (on: Page, label: string, code: string) => {
    await on.getByLabel(label, { exact: true }).fill(code)
    await on.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const givePassword = async (on: Page, password = OWNER.password, email = OWNER.email) => {
    await on.getByLabel('Email').fill(email)
    await on.getByLabel('Password', { exact: true }).fill(password)
    await on.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('is turned on under Account: password, QR code and first code, recovery codes', async () => {
    await page.goto(`${session.service.url}/account`)
    await page.getByRole('button', { name: 'Turn on…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('This is not your current password.').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    expect(await barriers(page)).toEqual([])
    app = new Authenticator((await dialog.locator('code').innerText()).replaceAll(' ', ''))
    await dialog.getByLabel('Code', { exact: true }).fill('12')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('This code is wrong or too old.').waitFor()
    await dialog.getByLabel('Code', { exact: true }).fill(nextCode())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const listed = dialog.getByRole('list', { name: 'Recovery codes' })
    await listed.waitFor()
    recoveryCodes = await listed.getByRole('listitem').allInnerTexts()
    expect(new Set(recoveryCodes).size).toBe(10)
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('errata-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes left.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(recoveryCodes[0])
  })

  it('signing in has a second step, which leads back to where the reader was', async () => {
    const guest = await elsewhere.newPage()
    guest.setDefaultTimeout(10_000)
    await guest.goto('/alerts?view=all')
    await givePassword(guest, 'not the password')
    await guest.getByText('Wrong email or password.').waitFor()
    await givePassword(guest)
    await guest.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
    const code = guest.getByLabel('Code', { exact: true })
    await expect.poll(() => guest.evaluate('document.activeElement?.name')).toBe('code')
    expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ])
    expect(await barriers(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Back' }).click()
    await givePassword(guest)
    await giveCode(guest, 'Code', '12')
    await guest.getByText('This code is wrong, too old or already used.').waitFor()
    const right = nextCode()
    await giveCode(guest, 'Code', ` ${right.slice(0, 3)} ${right.slice(3)} `)
    await guest.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(guest.url()).toBe(`${session.service.url}/alerts?view=all`)
    await guest.close()
  })

  it('after the session has ended, a recovery code continues where the reader was', async () => {
    await page.goto(`${session.service.url}/releases`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Alerts' }).first().click()
    await page.getByText('Your session has ended.').waitFor()
    await givePassword(page)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await giveCode(page, 'Recovery code', recoveryCodes[0]!)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/alerts')
  })

  it('a reset link alone signs in nobody', async () => {
    await page.goto(`${session.service.url}/settings/members`)
    const row = page.getByRole('row', { name: /owner@example\.com/ })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: /^Password reset link/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Create/ })
      .click()
    const link = await page.getByRole('dialog').locator('code').first().textContent()
    const { pathname, hash } = new URL(link ?? '')
    const guest = await elsewhere.newPage()
    guest.setDefaultTimeout(10_000)
    await guest.context().clearCookies()
    await guest.goto(pathname + hash)
    await guest.getByLabel('New password', { exact: true }).fill(OWNER.password)
    await guest.getByRole('button', { name: 'Change password' }).click()
    await guest.getByRole('heading', { name: 'Password changed' }).waitFor()
    expect(await barriers(guest)).toEqual([])
    await guest.goto('/issues')
    await guest.waitForURL('**/login**')
    await givePassword(guest)
    await guest.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
    await guest.close()
  })

  it('required of everyone, a member is led to set it up, and then to where they were', async () => {
    const context = await session.browser.newContext({ baseURL: session.service.url })
    const theirs = await context.newPage()
    theirs.setDefaultTimeout(10_000)
    await theirs.goto('/alerts?view=all')
    await givePassword(theirs, MEMBER.password, MEMBER.email)
    await theirs.getByRole('navigation', { name: 'Main' }).waitFor()

    await page.goto(`${session.service.url}/settings/organization`)
    await givePassword(page)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await giveCode(page, 'Recovery code', recoveryCodes[1]!)
    await page.getByRole('button', { name: 'Require it of everyone…' }).click()
    await page.getByText('1 member has not turned it on.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click()
    await page.getByText('Two-factor sign-in is required of everyone').waitFor()
    expect(await barriers(page)).toEqual([])

    await theirs.getByRole('link', { name: 'Releases' }).first().click()
    await theirs.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
    expect(await barriers(theirs)).toEqual([])
    await theirs.goto('/releases?project=x')
    await theirs.getByRole('button', { name: 'Set up…' }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(MEMBER.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code', { exact: true }).fill(new Authenticator(secret).codeAt(Date.now()))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await theirs.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(new URL(theirs.url()).pathname).toBe('/releases')
    await context.close()

    await page.getByRole('button', { name: 'Stop requiring it…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop requiring it' }).click()
    await page.getByText('Each member chooses.').waitFor()
    // Required no longer: the page of a kept link leads on.
    await page.goto(`${session.service.url}/two-factor?return=/releases`)
    await page.getByRole('heading', { name: 'Releases', exact: true }).waitFor()
    await page.goto(`${session.service.url}/settings/organization`)
  })

  it('an owner renames the organization', async () => {
    await page.getByRole('button', { name: 'Rename…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Acme')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByText('Organization renamed').waitFor()
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByText('owner of Acme').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${session.service.url}/settings/members`)
  })

  it('an owner sees who has it on, and their own is turned off with the password', async () => {
    await page.goto(`${session.service.url}/settings/members`)
    const row = page.getByRole('row', { name: /owner@example\.com/ })
    await row.getByRole('cell', { name: 'On', exact: true }).waitFor()
    await row.getByRole('button', { name: /^Actions/ }).click()
    const off = page.getByRole('menuitem', { name: /^Turn off two-factor sign-in/ })
    expect(await off.getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${session.service.url}/account`)
    await page.getByText('8 recovery codes left.').waitFor()
    await page.getByRole('button', { name: 'Turn off…' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Two-factor sign-in turned off').waitFor()
    await page.getByRole('button', { name: 'Turn on…' }).waitFor()
  })
})
