import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Project, ProjectKey } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/*
 * Every error code, with a request that gets it. Those of webhooks: webhooks; 503 queue_unavailable: ingest-overload
 * and ingest-events (a full queue, a closed one). The body of every error: request-checks.
 */

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const TOO_MUCH = Buffer.alloc(2 * 1024 * 1024 + 1, ' ')

interface Sent {
  headers?: Record<string, string>
  project?: Project
  body?: string | Uint8Array
}

describe('Error codes', () => {
  let project: Project
  let issue: string
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    project = journey.project
    await journey.send({ kind: 'Known', environment: 'staging' })
    issue = (await journey.issue('Known')).id
  })

  const EVENT = { envelope: '{}\n{"type":"event"}\n{"message":"hello"}', store: '{"message":"hello"}' }
  async function ingest(route: string, { headers = {}, project: to = project, body }: Sent = {}) {
    const sent = { ...dsnHeaders(to), ...headers }
    const bytes = body ?? EVENT[route as keyof typeof EVENT] ?? '{}'
    const answer = await journey.raw({ path: `/api/${to.id}/${route}/`, headers: sent, body: bytes })
    return [answer.status, answer.json?.error]
  }
  async function upload(version: string, parts: Parameters<typeof form>[0]) {
    const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    return ingest(`releases/${version}/files`, { headers, body: form(parts) })
  }
  const file = { name: 'file', fileName: 'a.js', content: 'x' }

  it.each([
    ['empty', ''],
    ['no items', '{}'],
    ['no items, with its newline', '{}\n'],
    ['a transaction', '{}\n{"type":"transaction"}\n{}'],
    ['an attachment', '{}\n{"type":"attachment","length":1}\nx'],
    ['a session', '{}\n{"type":"session"}\n{}'],
    ['a replay', '{}\n{"type":"replay_event"}\n{}\n{"type":"replay_recording"}\n{}'],
    ['a profile', '{}\n{"type":"profile"}\n{}\n{"type":"profile_chunk"}\n{}'],
    ['a check-in', '{}\n{"type":"check_in"}\n{}'],
    ['an unheard-of item', '{}\n{"type":"unheard-of"}\n{}'],
    ['no JSON', 'hello'],
    ['an event that is none', '{}\n{"type":"event"}\nhello'],
  ])('400 | invalid_envelope | envelope has no event item: %s', async (_, body) => {
    expect(await ingest('envelope', { body })).toEqual([400, 'invalid_envelope'])
  })

  it.each([
    ['malformed', '{"message":', {}],
    ['no object', '["message"]', {}],
    ['empty', '', {}],
    ['badly compressed', '{"message":"hello"}', { 'Content-Encoding': 'gzip' }],
    ['badly compressed', 'x', { 'Content-Encoding': 'deflate' }],
    ['compressed in an unknown way', '{"message":"hello"}', { 'Content-Encoding': 'compress' }],
  ])('400 | invalid_store | store body %s', async (_, body, headers) => {
    expect(await ingest('store', { body, headers: headers as Record<string, string> })).toEqual([
      400,
      'invalid_store',
    ])
  })

  it.each(['..', '1..2', 'a%2Fb', 'a%5Cb', '%2e%2e', '..%2F..%2Fetc'])(
    '400 | invalid_release_version | {version} %s contains `..`, `/` or `\\`',
    async (version) => {
      expect(await upload(version, [file])).toEqual([400, 'invalid_release_version'])
    },
  )

  it('400 | invalid_release_file | multipart field file missing', async () => {
    expect(await upload('1.0', [])).toEqual([400, 'invalid_release_file'])
    expect(await upload('1.0', [{ name: 'name', content: 'a.js' }])).toEqual([400, 'invalid_release_file'])
    expect(await upload('1.0', [{ ...file, name: 'File2' }])).toEqual([400, 'invalid_release_file'])
    expect(await upload('1.0', [file])).toEqual([201, undefined])
  })

  it.each([
    ['trends with more than 200 ids', 'POST', 'trends', { issue_ids: Array(201).fill(UNKNOWN) }],
    ['invalid issue status', 'PATCH', UNKNOWN, { status: 'closed' }],
    ['unknown snooze mode', 'POST', `${UNKNOWN}/snooze`, { mode: 'forever' }],
    ['empty merge_ids', 'POST', 'merge', { canonical_id: UNKNOWN, merge_ids: [] }],
    ['empty split_ids', 'POST', 'split', { canonical_id: UNKNOWN, split_ids: [] }],
  ])('400 | %s', async (_, method, path, body) => {
    expect(await journey.refusal(method, `/api/v1/issues/${path}`, { body })).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('401 | unauthenticated | session route without valid session (including DSN headers)', async () => {
    for (const headers of [{}, dsnHeaders(project)]) {
      const answer = await journey.raw({ method: 'GET', path: '/api/v1/issues', headers })
      expect(answer).toMatchObject({ status: 401, json: { error: 'unauthenticated' } })
    }
  })

  it.each(['envelope', 'store', 'security', 'user-feedback', 'releases/1.0/files'])(
    '401 | invalid_dsn | DSN key invalid: %s',
    async (route) => {
      const headers = { 'X-Compat-Auth': `Compat compat_version=7, compat_key=${'0'.repeat(32)}` }
      expect(await ingest(route, { headers })).toEqual([401, 'invalid_dsn'])
    },
  )

  it('401 | agent route with missing or revoked PAT', async () => {
    const token = await journey.token(['read:agent', 'write:triage'])
    await journey.client.request('POST', `/api/v1/agent-tokens/${token.id}/revoke`)
    for (const [method, path] of [
      ['GET', 'whoami'],
      ['GET', 'alerts'],
      ['GET', `issues/${issue}`],
      ['PATCH', `issues/${issue}`],
      ['POST', `issues/${issue}/snooze`],
    ]) {
      for (const by of [journey.client, token.client]) {
        const refusal = await journey.refusal(method!, `/api/v1/agent/${path}`, { by })
        expect(refusal, path).toEqual([401, 'unauthenticated'])
      }
    }
  })

  it('403 | dsn_revoked | DSN revoked; 403 | project_mismatch | DSN does not match project in path', async () => {
    const path = `/api/v1/projects/${project.id}/dsn-keys`
    const key = (await journey.client.request<ProjectKey>('POST', path)).body
    const other = await journey.client.createProject('other')
    const mismatch = { project: other, headers: dsnHeaders({ keys: [key] }) }
    for (const route of ['envelope', 'store', 'security', 'user-feedback', 'releases/1.0/files']) {
      expect(await ingest(route, mismatch)).toEqual([403, 'project_mismatch'])
    }
    await journey.client.request('POST', `/api/v1/dsn-keys/${key.id}/revoke`)
    for (const route of ['envelope', 'store', 'security', 'user-feedback', 'releases/1.0/files']) {
      expect(await ingest(route, { headers: dsnHeaders({ keys: [key] }) })).toEqual([403, 'dsn_revoked'])
    }
  })

  it('403 | ingest_cap_exceeded | per-project hourly ingest cap reached; checked before enqueue', async () => {
    const capped = await journey.client.createProject('capped', { ingest_hourly_cap: 0 })
    for (const route of ['envelope', 'store']) {
      expect(await ingest(route, { project: capped })).toEqual([403, 'ingest_cap_exceeded'])
    }
    expect(await journey.client.allIssues(capped.id)).toEqual([])
    const answer = await journey.raw({
      path: `/api/${capped.id}/store/`,
      headers: dsnHeaders(capped),
      body: '{}',
    })
    expect(answer.headers['x-sentry-rate-limits']).toMatch(/^\d+:error;default:project:ingest_cap_exceeded$/)
  })

  it('403 | PAT missing scope or role denied; Member session on agent-token operations', async () => {
    const { client: by } = await journey.token(['read:agent'])
    const body = { status: 'resolved' }
    expect(await journey.refusal('PATCH', `/api/v1/issues/${issue}`, { by, body })).toEqual([
      403,
      'forbidden',
    ])
    const { client: member } = await journey.member('member')
    expect(await journey.refusal('GET', '/api/v1/agent-tokens', { by: member })).toEqual([403, 'forbidden'])
  })

  it('404 | event_not_found | user-feedback event_id does not exist for the project', async () => {
    const body = JSON.stringify({ event_id: UNKNOWN, comments: 'It broke' })
    expect(await ingest('user-feedback', { body })).toEqual([404, 'event_not_found'])
    const id = await journey.send({ kind: 'Known' })
    const other = await journey.client.createProject('another')
    const said = { body: JSON.stringify({ event_id: id }) }
    expect(await ingest('user-feedback', { ...said, project: other })).toEqual([404, 'event_not_found'])
    expect(await ingest('user-feedback', said)).toEqual([201, undefined])
  })

  it('404 | issue not found (patch, events)', async () => {
    const path = `/api/v1/issues/${UNKNOWN}`
    expect(await journey.refusal('PATCH', path, { body: { status: 'resolved' } })).toEqual([404, 'not_found'])
    expect(await journey.refusal('GET', `${path}/events`)).toEqual([404, 'not_found'])
  })

  it.each(['envelope', 'store', 'security'])('413 | payload_too_large | %s body over 2 MB', async (route) => {
    expect(await ingest(route, { body: TOO_MUCH })).toEqual([413, 'payload_too_large'])
  })

  it('413 | payload_too_large | release file body over 2 MB', async () => {
    expect(await upload('1.0', [{ ...file, content: TOO_MUCH }])).toEqual([413, 'payload_too_large'])
  })

  it('429 | agent rate limit exceeded', async () => {
    const { client: by } = await journey.token(['write:triage'])
    const snooze = () =>
      journey.refusal('POST', `/api/v1/agent/issues/${issue}/snooze`, { by, body: { mode: '4h' } })
    for (let n = 0; n < 20; n++) expect(await snooze()).toEqual([200, undefined])
    expect(await snooze()).toEqual([429, 'rate_limit_exceeded'])
  })

  it('500 | storage_error | release artifact could not be stored', async () => {
    const folder = join(journey.service.dataDir, 'artifacts', project.id)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'in the way')
    expect(await upload('2.0', [{ ...file, content: 'another' }])).toEqual([500, 'storage_error'])
    rmSync(folder)
    expect(await upload('2.0', [{ ...file, content: 'another' }])).toEqual([201, undefined])
  })

  it('Notes: an environment filter on the issue list can hide them', async () => {
    const titles = async (q: string) => {
      const path = `/api/v1/issues?project_id=${project.id}&q=${encodeURIComponent(q)}`
      return (await journey.client.get<{ issues: { id: string }[] }>(path)).issues.map(({ id }) => id)
    }
    expect(await titles('')).toContain(issue)
    expect(await titles('env:staging')).toEqual([issue])
    expect(await titles('env:nowhere')).toEqual([])
  })
})
