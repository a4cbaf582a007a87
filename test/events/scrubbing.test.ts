import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentReader, type StoredDocument } from '#storage/event/payload.ts'
import {
  type ApiClient,
  type EventRecord,
  type Project,
  sdkEnvelopePath,
  signedIn,
} from '../support/client/api-client.ts'
import { filesWith } from '../support/database/data-files.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { ofSuite } from '../support/of-suite.ts'
import { SECRET_EVENTS, SECRET_TEXTS } from '../support/sample/secret-shapes.ts'
import { startService } from '../support/server/service.ts'

const MAX_HARM = 0.005
const LINES_PER_EVENT = 100
const BENIGN = readFileSync(join(import.meta.dirname, '../support/benign-lines.txt'), 'utf8')
  .trim()
  .split('\n')

interface Sent {
  secret: string
  event: Record<string, unknown>
}

/** Every shape in three places, each with a secret of its own. */
function secretEvents(): Sent[] {
  const value = fc.stringMatching(/^[a-z]{4}\d[a-z]{2}[A-Z]\d[a-z]{3}$/)
  const makers = [...SECRET_TEXTS.flatMap(placesOf), ...SECRET_EVENTS]
  const secrets = fc.sample(fc.uniqueArray(value, { minLength: makers.length, maxLength: makers.length }), {
    seed: SEED,
    numRuns: 1,
  })[0]!
  return makers.map((make, index) => ({ secret: secrets[index]!, event: make(secrets[index]!) }))
}

function placesOf(text: string): ((secret: string) => Record<string, unknown>)[] {
  const said = (secret: string) => text.replaceAll('§', secret)
  return [
    (secret) => ({ message: said(secret) }),
    (secret) => ({ exception: { values: [{ type: 'AppError', value: said(secret) }] } }),
    (secret) => ({
      breadcrumbs: { values: [{ message: said(secret) }] },
      extra: { nested: [{ said: said(secret) }] },
    }),
  ]
}

/** The documents of all events, unpacked. */
function storedDocuments(dataDir: string): string {
  const db = new Sqlite(join(dataDir, 'errata.db'), { readonly: true })
  const read = documentReader()
  const rows = db
    .prepare(
      `SELECT event_payload.data, dictionary_id, payload_dictionary.data AS dictionary FROM event_payload
       LEFT JOIN payload_dictionary ON payload_dictionary.id = dictionary_id`,
    )
    .all() as StoredDocument[]
  db.close()
  return rows.map((row) => JSON.stringify(read(row))).join('\n')
}

describe(`Scrubbing (ERRATA_SEED=${SEED})`, () => {
  let client: ApiClient
  const service = ofSuite(() => startService({ env: { SVC_SPIKE_EVENTS_PER_MINUTE: '10000' } }))
  beforeAll(async () => {
    client = await signedIn(service.url)
  })

  async function send(project: Project, event: Record<string, unknown>): Promise<void> {
    const event_id = crypto.randomUUID().replaceAll('-', '')
    const lines = [{ event_id }, { type: 'event' }, { timestamp: Date.now() / 1000, ...event, event_id }]
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const response = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(response.status).toBe(200)
  }

  test('no secret of a stock SDK is in any file, while the service runs and when it has stopped', async () => {
    const sent = secretEvents()
    expect(sent.length).toBeGreaterThanOrEqual(200)
    const project = await client.createProject('secrets')
    for (const { event } of sent) await send(project, event)
    await client.untilCounted(project.id, sent.length, 60_000)
    const documents = storedDocuments(service.dataDir)
    const leaked = sent.filter(({ secret }) => documents.includes(secret))
    expect(leaked).toEqual([])
    const secrets = sent.map(({ secret }) => secret)
    const deadline = Date.now() + DEADLINE_MS
    while (filesWith(service.dataDir, secrets).length > 0 && Date.now() < deadline) await sleep(250)
    expect(filesWith(service.dataDir, secrets)).toEqual([])
    expect(await service.stop()).toBe(0)
    expect(filesWith(service.dataDir, secrets)).toEqual([])
    await service.start()
    client = await signedIn(service.url)
  })

  test('what libraries and servers say is left as it was said', async () => {
    expect(BENIGN.length).toBeGreaterThanOrEqual(500)
    const project = await client.createProject('benign')
    const parts = Array.from({ length: Math.ceil(BENIGN.length / LINES_PER_EVENT) }, (_, part) =>
      BENIGN.slice(part * LINES_PER_EVENT, (part + 1) * LINES_PER_EVENT),
    )
    for (const lines of parts) {
      await send(project, {
        message: 'it broke',
        extra: { lines },
        breadcrumbs: lines.map((message) => ({ message })),
      })
    }
    const [issue] = await client.untilCounted(project.id, parts.length)
    const { events } = await client.get<{ events: EventRecord[] }>(
      `/api/v1/issues/${issue!.id}/events?limit=50`,
    )
    const kept = new Set(events.flatMap(({ breadcrumbs }) => breadcrumbs.map(({ message }) => message)))
    const keptValues = new Set(
      events.flatMap(({ payload_json }) => (payload_json.extra as { lines: string[] }).lines),
    )
    const harmed = BENIGN.filter((line) => !kept.has(line) || !keptValues.has(line))
    expect(harmed.length, harmed.join('\n')).toBeLessThanOrEqual(BENIGN.length * MAX_HARM)
  })

  test('releases, files and names keep their colons, keys about secrets their values', async () => {
    const project = await client.createProject('names')
    const frame = {
      filename: '/srv/auth.ts',
      abs_path: '/srv/auth.ts:12:5',
      module: 'app.session:Token',
      lineno: 12,
    }
    const event = {
      release: 'auth-service:1.2.3',
      server_name: 'session-store:6379',
      transaction: 'auth:login',
      tags: { max_tokens: '4096', session_count: '3', token_type: 'bearer', auth_method: 'password' },
      extra: { tokens_used: 512, session_timeout: '30', url: 'http://auth-service:8080/v1' },
      exception: {
        values: [{ type: 'E', value: 'x', stacktrace: { frames: [{ ...frame, function: 'login' }] } }],
      },
    }
    await send(project, event)
    const [issue] = await client.untilCounted(project.id, 1)
    const { events } = await client.get<{ events: EventRecord[] }>(`/api/v1/issues/${issue!.id}/events`)
    expect(events[0]!.release).toBe(event.release)
    expect(JSON.stringify(events[0]!.payload_json)).not.toContain('[Filtered]')
    expect(events[0]!.payload_json).toMatchObject({ extra: event.extra, server_name: event.server_name })
  })
})
