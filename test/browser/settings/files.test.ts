import { expect, it } from 'vitest'
import { type DashboardSession, describeDashboard } from '../dashboard-session.ts'

describeDashboard('uploaded files', (session) => {
  it('a project without files shows the whole upload, with its own address and project', async () => {
    const { page, service, project } = session
    await page.goto(`${service.url}/settings/projects/${project.id}?tab=files`)
    const code = await page.locator('pre').innerText()
    expect(code).toContain(`export SENTRY_URL=${new URL(service.url).origin}\n`)
    expect(code).toContain(`SENTRY_PROJECT=${project.slug}\n`)
    expect(code).toMatch(/sourcemaps inject \.\/dist\n.* sourcemaps upload --release VERSION \.\/dist$/)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('link', { name: 'access token' }).click()
    await page.getByRole('heading', { name: 'Tokens' }).first().waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('the question about deleting files closes with its answer, and begins empty for the next release', async () => {
    const { page, service, project } = session
    for (const release of ['1.0.0', '2.0.0']) await upload(session, release)
    await page.goto(`${service.url}/settings/projects/${project.id}?tab=files`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete… 1.0.0' }).click()
    await dialog.getByLabel('Type 1.0.0 to confirm').fill('1.0.0')
    await dialog.getByRole('button', { name: 'Delete files' }).click()
    await page.getByText('1 file of 1.0.0 deleted').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    await page.getByRole('button', { name: 'Delete… 2.0.0' }).click()
    expect(await dialog.getByLabel('Type 2.0.0 to confirm').inputValue()).toBe('')
  })
})

async function upload({ service, project }: DashboardSession, release: string): Promise<void> {
  const form = new FormData()
  form.set('name', '~/app.js.map')
  form.set('file', new Blob(['{"version":3,"sources":[],"mappings":""}']), 'app.js.map')
  const key = project.keys[0]!
  const auth = `Compat compat_version=7, compat_key=${key.public_key}, compat_secret=${key.secret_key}`
  const path = `/api/${project.id}/releases/${release}/files/`
  const headers = { 'X-Compat-Auth': auth }
  const { status } = await fetch(`${service.url}${path}`, { method: 'POST', body: form, headers })
  expect(status).toBe(201)
}
