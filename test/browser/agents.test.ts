import { beforeAll, expect, it } from 'vitest'
import { barriers } from '../support/accessibility.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { describeDashboard } from './dashboard-session.ts'

describeDashboard('what people see of agents', (session) => {
  let id: string
  beforeAll(async () => {
    await session.send({ type: 'PaymentError' })
    const [issue] = await session.client.untilCounted(session.project.id, 1)
    id = issue!.id
  })

  const open = (path: string) => session.page.goto(session.service.url + path)
  const startHere = async () => {
    await open('/issues')
    await session.page.getByRole('button', { name: 'Start here' }).click()
    return session.page.getByRole('region', { name: 'Start here' })
  }

  it('“Start here” is the queue: what to fix next, why, and who has claimed it', async () => {
    const { client } = await tokenClient(session.client, { label: 'fixer' })
    await client.request('POST', `/api/v1/agent/issues/${id}/claim`, { minutes: 30 })
    const queue = await startHere()
    await queue.getByText(/level error · .*claimed by fixer until/).waitFor()
    expect(await barriers(session.page)).toEqual([])
    await queue.getByRole('link', { name: /^PaymentError/ }).click()
    await session.page.getByText(/^In progress: claimed by fixer until/).waitFor()
  })

  it('an issue shows its fix, and that it is still failing; the queue has it again', async () => {
    const fix = { commit: 'abc123', url: 'https://git.example.com/c/abc123', note: 'Orders without a total' }
    const body = { status: 'resolved', resolved_in_release: 'shop@1.0.1', fix }
    await session.client.request('PATCH', `/api/v1/issues/${id}`, body)
    const { page } = session
    await open(`/issues/${id}`)
    await page.getByText('Fix in shop@1.0.1, not in use yet').waitFor()
    await page.getByText('Orders without a total').waitFor()
    expect(await page.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe(fix.url)
    await session.send({ type: 'PaymentError', release: 'shop@1.0.1' })
    await page.getByText('Still failing in shop@1.0.1, fixed in shop@1.0.1').waitFor()
    expect(await barriers(page)).toEqual([])
    await open(`/issues/${id}?tab=activity`)
    await page.getByText(/the fix in shop@1\.0\.1 does not work/).waitFor()
    await (await startHere()).getByText(/still failing: it happens in the release that has its fix/).waitFor()
  })

  it('a new token comes with configurations to paste, of which only one holds the secret', async () => {
    const { page } = session
    await open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Label').fill('coder')
    await page.getByRole('button', { name: 'Create token' }).click()
    const setup = page.getByRole('region', { name: 'Connect your agent' })
    expect(await setup.locator('pre').innerText()).toMatch(/export ERRATA_TOKEN=svc_pat_\w{40}/)
    await setup.getByRole('button', { name: 'config.toml' }).click()
    const text = await setup.locator('pre').innerText()
    expect(text).toContain(`url = "${session.service.url}/mcp"`)
    expect(text).not.toContain('svc_pat_')
    expect(await barriers(page)).toEqual([])
  })
})
