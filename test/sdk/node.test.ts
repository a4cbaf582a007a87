import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeedbackAnswer } from '#contract/event/event.ts'
import type { FeedbackPage } from '#contract/event/feedback.ts'
import {
  type ApiClient,
  type EventRecord,
  type IssueSummary,
  signedIn,
} from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnThrough, type RecordingProxy, startRecordingProxy } from '../support/server/recording-proxy.ts'
import { type Service, startService } from '../support/server/service.ts'
import { STOCK, stockMissing } from '../support/stock-package.ts'

interface ExceptionPayload {
  exception: { values: { type: string; value: string }[] }
  tags: Record<string, unknown>
  user: Record<string, unknown>
}

const engines = ONE_ENGINE.map((one) => ({ ...one, missing: one.missing ?? stockMissing('@sentry/node') }))

describeOn(engines, 'the stock Node SDK', (engine) => {
  let service: Service
  let proxy: RecordingProxy
  let client: ApiClient
  let issues: IssueSummary[]

  beforeAll(async () => {
    service = await startService({ databaseUrl: await engine.databaseUrl() })
    proxy = await startRecordingProxy(service.url)
    client = await signedIn(service.url)
    const project = await client.createProject()
    await runApplication(dsnThrough(proxy, project.keys[0]!.sdk_dsn))
    issues = await client.untilCounted(project.id, 5)
  })
  afterAll(async () => {
    await proxy?.close()
    await service?.close()
  })

  async function onlyEvent(title: string): Promise<EventRecord> {
    const issue = issues.find((candidate) => candidate.title === title)
    expect(issue, `an issue titled ${title} among ${issues.map((other) => other.title)}`).toBeDefined()
    const { events } = await client.events(issue!.id)
    expect(events).toHaveLength(1)
    return events[0]!
  }

  it('an exception that becomes an issue titled by the thrown error', async () => {
    const issue = issues.find((candidate) => candidate.title === 'Error: Checkout failed')
    expect(issue).toMatchObject({
      level: 'fatal',
      environment: 'staging',
      release: 'shop@1.2.3',
      status: 'unresolved',
      event_count: 1,
      unique_user_count: 1,
    })
  })

  it('its cause, oldest first, and the frames of the thrown error with their context', async () => {
    const event = await onlyEvent('Error: Checkout failed')
    const { values } = (event.payload_json as unknown as ExceptionPayload).exception
    expect(values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
      'TypeError: gateway is undefined',
      'Error: Checkout failed',
    ])
    const last = event.stack_frames.at(-1)!
    expect(last).toMatchObject({ function: 'checkOut', in_app: true })
    expect(last.context_line).toContain("throw new Error('Checkout failed', { cause })")
  })

  it('user, tags and breadcrumbs in the order they were left', async () => {
    const event = await onlyEvent('Error: Checkout failed')
    const payload = event.payload_json as unknown as ExceptionPayload
    expect(event).toMatchObject({ user_id: '42', user_email: 'ada@example.com', platform: 'node' })
    expect(Object.entries(payload.tags).map(([key, value]) => [key, String(value)])).toEqual(
      expect.arrayContaining([
        ['tenant', 'acme'],
        ['retries', '3'],
      ]),
    )
    expect(event.breadcrumbs.map((breadcrumb) => breadcrumb.message)).toEqual([
      'cart opened',
      'coupon applied',
      'card declined',
    ])
    expect(event.breadcrumbs.map((breadcrumb) => breadcrumb.level)).toEqual(['info', 'info', 'warning'])
  })

  it('a message with its level', async () => {
    const issue = issues.find((candidate) => candidate.title === 'Disk almost full')
    expect(issue).toMatchObject({ level: 'warning', event_count: 1 })
  })

  it('rejected values that are not errors, each as its own issue', () => {
    const titles = issues.map(({ title }) => title)
    expect(titles).toContain('Error: offline')
    expect(titles).toContain('Error: Object captured as exception with keys: code: E_LIMIT')
  })

  it('an event with an attachment of 3 MB', () => {
    expect(proxy.exchanges.flatMap((exchange) => exchange.itemTypes)).toContain('attachment')
    expect(issues.find(({ title }) => title === 'Backup failed')).toMatchObject({ event_count: 1 })
  })

  it('the id it chose, and gets it back', async () => {
    const event = await onlyEvent('Error: Checkout failed')
    const undashed = event.id.replaceAll('-', '')
    expect(proxy.exchanges.map((exchange) => exchange.answer)).toContain(JSON.stringify({ id: undashed }))
  })

  it('feedback right after the exception, which reaches Errata before its event', async () => {
    const event = await onlyEvent('Error: Checkout failed')
    const said = { name: 'Ada', email: 'ada@example.com', comments: 'Paying did not work.' }
    const { feedback } = await client.get<FeedbackAnswer>(`/api/v1/events/${event.id}/feedback`)
    expect(feedback).toMatchObject([{ ...said, event_id: event.id }])
    const listed = await client.get<FeedbackPage>('/api/v1/feedback')
    const issue = issues.find((candidate) => candidate.title === 'Error: Checkout failed')
    expect(listed.feedback).toMatchObject([{ ...said, event_id: event.id, issue_id: issue!.id }])
  })

  it('sessions and client reports, which are answered 200 and make no issue', () => {
    const types = proxy.exchanges.flatMap((exchange) => exchange.itemTypes)
    expect(types).toContain('session')
    expect(types).toContain('client_report')
    expect(new Set(proxy.exchanges.map((exchange) => exchange.status))).toEqual(new Set([200]))
    expect(issues).toHaveLength(5)
  })
})

async function runApplication(dsn: string): Promise<void> {
  const application = spawn(process.execPath, [join(STOCK, 'app.ts')], {
    env: { ...process.env, SENTRY_DSN: dsn },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(application, 'exit')
  expect(code).toBe(0)
}
