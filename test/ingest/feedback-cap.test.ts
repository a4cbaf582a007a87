import { expect, it } from 'vitest'
import { FeedbackIntake } from '#ingest/feedback/feedback.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const HOUR_MS = 3_600_000
const CAP = 10

describeOn(ONE_ENGINE, 'the hourly feedback cap', (engine) => {
  /** Five minutes into an hour, which the tests move. */
  let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 300_000
  const server = ofSuite(() => startIngestServer({ engine, feedbackHourlyCap: CAP, clock: () => now }))

  function post(key: TestKey, route: string, body: string, dialect = 'sentry') {
    const path = `/api/${key.project.projectUid}/${route}?${dialect}_key=${key.publicKey}`
    return sendRaw(server.url, { path, headers: { 'Content-Type': 'application/json' }, body })
  }
  const report = (comments: string, id: string = crypto.randomUUID()) =>
    `{"type":"user_report"}\n${JSON.stringify({ event_id: id, comments })}\n`
  const envelope = (...items: string[]) => `{}\n${items.join('')}`

  async function fill(key: TestKey, count = CAP): Promise<void> {
    for (let sent = 0; sent < count; sent++) {
      expect((await post(key, 'envelope/', envelope(report('x')))).status).toBe(200)
    }
  }

  async function rows(key: TestKey): Promise<number> {
    const found = await server.database.queries
      .selectFrom('feedback')
      .select('id')
      .where('project_id', '=', key.project.projectId)
      .execute()
    return found.length
  }

  it('is 429 to SDKs, with the header that stops feedback and nothing else', async () => {
    const key = await server.newKey()
    await fill(key)
    const refused = await post(key, 'envelope/', envelope(report('one more')))
    expect([refused.status, refused.json?.error]).toEqual([429, 'feedback_cap_exceeded'])
    const limits = '3300:feedback;user_report:project:feedback_cap_exceeded'
    expect(refused.headers['x-sentry-rate-limits']).toBe(limits)
    expect(refused.headers['retry-after']).toBeUndefined()
    expect(refused.json?.message).toContain('in 55 min')
    expect(await rows(key)).toBe(CAP)
  })

  it('is 403 in our dialect, and the routes share it', async () => {
    const key = await server.newKey()
    const event = await post(key, 'store/', '{"message":"x"}', 'compat')
    await fill(key, CAP - 1)
    const body = JSON.stringify({ event_id: event.json?.id, comments: 'x' })
    expect((await post(key, 'user-feedback/', body, 'compat')).status).toBe(201)
    const refused = await post(key, 'user-feedback/', body, 'compat')
    expect([refused.status, refused.json?.error]).toEqual([403, 'feedback_cap_exceeded'])
    expect(refused.headers['x-sentry-error']).toBe('feedback_cap_exceeded')
    expect((await post(key, 'user-feedback/', body)).status).toBe(429)
    expect(await rows(key)).toBe(CAP)
  })

  it('refuses feedback, not the event beside it', async () => {
    const key = await server.newKey()
    await fill(key)
    const id = crypto.randomUUID().replaceAll('-', '')
    const both = await post(
      key,
      'envelope/',
      envelope(report('too much', id), `{"type":"event"}\n{"event_id":"${id}","message":"x"}\n`),
    )
    expect([both.status, both.json]).toEqual([200, { id }])
    expect(both.headers['x-sentry-rate-limits']).toContain(':feedback;user_report:project:')
    expect(await server.records(key.project)).toHaveLength(1)
    expect((await post(key, 'store/', '{"message":"y"}', 'compat')).status).toBe(202)
    expect(await rows(key)).toBe(CAP)
  })

  it('is per project', async () => {
    const [full, other] = [await server.newKey(), await server.newKey()]
    await fill(full)
    expect((await post(full, 'envelope/', envelope(report('x')))).status).toBe(429)
    await fill(other, 1)
  })

  it('takes all feedback of an envelope, or none', async () => {
    const key = await server.newKey()
    await fill(key, CAP - 1)
    expect((await post(key, 'envelope/', envelope(report('a'), report('b')))).status).toBe(429)
    expect(await rows(key)).toBe(CAP - 1)
  })

  it('holds for requests at the same time', async () => {
    const key = await server.newKey()
    const answers = await server.atOnce.race(
      Array.from({ length: 3 * CAP }, () => post(key, 'envelope/', envelope(report('x')))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CAP)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * CAP)
    expect(await rows(key)).toBe(CAP)
  })

  it('holds for other nodes and after a restart, and ends with the hour', async () => {
    const key = await server.newKey()
    await fill(key)
    const { journal, database } = server
    const another = new FeedbackIntake({
      journal,
      database,
      scrubber: { scrub: async (texts) => [...texts] },
      clock: () => now,
      hourlyCap: CAP,
    })
    const credential = (await server.authenticator.authenticate(
      { dialect: 'sentry', publicKey: key.publicKey, secret: null },
      key.project.projectUid,
    ))!
    const feedback = { eventId: null, text: { name: '', email: '', comments: 'x' } }
    const take = () => another.take(credential, [feedback])
    await expect(take()).rejects.toMatchObject({ code: 'feedback_cap_exceeded' })
    now += HOUR_MS
    await take()
    await fill(key, CAP - 1)
    expect((await post(key, 'envelope/', envelope(report('x')))).status).toBe(429)
  })
})
