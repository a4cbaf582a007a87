import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { STOCK } from '../support/stock-package.ts'

export interface ShopPage {
  /** Origin of the page: another one than the service's, as in real life. */
  origin: string
  close(): Promise<void>
}

const CONTENT_TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

/**
 * Bundles the page with a stock browser SDK and serves it, unminified so that its names can be read.
 * @param sdk package of the SDK: the newest, or an older one under the name that test/sdk/node/package.json gives it.
 */
export async function startShopPage(sdk = '@sentry/browser'): Promise<ShopPage> {
  const files = await bundlePage(sdk)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    const name = url.pathname.slice(1) || 'index.html'
    const content = files.get(name)
    const type = CONTENT_TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream'
    if (content === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type, ...policyOf(url) }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The least that the page has to allow for the SDK and its dialog. */
function policyOf(url: URL): Record<string, string> {
  const dsn = url.searchParams.get('dsn')
  if (dsn === null) return {}
  const service = new URL(dsn).origin
  return {
    'content-security-policy': `default-src 'none'; script-src 'self' ${service}; connect-src ${service}`,
  }
}

async function bundlePage(sdk: string): Promise<Map<string, string | Uint8Array>> {
  const bundle = await build({
    configFile: false,
    root: join(STOCK, 'page'),
    logLevel: 'warn',
    resolve: { alias: { '@sentry/browser': sdk } },
    build: { write: false, minify: false, modulePreload: false },
  })
  if (!('output' in bundle)) throw new Error('one bundle was expected')
  return new Map(
    bundle.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}
