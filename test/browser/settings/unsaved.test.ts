import { expect, it } from 'vitest'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { OWNER } from '../../support/server/service.ts'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('changes that are not saved yet', (session, page) => {
  const open = (tab: string) =>
    page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=${tab}`)
  const tab = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const question = () => page.getByRole('dialog', { name: 'Discard your changes?' })
  const answer = async (name: string) => {
    await question().getByRole('button', { name, exact: true }).click()
    await question().waitFor({ state: 'detached' })
  }
  const save = () => page.getByRole('button', { name: 'Save', exact: true })

  it('a link and Back ask before settings are lost; what was typed stays, or goes if the reader says so', async () => {
    await open('limits')
    await tab('Privacy')
    const field = page.getByLabel('Fields to filter')
    await field.fill('customer_id')
    await tab('Filters')
    await answer('Keep editing')
    expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['customer_id', '?tab=privacy'])
    await page.goBack()
    await answer('Keep editing')
    expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['customer_id', '?tab=privacy'])
    await tab('Filters')
    await answer('Discard changes')
    await page.getByText('Inbound filters').waitFor()
    await tab('Privacy')
    expect(await field.inputValue()).toBe('')
  })

  it('the project switcher names the project, asks, and goes to the same settings of another', async () => {
    const other = await session.client.createProject('Other shop')
    await open('privacy')
    const switcher = page.getByRole('button', { name: /^Project: / })
    await page.getByRole('button', { name: `Project: ${session.project.name}` }).waitFor()
    await page.getByLabel('Fields to filter').fill('customer_id')
    await switcher.click()
    await page.getByRole('menuitemradio', { name: 'Other shop' }).click()
    await answer('Discard changes')
    await page.waitForURL(`**/settings/projects/${other.id}?tab=privacy`)
    await page.getByRole('button', { name: 'Project: Other shop' }).waitFor()
    expect(await page.getByLabel('Fields to filter').inputValue()).toBe('')
  })

  it('saving sends only what the reader changed: the rest may be of someone else by now', async () => {
    await open('privacy')
    await page.getByLabel('Fields to filter').fill('customer_id')
    const path = `/api/v1/projects/${session.project.id}/intake`
    await session.client.request('PATCH', path, { scrubbing: { exceptions: ['session_length'] } })
    await save().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const stored = await session.client.get<ProjectIntake>(path)
    expect(stored.scrubbing).toEqual({
      fields: ['customer_id'],
      patterns: [],
      exceptions: ['session_length'],
    })
    await session.client.request('PATCH', path, { scrubbing: { fields: [], exceptions: [] } })
  })

  it('what was typed when the session ended is there again after signing in, for the same person', async () => {
    await open('privacy')
    const field = page.getByLabel('Fields to filter')
    await field.fill('customer_id')
    await page.context().clearCookies()
    await save().click()
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await field.waitFor()
    await page.getByText('Your changes are still here.').waitFor()
    expect(await field.inputValue()).toBe('customer_id')
    await save().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await field.fill('')
    await save().click()
    await expect.poll(() => save().isDisabled()).toBe(true)
  })

  it('nothing is asked if nothing changed, or everything is saved', async () => {
    await open('privacy')
    const field = page.getByLabel('Fields to filter')
    await field.fill('iban')
    await field.fill('')
    expect(await save().isDisabled()).toBe(true)
    await tab('Limits')
    await page.getByLabel('Hourly event limit').fill('4000')
    await save().click()
    await page.getByText('Saved').waitFor()
    await tab('General')
    await page.getByLabel('Name').waitFor()
  })

  it('what is typed while a save is under way can be saved next', async () => {
    await open('general')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/projects/*', async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    const name = page.getByLabel('Name')
    await name.fill('shop one')
    await save().click()
    await name.fill('shop two')
    release()
    await page.getByRole('heading', { name: 'shop one' }).waitFor()
    await expect.poll(() => save().isEnabled()).toBe(true)
    await save().click()
    await page.getByRole('heading', { name: 'shop two' }).waitFor()
    await page.unroute('**/api/v1/projects/*')
  })

  it('a long form asks before Escape, a press beside it or Back closes it; Cancel does not', async () => {
    await open('limits')
    await tab('Alert rules')
    const editor = page.getByRole('dialog', { name: 'New alert rule' })
    const begin = async () => {
      await page.getByRole('button', { name: 'New rule' }).click()
      await editor.getByLabel('Name').waitFor()
    }
    await begin()
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await begin()
    await editor.getByLabel('Name').fill('Checkout')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(40, 500),
      () => page.goBack(),
    ]) {
      await leave()
      await answer('Keep editing')
      expect(await editor.getByLabel('Name').inputValue()).toBe('Checkout')
    }
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await editor.waitFor({ state: 'detached' })
  })

  it('a press beside a short form with something in it does not close it', async () => {
    await open('keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const label = page.getByRole('dialog').getByLabel('Label')
    await label.fill('Website')
    await page.mouse.click(40, 500)
    await page.mouse.click(40, 600)
    expect(await label.inputValue()).toBe('Website')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('a choice from a menu is a change of a long form, too', async () => {
    await open('rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const editor = page.getByRole('dialog', { name: 'New alert rule' })
    const choose = async (from: string, to: string) => {
      await editor.getByRole('button', { name: `Fires on: ${from}` }).click()
      await page.getByRole('menuitemradio', { name: to }).click()
      await editor.getByRole('button', { name: `Fires on: ${to}` }).waitFor()
    }
    await choose('Events', 'Affected users')
    await page.keyboard.press('Escape')
    await answer('Keep editing')
    await choose('Affected users', 'Events')
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
  })

  it('Back asks before it takes a short form with something in it', async () => {
    await open('limits')
    await tab('DSN keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const label = page.getByRole('dialog').getByLabel('Label')
    await label.fill('Website')
    await page.goBack()
    await answer('Keep editing')
    expect(await label.inputValue()).toBe('Website')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Key “Website” created' }).waitFor()
    await page.goBack()
    await page.getByLabel('Hourly event limit').waitFor()
  })
})
