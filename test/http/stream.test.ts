import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiClient, type Project } from '../support/client/api-client.ts'
import { type LiveStream, openStream } from '../support/client/live-stream.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf, PASSWORD, startApiServer, type TestUser } from '../support/server/api-server.ts'
import { errata } from '../support/server/run-errata.ts'
import { OWNER, type Service, startService } from '../support/server/service.ts'
import { msOf, quickest } from '../support/timing.ts'

/** An account of a running service: signed in, with a project, watching. */
interface Watcher {
  client: ApiClient
  cookie: string
  project: Project
  stream: LiveStream
}

const STRANGER = { email: 'stranger@example.com', password: 'another horse, another battery' }

async function cookieFor(url: string, account: { email: string; password: string }): Promise<string> {
  return cookieOf((await new ApiClient(url).request('POST', '/api/v1/auth/login', account)).headers)
}

async function watch(url: string, account: { email: string; password: string }): Promise<Watcher> {
  const client = new ApiClient(url)
  await client.login(account.email, account.password)
  const cookie = await cookieFor(url, account)
  const project = await client.createProject()
  return { client, cookie, project, stream: await openStream(url, cookie) }
}

async function createOrganization(service: Service, databaseUrl: string | null): Promise<void> {
  const { email, password } = STRANGER
  const args = ['org', 'create', '--name', 'Other', '--owner-email', email, '--owner-password', password]
  const env = { SVC_DATA_DIR: service.dataDir, ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }) }
  expect((await errata(args, env)).code).toBe(0)
}

/** Sends one event; its title names the issue. */
async function send(url: string, { project }: Watcher, title: string, key?: string): Promise<Response> {
  const compatKey = key ?? project.keys[0]!.public_key
  return fetch(`${url}/api/${project.id}/store/?compat_key=${compatKey}`, {
    method: 'POST',
    body: JSON.stringify({ exception: { values: [{ type: 'Error', value: title }] } }),
  })
}

describeOn(ONE_ENGINE, '`GET /api/v1/stream` of the whole service', (engine) => {
  let service: Service
  let mine: Watcher
  let theirs: Watcher
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl })
    await createOrganization(service, databaseUrl)
    mine = await watch(service.url, OWNER)
    theirs = await watch(service.url, STRANGER)
  })
  afterAll(() => service?.close())

  it('names a new issue, and the first event of its project', async () => {
    expect((await send(service.url, mine, 'first')).status).toBe(202)
    const created = await mine.stream.until({ kind: 'issue', change: 'created' })
    await mine.stream.until({ kind: 'first_event', project_id: mine.project.id })
    const [issue] = await mine.client.untilCounted(mine.project.id, 1)
    expect(created).toMatchObject({ project_id: mine.project.id, issue_id: issue!.id })

    const before = mine.stream.messages.length
    expect((await send(service.url, mine, 'first')).status).toBe(202)
    await mine.stream.until({ kind: 'issue', change: 'events', issue_id: issue!.id })
    await mine.client.untilCounted(mine.project.id, 2)
    const later = mine.stream.messages.slice(before)
    expect(later.every((message) => message.kind === 'issue' && message.change === 'events')).toBe(true)
  })

  it('names what people change, and what they delete', async () => {
    await send(service.url, mine, 'changed')
    const issues = await mine.client.untilCounted(mine.project.id, 3)
    const { id } = issues.find(({ title }) => title.endsWith('changed'))!
    const change = async (method: string, path: string, body: object): Promise<void> => {
      await sleep(300)
      mine.stream.messages.length = 0
      expect((await mine.client.request(method, path, body)).status).toBe(200)
      const kind = method === 'DELETE' ? 'deleted' : 'changed'
      await mine.stream.until({ kind: 'issue', change: kind, issue_id: id, project_id: mine.project.id })
    }
    await change('PATCH', `/api/v1/issues/${id}`, { status: 'resolved' })
    await change('POST', `/api/v1/issues/${id}/snooze`, { mode: 'hours' })
    await change('PATCH', '/api/v1/issues/bulk', { ids: [id], action: 'reopen' })
    await change('PATCH', `/api/v1/issues/${id}`, { status: 'resolved', resolved_in_release: '' })
    // Comes back: a regression is a change, not one more event.
    mine.stream.messages.length = 0
    await send(service.url, mine, 'changed')
    await mine.stream.until({ kind: 'issue', change: 'changed', issue_id: id })
    await change('DELETE', '/api/v1/issues/bulk', { ids: [id], action: 'delete' })
  })

  it('names refused attempts: of a wrong key at the path’s project, and one a second', async () => {
    expect((await send(service.url, mine, 'x', 'f'.repeat(32))).status).toBe(401)
    const first = await mine.stream.until({ kind: 'rejected', code: 'invalid_dsn' })
    expect(first).toMatchObject({ project_id: mine.project.id, status: 401 })
    await sleep(1100)
    const before = mine.stream.messages.length
    const told = () => mine.stream.messages.slice(before).filter(({ kind }) => kind === 'rejected').length
    const began = performance.now()
    for (let n = 0; n < 20; n++) await send(service.url, mine, 'x', 'f'.repeat(32))
    await expect.poll(told).toBeGreaterThanOrEqual(2)
    await sleep(500)
    expect(told()).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000)
    await sleep(1100)
    // Within one second, an attempt with the project's key is told rather than a stranger's.
    await send(service.url, mine, 'x', 'f'.repeat(32))
    const store = `${service.url}/api/${mine.project.id}/store/?compat_key=${mine.project.keys[0]!.public_key}`
    expect((await fetch(store, { method: 'POST', body: '{' })).status).toBe(400)
    await send(service.url, mine, 'x', 'f'.repeat(32))
    await mine.stream.until({ kind: 'rejected', code: 'invalid_store' })
  })

  it('names an issue four times a second at most, however many events it gets', async () => {
    mine.stream.messages.length = 0
    const startedAt = performance.now()
    const sent = Array.from({ length: 300 }, () => send(service.url, mine, 'burst'))
    expect((await Promise.all(sent)).every(({ status }) => status === 202)).toBe(true)
    await mine.stream.until({ kind: 'issue', change: 'created' })
    await mine.client.untilCounted(mine.project.id, 302)
    await sleep(300)
    const named = mine.stream.messages.filter(({ kind }) => kind === 'issue')
    expect(named.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 250)
  })

  it('names a new issue within a second of the answer', async () => {
    const titles = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']
    const named = async () => {
      mine.stream.messages.length = 0
      expect((await send(service.url, mine, titles.pop()!)).status).toBe(202)
      return msOf(() => mine.stream.until({ kind: 'issue', change: 'created' }))
    }
    expect(await quickest(1000, named)).toBeLessThan(1000)
  })

  it('says nothing of another organization', async () => {
    const told = theirs.stream.messages.length
    expect(told).toBe(0)
    await send(service.url, theirs, 'theirs')
    await theirs.stream.until({ kind: 'issue', change: 'created', project_id: theirs.project.id })
    await theirs.stream.until({ kind: 'first_event', project_id: theirs.project.id })
    expect(theirs.stream.text).not.toContain(mine.project.id)
    expect(mine.stream.text).not.toContain(theirs.project.id)
  })

  it('ends when its session does; the other sessions of the user go on', async () => {
    const { headers } = mine.stream.response
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const cookie = await cookieFor(service.url, OWNER)
    const stream = await openStream(service.url, cookie)
    const out = await fetch(`${service.url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie } })
    expect(out.status).toBe(204)
    await stream.untilEnd()
    expect(mine.stream.hasEnded).toBe(false)
  })

  it('does not hold up the end of the service', async () => {
    const streams = [await openStream(service.url, mine.cookie), mine.stream, theirs.stream]
    const before = performance.now()
    expect(await service.stop()).toBe(0)
    expect(performance.now() - before).toBeLessThan(10_000)
    for (const stream of streams) await stream.untilEnd()
  })
})

describe('`GET /api/v1/stream`', () => {
  let user: TestUser
  let cookie: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    user = await server.newOwner()
    cookie = await server.cookie(user)
  })

  const open = async (): Promise<LiveStream> => {
    const stream = await openStream(server.url, cookie)
    onTestFinished(() => stream.close())
    return stream
  }
  const issue = (change: 'created' | 'events' | 'deleted', projectUid: string) => ({
    issueUid: crypto.randomUUID(),
    projectUid,
    change,
  })

  it('is not cached, not buffered by proxies, and says when to come back', async () => {
    const stream = await open()
    const { response } = stream
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await expect.poll(() => stream.text).toMatch(/^retry: \d+\n\n/)
  })

  it('is for members; HEAD has no stream', async () => {
    const member = await server.cookie(await server.newMember(user.orgId, 'member'))
    const stream = await openStream(server.url, member)
    stream.close()
    const head = await fetch(`${server.url}/api/v1/stream`, { method: 'HEAD', headers: { cookie } })
    expect(head.status).toBe(200)
    const refused = await fetch(`${server.url}/api/v1/stream`)
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'unauthenticated' }])
  })

  it('names the project where more issues changed at once than it names', async () => {
    const stream = await open()
    const [many, few] = [crypto.randomUUID(), crypto.randomUUID()]
    server.live.issuesChanged(user.orgId, [issue('events', few)])
    for (let n = 0; n < 201; n++) server.live.issuesChanged(user.orgId, [issue('events', many)])
    await stream.until({ kind: 'many', project_id: many })
    expect(stream.messages.map(({ kind }) => kind)).toEqual(['issue', 'many'])
  })

  it('tells the weightiest of what happened to an issue', async () => {
    const stream = await open()
    const created = issue('created', crypto.randomUUID())
    server.live.issuesChanged(user.orgId, [issue('events', created.projectUid)])
    for (const change of ['created', 'events', 'deleted', 'events'] as const)
      server.live.issuesChanged(user.orgId, [{ ...created, change }])
    await stream.until({ kind: 'issue', change: 'deleted', issue_id: created.issueUid })
    expect(stream.messages).toHaveLength(2)
  })

  it('drops a client that does not read, and goes on for the others', async () => {
    const stream = await open()
    const idle = await open()
    idle.response.pause()
    const projectUid = crypto.randomUUID()
    for (let n = 0; n < 100_000 && !idle.hasEnded; n++) {
      server.live.projectChanged(user.orgId, projectUid)
      if (n % 100 === 0) await sleep(1)
    }
    idle.response.resume()
    await idle.untilEnd()
    expect(stream.hasEnded).toBe(false)
  })

  it('ends when the session expires, and when the password changes elsewhere', async () => {
    const other = await server.newOwner()
    const [kept, ended] = [await server.cookie(other), await server.cookie(other)]
    const streams = [await openStream(server.url, kept), await openStream(server.url, ended)]
    await fetch(`${server.url}/api/v1/auth/password`, {
      method: 'POST',
      headers: { cookie: kept, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: PASSWORD, new_password: 'a wholly new phrase' }),
    })
    await streams[1]!.untilEnd()
    expect(streams[0]!.hasEnded).toBe(false)
    server.clockAhead += 15 * 24 * 3_600_000
    await streams[0]!.untilEnd()
    server.clockAhead = 0
  })

  it('is open 50 times for one user at most; a closed one makes room', async () => {
    const crowd = await server.newOwner()
    const crowded = await server.cookie(crowd)
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(server.url, crowded)))
    onTestFinished(() => {
      for (const stream of streams) stream.close()
    })
    const refused = await fetch(`${server.url}/api/v1/stream`, { headers: { cookie: crowded } })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: 'rate_limit_exceeded' }])
    await open()
    streams[0]!.close()
    const again = await vi.waitFor(() => openStream(server.url, crowded), DEADLINE_MS)
    again.close()
  })
})
