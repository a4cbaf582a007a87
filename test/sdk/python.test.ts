import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApiClient,
  type EventRecord,
  type IssueSummary,
  signedIn,
} from '../support/client/api-client.ts'
import { untilSdksReady } from '../support/sdks-ready.ts'
import { dsnThrough, type RecordingProxy, startRecordingProxy } from '../support/server/recording-proxy.ts'
import { type Service, startService } from '../support/server/service.ts'

/** An interpreter that has `sentry-sdk`; `ERRATA_PYTHON` names one outside the PATH. */
const PYTHON = process.env.ERRATA_PYTHON ?? 'python3'
untilSdksReady()
const sdkMissing = spawnSync(PYTHON, ['-c', 'import sentry_sdk']).status !== 0

describe.skipIf(sdkMissing)('the stock Python SDK (needs python3 with sentry-sdk)', () => {
  let service: Service
  let proxy: RecordingProxy
  let client: ApiClient
  let issues: IssueSummary[]

  beforeAll(async () => {
    service = await startService()
    proxy = await startRecordingProxy(service.url)
    client = await signedIn(service.url)
    const project = await client.createProject()
    await runApplication(dsnThrough(proxy, project.keys[0]!.sdk_dsn))
    issues = await client.untilCounted(project.id, 2)
  })
  afterAll(async () => {
    await proxy?.close()
    await service?.close()
  })

  it('sends a raised exception with its cause', async () => {
    const event = await eventOf('RuntimeError: Checkout failed')
    const { values } = event.payload_json.exception as { values: { type: string }[] }
    expect(values.map(({ type }) => type)).toEqual(['KeyError', 'RuntimeError'])
    expect(event.stack_frames.at(-1)).toMatchObject({ function: 'check_out' })
  })

  it('sends user, release, environment and breadcrumbs', async () => {
    const event = await eventOf('RuntimeError: Checkout failed')
    expect(event).toMatchObject({
      user_id: '42',
      user_email: 'ada@example.com',
      release: 'shop@1.2.3',
      environment: 'staging',
      platform: 'python',
    })
    expect(event.breadcrumbs.map((breadcrumb) => breadcrumb.message)).toEqual([
      'cart opened',
      'card declined',
    ])
  })

  it('sends a message, and every envelope is answered 200', () => {
    expect(issues.map((issue) => issue.title)).toContain('Disk almost full')
    expect(new Set(proxy.exchanges.map((exchange) => exchange.status))).toEqual(new Set([200]))
  })

  async function eventOf(title: string): Promise<EventRecord> {
    const issue = issues.find((candidate) => candidate.title === title)
    expect(issue, issues.map((other) => other.title).join()).toBeDefined()
    return (await client.events(issue!.id)).events[0]!
  }
})

async function runApplication(dsn: string): Promise<void> {
  const application = spawn(PYTHON, [join(import.meta.dirname, 'python_app.py')], {
    env: { ...process.env, SENTRY_DSN: dsn },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(application, 'exit')
  expect(code).toBe(0)
}
