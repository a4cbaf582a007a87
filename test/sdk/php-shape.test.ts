import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/** As sentry.php sends it: compressed, with the template, its parameters and the text, and a stack at the top. */
const PHP_MESSAGE: JsonObject = {
  platform: 'php',
  sdk: { name: 'sentry.php', version: '4.29.0' },
  logger: 'php',
  transaction: '/pay',
  server_name: 'web-1',
  modules: { 'sentry/sentry': '4.29.0' },
  contexts: {
    os: { name: 'Linux', version: '6.1', build: '#1', kernel_version: 'Linux web-1 6.1' },
    runtime: { name: 'php', sapi: 'fpm-fcgi', version: '8.2.7' },
  },
  breadcrumbs: {
    values: [{ type: 'default', category: 'log', level: 'info', timestamp: 1.5, message: 'before' }],
  },
  message: { message: 'order %s is unpaid', params: ['17'], formatted: 'order 17 is unpaid' },
  stacktrace: {
    frames: [
      { filename: '/src/pay.php', function: 'App\\pay', lineno: 3, in_app: true, vars: { order: 17 } },
    ],
  },
}

describe('what the PHP SDK sends', () => {
  const journey = ofSuite(() => Journey.start())

  async function sent(event: JsonObject, headers: Record<string, string> = {}): Promise<EventDetail> {
    const id = crypto.randomUUID()
    const event_id = id.replaceAll('-', '')
    const lines = [{ event_id }, { type: 'event' }, { event_id, ...event }]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const { project } = journey
    const key = project.keys[0]!.public_key
    const { status } = await journey.raw({
      path: `/api/${project.id}/envelope/`,
      headers: {
        'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=sentry.php/4.29.0, sentry_key=${key}`,
        ...headers,
      },
      body: headers['Content-Encoding'] === 'gzip' ? gzipSync(text) : text,
    })
    expect(status).toBe(200)
    const path = `/api/v1/events/${id}`
    await expect.poll(() => journey.refusal('GET', path), { timeout: 60_000 }).toEqual([200, undefined])
    return journey.client.get(path)
  }

  test('fields of another shape are named, kept where that is possible, and cost no event', async () => {
    const event = await sent({
      platform: 'php',
      message: 'm',
      tags: { a: 1, b: {} },
      user: 'ada',
      extra: [1],
    })
    expect(event.payload_json).toMatchObject({ errata_invalid: ['extra', 'tags', 'user'], tags: { a: '1' } })
    expect(event.payload_json).toMatchObject({ extra: { value: [1] } })
  })

  test('a message keeps its template, parameters, stack and breadcrumbs', async () => {
    const event = await sent(PHP_MESSAGE, {
      'Content-Encoding': 'gzip',
      'Content-Type': 'application/x-sentry-envelope',
    })
    expect(event).toMatchObject({
      runtime_name: 'php',
      runtime_version: '8.2.7',
      os_name: 'Linux',
      stack_frames: [{ function: 'App\\pay', lineno: 3 }],
    })
    expect(event.breadcrumbs).toMatchObject([{ message: 'before' }])
    expect(event.payload_json).toMatchObject({
      logentry: { message: 'order %s is unpaid', formatted: 'order 17 is unpaid' },
    })
    const { issue_id } = await sent({
      ...PHP_MESSAGE,
      message: { message: 'order %s is unpaid', params: ['18'], formatted: 'order 18 is unpaid' },
    })
    expect(issue_id).toBe(event.issue_id)
    const issue = await journey.client.get<JsonObject>(`/api/v1/issues/${issue_id}`)
    expect(issue).toMatchObject({ title: 'order 18 is unpaid', culprit: 'App\\pay (/src/pay.php)' })
  })
})
