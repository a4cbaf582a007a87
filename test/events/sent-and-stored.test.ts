import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventRecord, IssueSummary } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/* What an SDK sends is what the API shows: values that are easily bent on their way. */

describeOn(ENGINES, 'What is sent is what is shown through the store route', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  /** Sends a JSON text as it is and waits until it is processed. */
  async function sendText(body: string): Promise<EventRecord> {
    const { project } = journey
    const { status, json } = await journey.raw({
      path: `/api/${project.id}/store/`,
      headers: dsnHeaders(project),
      body,
    })
    expect(status).toBe(202)
    const path = `/api/v1/events/${json!.id}`
    await expect.poll(() => journey.refusal('GET', path)).toEqual([200, undefined])
    return journey.client.get(path)
  }
  const issueOf = ({ issue_id }: EventRecord) =>
    journey.client.get<IssueSummary>(`/api/v1/issues/${issue_id}`)

  test('integers of 64 bits keep their digits, and people their ids', async () => {
    const fingerprint = randomUUID()
    const send = (id: string) =>
      sendText(`{"message":"ids","fingerprint":["${fingerprint}"],"user":{"id":${id}},
          "tags":{"order":${id}},"extra":{"order":${id},"small":42,"float":1.5,"large":1e300}}`)
    // Neighbours that are one and the same number to a double.
    const first = await send('1234567890123456789')
    const second = await send('1234567890123456788')
    expect([first.user_id, second.user_id]).toEqual(['1234567890123456789', '1234567890123456788'])
    expect(first.payload_json).toMatchObject({
      tags: { order: '1234567890123456789' },
      extra: { order: '1234567890123456789', small: 42, float: 1.5, large: 1e300 },
    })
    expect(first.payload_json).not.toHaveProperty('errata_notes')
    expect(first.issue_id).toBe(second.issue_id)
    expect((await issueOf(second)).unique_user_count).toBe(2)
  })

  test('also beside values that are nested deep', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const event = await sendText(`{"message":"deep","tags":{"n":12345678901234567890},"extra":{"x":${deep}}}`)
    expect(event.payload_json.tags).toEqual({ n: '12345678901234567890' })
  })

  test('a time in milli-, micro- or nanoseconds', async () => {
    const time = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
    for (const timestamp of [`${time}`, `${time}000`, `${time}000000`, `"${time}000000"`]) {
      const event = await sendText(`{"message":"time","timestamp":${timestamp}}`)
      expect(Date.parse(event.occurred_at)).toBe(time)
    }
  })

  test('a name cut at its limit is whole text, and one line', async () => {
    const event = await sendText(
      JSON.stringify({
        message: 'names',
        release: `${'r'.repeat(249)}🚀`,
        environment: 'pro\nd',
        tags: { long: `${'t'.repeat(999)}🚀` },
        user: { id: `${'u'.repeat(249)}🚀` },
      }),
    )
    expect(event.release).toBe('r'.repeat(249))
    expect(event.environment).toBe('pro d')
    expect(event.user_id).toBe('u'.repeat(249))
    expect(event.payload_json.tags).toEqual({ long: 't'.repeat(999) })
  })
})
