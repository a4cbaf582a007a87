import type * as Openid from 'openid-client'
import type { Clock } from '../clock.ts'
import { Turns } from '../turns/turns.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** Who the provider says that someone is. */
export interface ProviderAccount {
  issuer: string
  /** Names the account for good, whatever its email address is. */
  subject: string
  email: string | null
  /** Null: the provider doesn't say. */
  isEmailVerified: boolean | null
  /** Empty: the provider knows none. */
  name: string
}

/** Kept by the browser while it is with the provider; what comes back must match. */
export interface SignInChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** `denied`: by the provider or the person; `failed`: the provider can't be reached, or its answer is not valid. */
export class ProviderError extends Error {
  readonly kind: 'denied' | 'failed'

  constructor(kind: 'denied' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

const OIDC_CALLBACK_PATH = '/api/v1/auth/single-sign-on/callback'

/** Each waits for the provider, which may be slow. */
const RUNNING = 8
const WAITING = 64
const TIMEOUT_SECONDS = 10
/** Said to the person at the provider already; all other errors are for the operator. */
const DENIALS = ['access_denied', 'login_required', 'consent_required', 'interaction_required']
const MAX_REASON_CHARS = 500
/** Of a subject (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT_CHARS = 255
const METADATA_MS = 60 * 60_000
/** After a failure: an endpoint may have moved, or a key have another one's name. */
const DOUBTED_METADATA_MS = 10_000

/** Signs people in by the authorization code flow with PKCE, state, nonce and signed ID tokens (OpenID Connect Core 1.0). */
export class OidcProvider {
  readonly settings: OidcSettings
  /** Of the dashboard. */
  readonly origin: string
  readonly #clock: Clock
  readonly #turns = new Turns({
    running: RUNNING,
    waiting: WAITING,
    refusal: () => new ProviderError('failed', 'too many sign-ins wait for the provider'),
  })
  #configured: { at: number; configuration: Promise<Openid.Configuration> } | null = null

  constructor(settings: OidcSettings, { origin, clock }: { origin: string; clock: Clock }) {
    this.settings = settings
    this.origin = origin
    this.#clock = clock
  }

  /** Where the browser goes to sign in. @throws ProviderError */
  async begin(): Promise<{ url: string; checks: SignInChecks }> {
    const openid = await load()
    return this.#doubting(openid, async () => {
      const configuration = await this.#configuration(openid)
      const codeVerifier = openid.randomPKCECodeVerifier()
      const checks = { state: openid.randomState(), nonce: openid.randomNonce(), codeVerifier }
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: this.callback,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    })
  }

  /** @param query of the request by which the browser came back, beginning with `?`. @throws ProviderError */
  async finish(query: string, checks: SignInChecks): Promise<ProviderAccount> {
    const openid = await load()
    return this.#turns.run(() => this.#doubting(openid, () => this.#redeem(openid, query, checks)))
  }

  /** If it fails, the next sign-in asks for metadata and keys again. @throws ProviderError */
  async #doubting<T>(openid: typeof Openid, ask: () => Promise<T>): Promise<T> {
    try {
      return await told(openid, ask)
    } catch (error) {
      const present = this.#configured
      const isOld = present && this.#clock() - present.at >= DOUBTED_METADATA_MS
      if (isOld && error instanceof ProviderError && error.kind === 'failed') this.#configured = null
      throw error
    }
  }

  async #redeem(openid: typeof Openid, query: string, checks: SignInChecks): Promise<ProviderAccount> {
    const configuration = await this.#configuration(openid)
    const tokens = await openid.authorizationCodeGrant(configuration, new URL(this.callback + query), {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Several providers tell it only to those who ask.
    const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
    if (!hasInfo || this.#saysEnough(claims)) return accountOf(claims, claims)
    const info = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return accountOf(claims, { ...claims, ...info })
  }

  #saysEnough({ email, email_verified }: Openid.IDToken): boolean {
    return email !== undefined && (email_verified !== undefined || this.settings.trustsEmail)
  }

  /** Where browsers come back to: the provider has to know it. */
  get callback(): string {
    return this.origin + OIDC_CALLBACK_PATH
  }

  /** Why no sign-in can begin; null if one can. */
  async refusal(): Promise<string | null> {
    try {
      await this.begin()
      return null
    } catch (error) {
      if (error instanceof ProviderError) return error.message
      throw error
    }
  }

  /** One request of many at once asks; after a failure, the next one does. */
  #configuration(openid: typeof Openid): Promise<Openid.Configuration> {
    const present = this.#configured
    if (present && this.#clock() - present.at < METADATA_MS) return present.configuration
    const configuration = this.#discover(openid)
    const entry = { at: this.#clock(), configuration }
    this.#configured = entry
    configuration.catch(() => {
      if (this.#configured === entry) this.#configured = null
    })
    return configuration
  }

  async #discover(openid: typeof Openid): Promise<Openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const url = new URL(issuer)
    const execute = [openid.enableNonRepudiationChecks]
    if (url.protocol === 'http:') execute.push(openid.allowInsecureRequests)
    const authentication = clientAuthentication(openid, clientSecret)
    return openid.discovery(url, clientId, clientSecret, authentication, {
      execute,
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: boundedFetch,
    })
  }
}

/** The secret in the body, unless the provider only takes it as Basic credentials, whose encoding providers disagree on. */
function clientAuthentication(openid: typeof Openid, secret: string): Openid.ClientAuth {
  const post = openid.ClientSecretPost(secret)
  const basic = openid.ClientSecretBasic(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = methods !== undefined && !methods.includes('client_secret_post')
    return (isBasic ? basic : post)(server, ...rest)
  }
}

/** Few installations need it. */
function load(): Promise<typeof Openid> {
  return import('openid-client')
}

/** @throws ProviderError in place of the library's errors, whose texts hold no secret. */
async function told<T>(openid: typeof Openid, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isAnswer = error instanceof openid.AuthorizationResponseError
    const kind = isAnswer && DENIALS.includes(error.error) ? 'denied' : 'failed'
    const reason = isAnswer ? `${error.error}: ${error.error_description ?? ''}` : describe(error)
    throw new ProviderError(kind, reason.slice(0, MAX_REASON_CHARS), { cause: error })
  }
}

/** With its causes: the first of them often says no more than that something failed. */
function describe(error: unknown): string {
  const texts: string[] = []
  for (let each = error; each instanceof Error && texts.length < 3; each = each.cause)
    texts.push(each.message)
  return texts.join(': ')
}

function accountOf(
  { iss, sub }: Pick<Openid.IDToken, 'iss' | 'sub'>,
  { email, email_verified, name }: Record<string, unknown>,
): ProviderAccount {
  // Empty, it would be one account for all; a database may change or refuse the others.
  if (sub === '' || sub.length > MAX_SUBJECT_CHARS || sub.includes('\0') || !sub.isWellFormed()) {
    throw new Error(
      `the ID token has no valid subject (sub): it must be 1 to ${MAX_SUBJECT_CHARS} characters`,
    )
  }
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : null,
    // AWS Cognito sends it as a text.
    isEmailVerified:
      email_verified === undefined ? null : email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : '',
  }
}
