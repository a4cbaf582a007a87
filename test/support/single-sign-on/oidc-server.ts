import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OidcSettings } from '#platform/oidc/oidc-settings.ts'

const CLIENT_ID = 'errata'
const CLIENT_SECRET = 'a secret of the client'

type Claims = Record<string, unknown>

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
}

/** An OpenID Connect provider that signs everybody in as `account`. */
export class OidcServer {
  /** Claims of the next ID token. */
  account: Claims = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }
  /** Over those of an honest ID token. */
  forged: Claims = {}
  /** Claims that only the user info tells. */
  userInfo: Claims = {}
  /** Signs in place of the provider's key. */
  foreignKey: KeyObject | null = null
  /** Over the head of an honest ID token. */
  forgedHead: Claims = {}
  /** The error that the next sign-in ends with. */
  denial: string | null = null
  /** Blanks behind each answer. */
  padding = 0
  tokenRequests = 0
  issuer = ''
  #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #grants = new Map<string, Grant>()
  readonly #server = createServer((request, response) => {
    void this.#answer(request, response)
  })

  settings(name = 'Example ID'): OidcSettings {
    return { issuer: this.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name, trustsEmail: false }
  }

  /** @param port that it had before */
  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Signs with another key of the same name from now on. */
  replaceKey(): void {
    this.#keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer)
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response)
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => this.#metadata(),
      '/jwks': () => ({
        keys: [
          {
            ...this.#keys.publicKey.export({ format: 'jwk' }),
            kid: 'one',
            use: 'sig',
            alg: 'RS256',
          },
        ],
      }),
      '/userinfo': () => ({ sub: this.account.sub, ...this.userInfo }),
    }
    const answer = url.pathname === '/token' ? this.#tokens(await text(request)) : answers[url.pathname]?.()
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }) + ' '.repeat(this.padding))
  }

  #metadata() {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirectUri = asked.get('redirect_uri')!
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked.get('state')!)
    if (this.denial !== null) back.searchParams.set('error', this.denial)
    else {
      const code = randomUUID()
      this.#grants.set(code, {
        nonce: asked.get('nonce')!,
        challenge: asked.get('code_challenge')!,
        redirectUri,
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  /** Undefined for anyone but the client that the code was made for. */
  #tokens(body: string): object | undefined {
    this.tokenRequests++
    const given = new URLSearchParams(body)
    const grant = this.#grants.get(given.get('code') ?? '')
    this.#grants.delete(given.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs = given.get('client_id') === CLIENT_ID && given.get('client_secret') === CLIENT_SECRET
    if (!grant || !isOurs || grant.challenge !== challenge || grant.redirectUri !== given.get('redirect_uri'))
      return
    return { access_token: 'access', token_type: 'Bearer', id_token: this.#idToken(grant.nonce) }
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce }
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const head = { alg: 'RS256', kid: 'one', ...this.forgedHead }
    const signed = `${part(head)}.${part({ ...honest, ...this.account, ...this.forged })}`
    return `${signed}.${this.#signature(Buffer.from(signed), head.alg)}`
  }

  /** By the secret of the client or with none where the head says so: libraries that believed it were fooled. */
  #signature(signed: Buffer, algorithm: string): string {
    if (algorithm === 'none') return ''
    if (algorithm === 'HS256') return createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url')
    return sign('sha256', signed, this.foreignKey ?? this.#keys.privateKey).toString('base64url')
  }
}
