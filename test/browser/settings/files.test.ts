import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../support/chromium.ts'
import { type DashboardSession, startDashboardSession } from '../dashboard-session.ts'

describe.skipIf(!chromiumPath())('uploaded files, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  beforeAll(async () => {
    session = await startDashboardSession()
  })
  afterAll(() => session?.close())

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
  })
})
