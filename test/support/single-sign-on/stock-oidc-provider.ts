import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { STOCK } from '../stock-package.ts'

const ENTRY = 'node_modules/oidc-provider/lib/index.js'

interface Provider {
  callback(): (...request: unknown[]) => unknown
}

interface ProviderModule {
  default: new (issuer: string, configuration: object) => Provider
}

/** A certified OpenID Connect provider, with its own page to sign in: `name` is `name@example.com`, whatever the password. */
export interface StockProvider {
  settings: Record<string, string>
  close(): Promise<void>
}

/** @param origin of the service that it signs in to. The caller ends it with `close`. */
export async function startStockProvider(origin: string): Promise<StockProvider> {
  const { default: Provider } = (await import(pathToFileURL(join(STOCK, ENTRY)).href)) as ProviderModule
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'errata', client_secret: 'a-secret-of-the-client' }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${origin}/api/v1/auth/single-sign-on/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `The ${id}` }),
    }),
  })
  server.on('request', provider.callback())
  return {
    settings: {
      SVC_OIDC_ISSUER: issuer,
      SVC_OIDC_CLIENT_ID: client.client_id,
      SVC_OIDC_CLIENT_SECRET: client.client_secret,
      SVC_OIDC_NAME: 'Example ID',
    },
    close: () => closed(server),
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
