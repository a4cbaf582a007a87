import { randomUUID } from 'node:crypto'
import type { Engine } from '../database/engines.ts'
import type { ApiServer } from '../server/api-server.ts'
import { type MailingServer, startMailingServer } from '../server/mailing-server.ts'
import { OidcServer } from './oidc-server.ts'
import { SsoBrowser } from './sso-browser.ts'

const WINDOW_MS = 15 * 60_000
const STEP_MS = 30_000

/** A service, its mail server, and the provider that signs its members in. */
export class SsoFixture {
  readonly provider: OidcServer
  readonly mailing: MailingServer
  readonly server: ApiServer

  private constructor(provider: OidcServer, mailing: MailingServer) {
    this.provider = provider
    this.mailing = mailing
    this.server = mailing.server
    this.server.stoppedAt = Date.now()
  }

  /** The caller ends it with `close`. */
  static async start(engine: Engine): Promise<SsoFixture> {
    const provider = new OidcServer()
    await provider.listen()
    return new SsoFixture(
      provider,
      await startMailingServer(engine, { trustProxy: true, oidc: provider.settings() }),
    )
  }

  /** An honest provider, and a time at which no earlier failure counts. */
  begin(): void {
    this.server.stoppedAt! += WINDOW_MS + STEP_MS
    Object.assign(this.provider, { forged: {}, forgedHead: {}, userInfo: {}, foreignKey: null, denial: null })
  }

  async close(): Promise<void> {
    await this.mailing.close()
    await this.provider.close()
  }

  /** The person who comes to the provider, with a new account there. */
  personIs(email: string, claims: Record<string, unknown> = {}): void {
    this.provider.account = {
      sub: randomUUID(),
      email,
      email_verified: true,
      name: 'Ada Lovelace',
      ...claims,
    }
  }

  browser(): SsoBrowser {
    return new SsoBrowser(this.server.url)
  }
}

/** Why the sign-in page of this path says that nobody was let in; null for other pages. */
export function problemOf(path: string | null): string | null {
  return path?.startsWith('/login?') ? new URLSearchParams(path.slice('/login?'.length)).get('problem') : null
}
