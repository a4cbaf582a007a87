import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ROLES, type Role, TOKEN_SCOPES } from '#contract/vocabulary.ts'
import type { OpenApi } from '#http/description/open-api.ts'
import { ApiClient, type Project, sdkEnvelopePath, signedIn } from '../client/api-client.ts'
import type { Engine } from '../database/engines.ts'
import { sampleEvents } from '../sample/events.ts'
import { cookieOf } from '../server/api-server.ts'
import { errata } from '../server/run-errata.ts'
import { type Service, startService } from '../server/service.ts'
import { FuzzClient, type WireAnswer, type WireRequest } from './fuzz-client.ts'
import { FuzzIds } from './fuzz-ids.ts'
import type { FuzzRequest } from './fuzz-request.ts'

const PASSWORD = 'a phrase of some length'
const STRANGER = 'stranger@example.org'
const EVENTS = 24

/**
 * A running service with two organizations and every kind of caller in the first. Its callers sign out, revoke
 * their tokens and delete what there is: `renew` makes all of that again. One Owner whom no request names stays.
 */
export class FuzzWorld {
  readonly service: Service
  readonly document: OpenApi
  readonly ids: FuzzIds
  readonly #keeper: ApiClient
  readonly #client: FuzzClient
  /** Headers of each caller, by its name. */
  readonly #callers = new Map<string, Record<string, string>>()
  /** The current caller of a role. */
  readonly #emails = new Map<Role, string>()
  readonly #reviving = new Map<string, Promise<void>>()

  private constructor(service: Service, keeper: ApiClient, found: { document: OpenApi; ids: FuzzIds }) {
    this.service = service
    this.#keeper = keeper
    this.document = found.document
    this.ids = found.ids
    this.#client = new FuzzClient(() => service.url)
  }

  static async start(engine: Engine): Promise<FuzzWorld> {
    const databaseUrl = await engine.databaseUrl()
    const settings = { SVC_TRUST_PROXY: '1', SVC_LOG_LEVEL: 'error', SVC_NEW_ISSUES_PER_HOUR: '0' }
    const service = await startService({ databaseUrl, env: settings })
    const env = { SVC_DATA_DIR: service.dataDir, ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }) }
    const owner = ['--name', 'Strangers', '--owner-email', STRANGER, '--owner-password', PASSWORD]
    const { code, stderr } = await errata(['org', 'create', ...owner], env)
    if (code !== 0) throw new Error(`org create ended with ${code}: ${stderr}`)
    const keeper = await signedIn(service.url)
    const me = await keeper.get<{ user: { id: string } }>('/api/v1/auth/me')
    const document = await keeper.get<OpenApi>('/api/v1/openapi.json')
    const world = new FuzzWorld(service, keeper, { document, ids: new FuzzIds([me.user.id]) })
    await world.#makeStranger()
    await world.renew()
    return world
  }

  /** Signs every kind of caller in again, and makes data for them. */
  async renew(): Promise<void> {
    for (const role of ROLES) await this.#makeCallers(role)
    await this.#makeData(this.#keeper)
  }

  /** The bytes of a request as they go out now, with the ids that are known now. */
  wire({ method, target, caller, from, headers, body }: FuzzRequest): WireRequest {
    const fill = (text: string) => this.ids.fill(text, from)
    const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)])
    return {
      method,
      target: fill(target),
      headers: {
        ...Object.fromEntries(filled),
        ...this.#callers.get(caller),
        'x-forwarded-for': `10.0.${from >> 8}.${from & 255}`,
      },
      body: body === null ? null : 'text' in body ? Buffer.from(fill(body.text)) : body.bytes,
    }
  }

  send(request: WireRequest): Promise<WireAnswer> {
    return this.#client.send(request)
  }

  /**
   * After a 401: signs the caller in again, or makes another of its role if it was removed. `used` are the
   * headers it called with; if it has others by now nothing is left to do.
   */
  async revive(caller: string, used: Record<string, string>): Promise<void> {
    const role = ROLES.find((each) => caller === each || caller.endsWith(` of ${each}`))
    const present = this.#callers.get(caller)
    if (!role || present?.cookie !== used.cookie || present?.authorization !== used.authorization) return
    const going = this.#reviving.get(role) ?? this.#reviveRole(role, caller)
    this.#reviving.set(role, going)
    await going
    this.#reviving.delete(role)
  }

  async #reviveRole(role: Role, caller: string): Promise<void> {
    if (caller !== role) return this.#makeCallers(role)
    try {
      this.#callers.set(role, { cookie: await this.#cookie(this.#emails.get(role)!) })
    } catch {
      await this.#makeCallers(role)
    }
  }

  /** Resident memory of the service, bytes (Linux). */
  residentBytes(): number {
    const status = readFileSync(`/proc/${this.service.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
  }

  async close(): Promise<void> {
    this.#client.close()
    await this.service.close()
  }

  async #makeStranger(): Promise<void> {
    const stranger = await this.#signIn(STRANGER)
    const project = await stranger.createProject('foreign')
    const list = await stranger.get<{ members: { id: string }[] }>('/api/v1/members')
    for (const id of [project.id, project.keys[0]!.id, list.members[0]!.id]) this.ids.add('foreign', id)
    this.#callers.set('unknown token', { authorization: `Bearer svc_pat_${'0'.repeat(40)}` })
    this.#callers.set('unknown session', { cookie: `Svc.sid=${'0'.repeat(43)}` })
    this.#callers.set('stranger', { cookie: await this.#cookie(STRANGER) })
  }

  /** A session of the role, and a token of each scope: made as an Owner, since members make none. */
  async #makeCallers(role: Role): Promise<void> {
    const email = `${role}-${randomUUID()}@example.com`
    const body = { email, role: 'owner', password: PASSWORD }
    const made = await this.#keeper.request<{ id: string }>('POST', '/api/v1/members', body)
    const client = await this.#signIn(email)
    for (const scope of TOKEN_SCOPES) {
      const created = await client.request<{ token: { token: string } }>('POST', '/api/v1/agent-tokens', {
        label: scope,
        scopes: [scope],
      })
      this.#callers.set(`${scope} of ${role}`, { authorization: `Bearer ${created.body.token.token}` })
    }
    await this.#keeper.request('PATCH', `/api/v1/members/${made.body.id}`, { role })
    this.#callers.set(role, { cookie: await this.#cookie(email) })
    this.#emails.set(role, email)
    this.ids.add('emails', email)
  }

  async #makeData(client: ApiClient): Promise<void> {
    const open = await client.createProject('fuzz')
    const closed = await client.createProject('capped', { ingest_hourly_cap: 1 })
    const next = sampleEvents({ seed: Date.now() % 1000, issues: 6 })
    const events = { [open.id]: EVENTS, [closed.id]: 3 }
    for (const project of [open, closed]) {
      this.ids.add('projects', project.id)
      this.ids.addKey(project.id, project.keys[0]!.public_key)
      for (let sent = 0; sent < events[project.id]!; sent++) await this.#sendEvent(project, next())
    }
    for (const { id } of await client.untilCounted(open.id, EVENTS)) {
      this.ids.add('issues', id)
      for (const event of (await client.events(id)).events) this.ids.add('events', event.id)
    }
  }

  async #sendEvent(
    project: Project,
    { eventId, payload }: ReturnType<ReturnType<typeof sampleEvents>>,
  ): Promise<void> {
    const body = Buffer.from(`{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(payload)}\n`)
    await this.send({ method: 'POST', target: sdkEnvelopePath(project), headers: {}, body })
  }

  async #signIn(email: string): Promise<ApiClient> {
    return new ApiClient(this.service.url).withCredential({ cookie: await this.#cookie(email) })
  }

  async #cookie(email: string): Promise<string> {
    const credentials = { email, password: PASSWORD }
    const answer = await new ApiClient(this.service.url).request('POST', '/api/v1/auth/login', credentials)
    if (answer.status !== 204) throw new Error(`signing ${email} in was answered with ${answer.status}`)
    return cookieOf(answer.headers)
  }
}
