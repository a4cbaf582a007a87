import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { describe } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite, standIn } from '../support/of-suite.ts'
import { OWNER, type Service, type ServiceOptions, startService } from '../support/server/service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
let built: Promise<unknown> | null = null

/** A service with one project, and a browser page whose reader is signed in. */
export interface DashboardSession {
  service: Service
  client: ApiClient
  project: Project
  browser: Browser
  page: Page
  /** Sends one event the way an SDK does; resolves when it is accepted. */
  send(event: TestEvent): Promise<void>
  close(): Promise<void>
}

export interface TestEvent {
  type: string
  value?: string
  environment?: string
  release?: string
}

/** Builds the dashboard if its sources are newer; once for all files of a worker. */
export function builtDashboard(): Promise<unknown> {
  built ??= run(process.execPath, ['scripts/build-web.mjs', '--if-stale'], { cwd: ROOT })
  return built
}

/** A suite with one, and its page; skipped without a Chromium. */
export function describeDashboard(
  title: string,
  suite: (session: DashboardSession, page: Page) => void,
): void {
  describe.skipIf(!chromiumPath())(`${title}, in Chromium (needs chromium)`, () => {
    const session = ofSuite(startDashboardSession)
    suite(
      session,
      standIn(() => session.page),
    )
  })
}

/** Starts all of it. The caller ends it with `close`. */
export async function startDashboardSession(options: ServiceOptions = {}): Promise<DashboardSession> {
  await builtDashboard()
  const service = await startService(options)
  const client = await signedIn(service.url)
  const project = await client.createProject('shop')
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // Through the context, so that its pages have the cookie.
  await context.request.post(`${service.url}/api/v1/auth/login`, {
    data: { email: OWNER.email, password: OWNER.password },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(DEADLINE_MS)
  return {
    service,
    client,
    project,
    browser,
    page,
    send: (event) => sendEvent(service.url, project, event),
    close: async () => {
      await browser.close()
      await service.close()
    },
  }
}

async function sendEvent(url: string, project: Project, event: TestEvent): Promise<void> {
  const { type, value = 'it broke', environment = 'production', release = 'shop@1.0.0' } = event
  const frame = { filename: `src/${type}.ts`, function: `run${type}`, lineno: 1, in_app: true }
  const response = await fetch(`${url}/api/${project.id}/store/?sentry_key=${project.keys[0]!.public_key}`, {
    method: 'POST',
    body: JSON.stringify({
      platform: 'node',
      environment,
      release,
      exception: { values: [{ type, value, stacktrace: { frames: [frame] } }] },
    }),
  })
  if (!response.ok) throw new Error(`the event was answered ${response.status}`)
}

/** Titles of the rows on screen, from top to bottom. */
export async function rowTitles(page: Page): Promise<string[]> {
  const titles = await page.getByRole('table', { name: 'Issues' }).locator('tbody td a b').allInnerTexts()
  return titles.map((title) => title.trim())
}
