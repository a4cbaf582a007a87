import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import type { Project } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/*
 * Each limit of the interface, with the service's own defaults. More of sizes: ingest-bodies; of the cap: ingest-
 * events, cap-alert; of the valve: issues-journey; of rates: agent-limits; page size and offset at every edge:
 * occurrences.
 */

const MAX = 2 * 1024 * 1024
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** JSON of exactly so many bytes. */
function jsonOf(bytes: number): string {
  const empty = JSON.stringify({ message: 'hello', extra: { x: '' } })
  return empty.replace('"x":""', `"x":"${'a'.repeat(bytes - empty.length)}"`)
}

describe('Limits', () => {
  let project: Project
  const journey = ofSuite(() => Journey.start())
  beforeAll(() => {
    project = journey.project
  })

  async function post(route: string, body: string | Uint8Array, headers = {}, to = project) {
    const sent = { ...dsnHeaders(to), ...headers }
    const answer = await journey.raw({ path: `/api/${to.id}/${route}/`, headers: sent, body })
    return [answer.status, answer.json?.error]
  }

  describe('Body size | 2 MB | 413 payload_too_large', () => {
    it.each([
      ['envelope', '{}\n{"type":"event"}\n'],
      ['store', ''],
    ])('%s', async (route, before) => {
      const body = (bytes: number) => before + jsonOf(bytes - before.length)
      expect(await post(route, body(MAX))).toEqual([202, undefined])
      expect(await post(route, body(MAX + 1))).toEqual([413, 'payload_too_large'])
      const encoding = { 'Content-Encoding': 'gzip' }
      expect(await post(route, gzipSync(body(MAX)), encoding)).toEqual([202, undefined])
      expect(await post(route, gzipSync(body(MAX + 1)), encoding)).toEqual([413, 'payload_too_large'])
    })

    it('release file upload', async () => {
      const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
      const upload = (bytes: number) =>
        post(
          'releases/1.0/files',
          form([{ name: 'file', fileName: 'a.js', content: Buffer.alloc(bytes) }]),
          headers,
        )
      expect(await upload(MAX)).toEqual([201, undefined])
      expect(await upload(MAX + 1)).toEqual([413, 'payload_too_large'])
    })
  })

  it('Ingest hourly cap | default 5000 events per hour per project | 403 ingest_cap_exceeded', async () => {
    const { hour } = await journey.client.get<{ hour: { cap: number } }>(
      `/api/v1/projects/${project.id}/usage`,
    )
    expect(hour.cap).toBe(5000)
    const small = await journey.client.createProject('small', { ingest_hourly_cap: 3 })
    const answers: unknown[] = []
    for (const route of ['store', 'envelope', 'store', 'store', 'envelope']) {
      const event = '{"message":"hello"}'
      answers.push(await post(route, route === 'store' ? event : `{}\n{"type":"event"}\n${event}`, {}, small))
    }
    const [taken, refused] = [
      [202, undefined],
      [403, 'ingest_cap_exceeded'],
    ]
    expect(answers).toEqual([taken, taken, taken, refused, refused])
    expect((await journey.client.untilCounted(small.id, 3)).map(({ event_count }) => event_count)).toEqual([
      3,
    ])
    expect(await post('store', '{"message":"hello"}')).toEqual([202, undefined])
  })

  it('The usage says what is in force: of the project, else of the server', async () => {
    const limitsOf = async ({ id }: { id: string }) => {
      const usage = await journey.client.get<ProjectUsage>(`/api/v1/projects/${id}/usage`)
      return [usage.hour.cap, usage.retention_days]
    }
    expect(await limitsOf(await journey.client.createProject('usual'))).toEqual([5000, 90])
    const own = await journey.client.createProject('own', { ingest_hourly_cap: 7, retention_days: 14 })
    expect(await limitsOf(own)).toEqual([7, 14])
  })

  it('Ingest hourly cap: a changed one holds from the next event on', async () => {
    const changing = await journey.client.createProject('changing')
    const send = () => post('store', '{"message":"hello"}', {}, changing)
    const capAt = (cap: number | null) =>
      journey.client.request('PATCH', `/api/v1/projects/${changing.id}`, { ingest_hourly_cap: cap })
    expect(await send()).toEqual([202, undefined])
    await capAt(1)
    expect(await send()).toEqual([403, 'ingest_cap_exceeded'])
    await capAt(null)
    expect(await send()).toEqual([202, undefined])
  })

  it('Spike valve | default 100 raw events per minute per fingerprint | still 202; issue counter still increments', async () => {
    const bare = await journey.client.createProject('bare')
    for (let n = 0; n < 103; n++) await journey.send({ kind: 'Bare' }, bare)
    await journey.send({ kind: 'Bare', level: 'fatal' }, bare)
    const flood = await journey.issue('Bare', bare)
    expect(flood).toMatchObject({ event_count: 104, level: 'error' })
    expect((await journey.client.events(flood.id)).total).toBe(100)
    const spike = await journey.client.createProject('spike')
    for (let n = 0; n < 98; n++) await journey.send({ kind: 'Spike', user: { id: String(n) } }, spike)
    // The last five of the 100 are kept for new releases and environments (decision 0107).
    for (let n = 0; n < 6; n++) await journey.send({ kind: 'Spike', release: `shop@${n}` }, spike)
    await journey.send({ kind: 'Another' }, spike)
    const issue = await journey.issue('Spike', spike)
    expect(issue.event_count).toBe(104)
    expect((await journey.client.events(issue.id)).total).toBe(100)
    const another = await journey.issue('Another', spike)
    expect((await journey.client.events(another.id)).total).toBe(1)
  })

  it('Trend ids | 200 per request | 400', async () => {
    const trends = (ids: number) =>
      journey.refusal('POST', '/api/v1/issues/trends', { body: { issue_ids: Array(ids).fill(UNKNOWN) } })
    expect(await trends(200)).toEqual([200, undefined])
    expect(await trends(201)).toEqual([400, 'invalid_request'])
  })

  it('Events page size | default 50, clamped 1-200; Events offset | default 0', async () => {
    const pages = await journey.client.createProject('pages')
    for (let n = 0; n < 51; n++) await journey.send({ kind: 'Paged' }, pages)
    const { id } = await journey.issue('Paged', pages)
    const lengthOf = async (query: Record<string, string>) =>
      (await journey.client.events(id, query)).events.length
    expect(await lengthOf({})).toBe(50)
    expect(await lengthOf({ limit: '0' })).toBe(1)
    expect(await lengthOf({ limit: '201' })).toBe(51)
    expect(await lengthOf({ offset: '50' })).toBe(1)
    expect(await lengthOf({ offset: '-50' })).toBe(50)
  })

  it('Agent rate limit | about 120 reads and 20 writes per minute per client IP and token prefix | 429', async () => {
    const scopes = ['read:agent', 'write:triage']
    const [first, second] = [await journey.token(scopes), await journey.token(scopes)]
    const read = (by = first.client) => journey.refusal('GET', '/api/v1/issues?limit=1', { by })
    const write = (by = first.client) =>
      journey.refusal('PATCH', '/api/v1/issues/bulk', { by, body: { ids: [UNKNOWN], action: 'resolve' } })
    for (let n = 0; n < 120; n++) expect(await read()).toEqual([200, undefined])
    expect(await read()).toEqual([429, 'rate_limit_exceeded'])
    for (let n = 0; n < 20; n++) expect(await write()).toEqual([200, undefined])
    expect(await write()).toEqual([429, 'rate_limit_exceeded'])
    expect(await read(second.client)).toEqual([200, undefined])
    expect(await write(second.client)).toEqual([200, undefined])
    expect(await journey.refusal('GET', '/api/v1/issues')).toEqual([200, undefined])
  })
})
