import { expect, it } from 'vitest'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { describeDashboard } from '../browser/dashboard-session.ts'

describeDashboard('filters, grouping and privacy of a project', (session, page) => {
  const intake = () => session.client.get<ProjectIntake>(`/api/v1/projects/${session.project.id}/intake`)
  const open = (tab: string) =>
    page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=${tab}`)

  it('saves what is to be left out', async () => {
    await open('filters')
    await page.getByRole('checkbox', { name: /^Crawlers/ }).check()
    await page.getByRole('textbox', { name: 'Drop events from these releases' }).fill('web@1.*\n\n web@0.* ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await intake()).filters).toMatchObject({
      crawlers: true,
      health_checks: false,
      releases: ['web@1.*', 'web@0.*'],
    })
  })

  it('tries rules before they are saved, and says what is wrong with one', async () => {
    await open('privacy')
    await page.getByRole('textbox', { name: 'Words to filter' }).fill('CUST-####')
    await page.getByRole('textbox', { name: 'Sample' }).fill('Paid by CUST-1234, password=hunter2')
    await page.getByRole('button', { name: 'Show what would be stored' }).click()
    const shown = page.getByRole('status', { name: 'What would be stored' })
    await expect.poll(() => shown.textContent()).toBe('Paid by [Filtered], password=[Filtered]')
    expect((await intake()).scrubbing.patterns).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await intake()).scrubbing.patterns).toEqual(['CUST-####'])
    await page.getByRole('textbox', { name: 'Words to filter' }).fill('two words')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^A pattern matches one word. It cannot contain spaces/).waitFor()
  })

  it('shows where fingerprint rules would send stored events before they are saved, and explains them later', async () => {
    for (const type of ['PoolError', 'QueryError', 'CartError']) await session.send({ type })
    await session.client.untilCounted(session.project.id, 3)
    await open('grouping')
    const rules = page.getByRole('textbox', { name: 'Rules' })
    await rules.fill('type:PoolError -> db\ntype:QueryError')
    const button = page.getByRole('button', { name: 'Show what would change' })
    await button.click()
    await page.getByText(/^Line 2: The rule has no/).waitFor()
    await rules.fill('# ours\ntype:PoolError -> db\ntype:QueryError -> db')
    await button.click()
    const said = page.getByRole('status').filter({ hasText: 'in another issue' })
    await expect
      .poll(() => said.textContent())
      .toMatch(/^Of all 3 stored events, 2 would be in another issue/)
    await page
      .getByRole('region', { name: 'Joined · 1 issue' })
      .getByText('2 events would be in a new issue')
      .waitFor()
    expect((await intake()).grouping.fingerprint_rules).toBe('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await intake()).grouping.fingerprint_rules.split('\n')).toHaveLength(3)
    await page
      .getByRole('link', { name: /^PoolError/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Explain grouping' }).click()
    const panel = page.getByRole('region', { name: 'Fingerprint rule' })
    await panel.getByText('The rules of this project have changed since.').waitFor()
    await panel.getByText('type:PoolError -> db', { exact: true }).waitFor()
  })

  it('shows with the limits that nothing was dropped', async () => {
    await open('limits')
    await page.getByRole('heading', { name: 'Not stored' }).waitFor()
  })

  it('shows the numbers of dropped events on a narrow screen, too', async () => {
    const { service, project } = session
    const key = project.keys[0]!.public_key
    await fetch(`${service.url}/api/${project.id}/store/?sentry_key=${key}`, { method: 'POST', body: '{' })
    await page.setViewportSize({ width: 390, height: 800 })
    const table = page.getByRole('table', { name: 'Events that were not stored, by reason' })
    const isShown = async () => {
      await open('limits')
      await page.getByRole('heading', { name: 'Not stored' }).waitFor()
      return table.isVisible()
    }
    await expect.poll(isShown).toBe(true)
    const { x, width } = (await table.getByRole('cell').last().boundingBox())!
    expect(x + width).toBeLessThanOrEqual(390)
    await table
      .getByText('The body is not an event: send one JSON object.')
      .filter({ visible: true })
      .waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('names the uploaded files of a release', async () => {
    const { service, project } = session
    const form = new FormData()
    form.append('name', '~/js/app.js.map')
    form.append('dist', '7')
    form.append('file', new Blob(['{"version":3}']), 'app.js.map')
    const path = `/api/${project.id}/releases/web@1.0.0/files/?sentry_key=${project.keys[0]!.public_key}`
    expect((await fetch(service.url + path, { method: 'POST', body: form })).status).toBe(201)
    await open('files')
    await page.getByRole('button', { name: 'web@1.0.0', exact: true }).click()
    const file = page.getByRole('list', { name: 'Files of web@1.0.0' }).getByRole('listitem')
    await expect.poll(() => file.innerText()).toMatch(/~\/js\/app\.js\.map\s*dist 7\s*1 kB/)
  })
})
