import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { createAgentToken } from '#actions/accounts/token/create-agent-token.ts'
import { ROLES, type Role, TOKEN_SCOPES, type TokenScope } from '#contract/vocabulary.ts'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import type { SessionTable } from '#storage/schema/account.ts'
import type { SampleTenant } from '../sample/sample-tenant.ts'
import type { ApiServer, TestUser } from '../server/api-server.ts'
import type { OracleCaller } from './access-oracle.ts'

/** A way to call, ready for one request. */
export type MatrixCaller = OracleCaller & {
  name: string
  /** A session of the same user (public id), for routes that take one. */
  sessionId: string
  headers: Record<string, string>
}

interface Made {
  users: Record<Role, TestUser>
  /** Secrets that are worth nothing any more, by what they are. */
  deadTokens: Record<string, string>
}

const HOUR = 3_600_000

/** Every credential that there is, those worth nothing included, in one organization. */
export class MatrixCallers {
  readonly #server: ApiServer
  readonly #tenant: SampleTenant
  readonly #users: Record<Role, TestUser>
  readonly #deadTokens: Record<string, string>
  /** By role and scope: an organization has room for a number of them. */
  readonly #tokens = new Map<string, string>()
  readonly #sessions: Insertable<SessionTable>[] = []
  #requests = 0

  private constructor(server: ApiServer, tenant: SampleTenant, made: Made) {
    this.#server = server
    this.#tenant = tenant
    this.#users = made.users
    this.#deadTokens = made.deadTokens
  }

  static async make(server: ApiServer, tenant: SampleTenant): Promise<MatrixCallers> {
    const { owner: first } = tenant
    // The first Owner makes the samples, and must stay signed in.
    const owner = await server.newMember(first.orgId, 'owner')
    const admin = await server.newMember(owner.orgId, 'admin')
    const member = await server.newMember(owner.orgId, 'member')
    const gone = await server.newMember(owner.orgId, 'admin')
    const [revoked, orphaned] = [await newToken(server, owner), await newToken(server, gone)]
    await tenant.client.request('POST', `/api/v1/agent-tokens/${revoked.id}/revoke`)
    await tenant.client.request('DELETE', `/api/v1/members/${gone.userId}`)
    const deadTokens = { 'revoked token': revoked.secret, 'token of a removed member': orphaned.secret }
    return new MatrixCallers(server, tenant, { users: { owner, admin, member }, deadTokens })
  }

  /** All of them, with credentials of their own. */
  async all(): Promise<MatrixCaller[]> {
    const callers: MatrixCaller[] = this.#refused()
    for (const role of ROLES) {
      const cookie = this.#cookie(role)
      callers.push(this.#caller(role, { kind: 'session', role, name: `session of ${role}` }, cookie))
      for (const scope of TOKEN_SCOPES) {
        const secret = await this.#token(role, scope)
        const described = { kind: 'token', role, scope, name: `token with ${scope} of ${role}` } as const
        callers.push(this.#caller(role, described, { authorization: `Bearer ${secret}` }))
      }
    }
    await this.#server.database.queries.insertInto('session').values(this.#sessions.splice(0)).execute()
    return callers
  }

  async #token(role: Role, scope: TokenScope): Promise<string> {
    const name = `${role} ${scope}`
    const secret = this.#tokens.get(name) ?? (await newToken(this.#server, this.#users[role], scope)).secret
    this.#tokens.set(name, secret)
    return secret
  }

  #refused(): MatrixCaller[] {
    const [publicKey, secretKey] = this.#tenant.dsn
    const dsn = `Compat compat_version=7, compat_key=${publicKey}, compat_secret=${secretKey}`
    const owner = this.#cookie('owner')
    const credentials: Record<string, Record<string, string>> = {
      'no credential': {},
      'unknown session': { cookie: `Svc.sid=${newSecretToken()}` },
      'expired session': this.#cookie('owner', -1),
      'DSN header': { 'x-compat-auth': dsn },
      'DSN header beside the session of the owner': { ...owner, 'x-compat-auth': dsn },
      'DSN key as a bearer': { authorization: `Bearer ${publicKey}` },
      'unknown token': { authorization: `Bearer svc_pat_${'0'.repeat(40)}` },
    }
    for (const [name, secret] of Object.entries(this.#deadTokens)) {
      credentials[name] = { authorization: `Bearer ${secret}` }
      credentials[`${name} beside the session of the owner`] = { ...owner, ...credentials[name] }
    }
    const names = Object.entries(credentials)
    return names.map(([name, headers]) => this.#caller('owner', { kind: 'refused' as const, name }, headers))
  }

  /** From an address of its own: throttles by address are not what is tried here. */
  #caller<T>(role: Role, described: T, headers: Record<string, string>) {
    const address = this.#requests++
    const ip = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
    return {
      ...described,
      headers: { ...headers, 'x-forwarded-for': ip },
      sessionId: this.#session(role).id,
    }
  }

  #cookie(role: Role, expiresInMs = HOUR): { cookie: string } {
    return { cookie: `Svc.sid=${this.#session(role, expiresInMs).token}` }
  }

  /** Stored with all others, once the callers are complete. */
  #session(role: Role, expiresInMs = HOUR): { id: string; token: string } {
    const { userId, orgId } = this.#users[role]
    const [id, token, now] = [randomUUID(), newSecretToken(), this.#server.clock()]
    this.#sessions.push({
      id,
      token_hash: hashSecret(token),
      org_id: orgId,
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: now + expiresInMs,
      user_agent: '',
      ip: '',
    })
    return { id, token }
  }
}

async function newToken(server: ApiServer, user: TestUser, scope: TokenScope = 'read:agent') {
  const { orgId, userId } = user
  const request = { userId, label: 'of the matrix', scopes: [scope], createdAt: server.clock() }
  return createAgentToken({ db: server.database.queries, orgId, orgUid: '' }, request)
}
