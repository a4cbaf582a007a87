import { randomUUID } from 'node:crypto'
import { ApiClient, type IssueSummary, type Project, signedIn } from './client/api-client.ts'
import { type RawAnswer, type RawRequest, sendRaw } from './client/raw-request.ts'
import { OWNER, type Service, type ServiceOptions, startService } from './server/service.ts'

/** An event as an application sends it. Those of one kind belong to one issue, titled `<kind>: it broke`. */
export interface JourneyEvent extends Record<string, unknown> {
  kind: string
}

export interface JourneyToken {
  id: string
  secret: string
  client: ApiClient
}

const TOKENS = '/api/v1/agent-tokens'

/** The running service with a signed-in Owner and a project, used the way a stranger would: over HTTP alone. */
export class Journey {
  readonly service: Service
  readonly client: ApiClient
  readonly project: Project
  /** Accepted events, by project id. */
  readonly #accepted = new Map<string, number>()

  private constructor(service: Service, client: ApiClient, project: Project) {
    this.service = service
    this.client = client
    this.project = project
  }

  /** Starts one. The caller ends it with `close`. */
  static async start(options: ServiceOptions = {}): Promise<Journey> {
    const service = await startService(options)
    const client = await signedIn(service.url)
    return new Journey(service, client, await client.createProject())
  }

  close(): Promise<void> {
    return this.service.close()
  }

  /** One request with none of the client's comforts. */
  raw(request: RawRequest): Promise<RawAnswer> {
    return sendRaw(this.service.url, request)
  }

  /** Status and error code of a request, of the signed-in Owner if nobody else is named. */
  async refusal(
    method: string,
    path: string,
    { body, by = this.client }: { body?: unknown; by?: ApiClient } = {},
  ): Promise<[number, string | undefined]> {
    const answer = await by.request<{ error?: string }>(method, path, body)
    return [answer.status, answer.body?.error]
  }

  /** A new member with this role, signed in; the password is the Owner's. */
  async member(role: string): Promise<{ id: string; client: ApiClient }> {
    const account = { email: `${randomUUID()}@example.com`, password: OWNER.password }
    const made = await this.client.request<{ id: string }>('POST', '/api/v1/members', { ...account, role })
    if (made.status !== 201) throw new Error(`a new member was answered ${made.status}`)
    const client = new ApiClient(this.service.url)
    await client.login(account.email, account.password)
    return { id: made.body.id, client }
  }

  /** A new access token, made by the Owner if nobody else is named, and a client that sends it. */
  async token(scopes: readonly string[], by = this.client): Promise<JourneyToken> {
    const body = { label: 'journey', scopes }
    const made = await by.request<{ token: { id: string; token: string } }>('POST', TOKENS, body)
    if (made.status !== 201) throw new Error(`a new token was answered ${made.status}`)
    const { id, token: secret } = made.body.token
    const authorization = `Bearer ${secret}`
    return { id, secret, client: new ApiClient(this.service.url).withCredential({ authorization }) }
  }

  /** Sends an event by the store route; it counts once `settled` resolves. @returns its id. */
  async send(event: JourneyEvent, project = this.project): Promise<string> {
    const path = `/api/${project.id}/store/`
    const { status, json, text } = await this.raw({
      path,
      headers: dsnHeaders(project),
      body: JSON.stringify(bodyOf(event)),
    })
    if (status !== 202) throw new Error(`${path} answered ${status}: ${text}`)
    this.#accepted.set(project.id, (this.#accepted.get(project.id) ?? 0) + 1)
    return json!.id as string
  }

  /** Waits until everything that `send` sent to a project, and nothing else did, is counted. @returns its issues. */
  settled(project = this.project): Promise<IssueSummary[]> {
    return this.client.untilCounted(project.id, this.#accepted.get(project.id) ?? 0)
  }

  /** The issue of a kind, once everything that was sent is counted. */
  async issue(kind: string, project = this.project): Promise<IssueSummary> {
    const issues = await this.settled(project)
    const found = issues.find(({ title }) => title === `${kind}: it broke`)
    if (!found) throw new Error(`no issue of the kind ${kind}`)
    return found
  }
}

/** The credentials of application code, as the interface writes them. */
export function dsnHeaders({ keys: [key] }: Pick<Project, 'keys'>): Record<string, string> {
  const secret = key!.secret_key === undefined ? '' : `, compat_secret=${key!.secret_key}`
  return { 'X-Compat-Auth': `Compat compat_version=7, compat_key=${key!.public_key}${secret}` }
}

function bodyOf({ kind, ...fields }: JourneyEvent): object {
  const frame = { filename: `${kind}.py`, function: `do_${kind}`, lineno: 7, in_app: true }
  const exception = { values: [{ type: kind, value: 'it broke', stacktrace: { frames: [frame] } }] }
  return { platform: 'python', exception, ...fields }
}
