import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import type { EventPage, EventRecord, Project } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BY_URI = {
  'csp-report': {
    'document-uri': 'https://shop.example/cart?token=abc123def456',
    referrer: '',
    'violated-directive': 'img-src',
    'effective-directive': 'img-src',
    'original-policy': "img-src 'self'; report-uri /r",
    'blocked-uri': 'https://ads.example/pixel.png',
    'status-code': 200,
    'line-number': 7,
    unknown: { deep: [1] },
  },
}
const BY_API = {
  type: 'csp-violation',
  url: 'https://shop.example/pay',
  user_agent: AGENT,
  age: 60_000,
  body: {
    documentURL: 'https://shop.example/pay',
    blockedURL: 'inline',
    effectiveDirective: 'script-src-elem',
    originalPolicy: "script-src 'self'",
    sample: 'alert(1)',
    sourceFile: 'https://shop.example/pay',
    lineNumber: 3,
    columnNumber: 9,
    statusCode: 200,
    disposition: 'report',
  },
}
const OTHER_KIND = { type: 'deprecation', url: 'https://shop.example/', age: 1, body: { id: 'unload' } }

describeOn(ONE_ENGINE, 'security reports', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  const routeOf = ({ id, keys }: Project, dialect = 'sentry') =>
    `/api/${id}/security/?${dialect}_key=${keys[0]!.public_key}`

  function post(project: Project, body: unknown, options: { query?: string; dialect?: string } = {}) {
    return journey.raw({
      path: routeOf(project, options.dialect) + (options.query ?? ''),
      headers: { 'Content-Type': 'application/csp-report', 'User-Agent': AGENT },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }
  async function eventsOf(project: Project, count: number): Promise<EventRecord[]> {
    const issues = await journey.client.untilCounted(project.id, count)
    const pages = await Promise.all(
      issues.map(({ id }) => journey.client.get<EventPage>(`/api/v1/issues/${id}/events`)),
    )
    return pages.flatMap(({ events }) => events)
  }

  it('a report of report-uri is one event, with what the browser and the query say', async () => {
    const project = await journey.client.createProject('by uri')
    const query = '&sentry_environment=staging&sentry_release=web%401.2.0'
    const answer = await post(project, BY_URI, { query })
    expect([answer.status, answer.json]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    const [issue] = await journey.client.untilCounted(project.id, 1)
    expect(issue).toMatchObject({ title: 'Blocked img-src from https://ads.example', level: 'warning' })
    const [event] = await eventsOf(project, 1)
    expect(event!.id.replaceAll('-', '')).toBe(answer.json!.id)
    expect(event).toMatchObject({
      environment: 'staging',
      release: 'web@1.2.0',
      platform: 'javascript',
      payload_json: {
        logger: 'csp',
        csp: {
          effective_directive: 'img-src',
          blocked_uri: 'https://ads.example/pixel.png',
          line_number: 7,
        },
        contexts: { browser: { name: 'Firefox' } },
      },
    })
    const stored = JSON.stringify(event!.payload_json)
    expect(stored).not.toContain('abc123def456')
    expect(stored).not.toContain('unknown')
  })

  it('reports of the Reporting API are an event each; other kinds are skipped', async () => {
    const project = await journey.client.createProject('by api')
    expect((await post(project, [OTHER_KIND, BY_API, null, BY_API])).status).toBe(200)
    expect((await post(project, BY_API)).status).toBe(200)
    expect(await post(project, [OTHER_KIND])).toMatchObject({ status: 200, json: {} })
    const events = await eventsOf(project, 3)
    const [issue, ...others] = await journey.client.allIssues(project.id)
    expect([issue!.title, others]).toEqual(['Blocked script-src-elem from inline', []])
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
    expect(events[0]!.payload_json.csp).toEqual({
      document_uri: 'https://shop.example/pay',
      blocked_uri: 'inline',
      effective_directive: 'script-src-elem',
      original_policy: "script-src 'self'",
      script_sample: 'alert(1)',
      source_file: 'https://shop.example/pay',
      line_number: 3,
      column_number: 9,
      status_code: 200,
      disposition: 'report',
    })
    expect(Date.now() - Date.parse(events[0]!.occurred_at)).toBeGreaterThanOrEqual(60_000)
  })

  it('takes 100 reports of a body, in any dialect', async () => {
    const project = await journey.client.createProject('many')
    const answer = await post(project, Array(150).fill(BY_URI), { dialect: 'compat' })
    expect([answer.status, answer.json]).toEqual([202, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    const [issue] = await journey.client.untilCounted(project.id, 100)
    expect(issue!.event_count).toBe(100)
  })

  it.each<[what: string, body: unknown, message: string]>([
    ['an empty body', '', 'CSP report'],
    ['half a report', '{"csp-report":', 'CSP report'],
    ['an empty list', '[]', 'CSP report'],
    ['another object', { message: 'hello' }, 'CSP report'],
    [
      'a report without a directive',
      { 'csp-report': { 'document-uri': 'https://shop.example/' } },
      'CSP report',
    ],
    ['a report without a body', { type: 'csp-violation', body: [] }, 'CSP report'],
    ['too many levels', '['.repeat(60_000), '50,000 levels'],
  ])('refuses %s and says what to send', async (_, body, message) => {
    const answer = await post(journey.project, body)
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_request'])
    expect(answer.json!.message).toContain(message)
  })

  it('reports of browser extensions are filtered if the project says so', async () => {
    const project = await journey.client.createProject('filtering')
    const path = `/api/v1/projects/${project.id}`
    await journey.client.request('PATCH', `${path}/intake`, { filters: { browser_extensions: true } })
    const ofExtension = { ...BY_API, body: { ...BY_API.body, sourceFile: 'chrome-extension' } }
    expect((await post(project, [ofExtension, BY_API])).status).toBe(200)
    await journey.client.untilCounted(project.id, 1)
    const reasons = async () => (await journey.client.get<ProjectUsage>(`${path}/usage`)).dropped
    await expect.poll(reasons).toMatchObject([{ reason: 'browser_extensions', last_24h: 1 }])
  })

  it('each report counts towards the hourly limit', async () => {
    const project = await journey.client.createProject('capped', { ingest_hourly_cap: 3 })
    const refused = await post(project, Array(5).fill(BY_URI))
    expect([refused.status, refused.json?.error]).toEqual([429, 'ingest_cap_exceeded'])
    const [issue] = await journey.client.untilCounted(project.id, 3)
    expect(issue!.event_count).toBe(3)
  })

  it.skipIf(!chromiumPath())(
    'Chromium reports what a page may not load, with a key of that page',
    async () => {
      const project = await journey.client.createProject('chromium')
      const page = await startPage(`${journey.service.url}${routeOf(project)}&sentry_release=web%401.2.0`)
      const keyPath = `/api/v1/dsn-keys/${project.keys[0]!.id}`
      const limits = { allowed_origins: [page.origin] }
      expect((await journey.client.request('PATCH', keyPath, limits)).status).toBe(200)
      const browser = await launchChromium()
      try {
        const visitor = await browser.newPage()
        await visitor.goto(page.origin)
        const [event] = await eventsOf(project, 1)
        expect(event).toMatchObject({
          release: 'web@1.2.0',
          payload_json: {
            logger: 'csp',
            request: { url: `${page.origin}/` },
            csp: { blocked_uri: 'data' },
          },
        })
      } finally {
        await browser.close()
        page.close()
      }
    },
    120_000,
  )
})

/** A page whose image is not allowed, which says where to report that. */
async function startPage(endpoint: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Security-Policy', `img-src 'self'; report-uri ${endpoint}`)
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
