import type { DsnKey } from '../../../api/wire.ts'
import { BROWSER } from './browser.ts'
import { MOBILE } from './mobile.ts'
import { SERVER } from './server.ts'
import type { Snippet, Snippets } from './snippet.ts'
import { WEB_FRAMEWORKS } from './web-frameworks.ts'

const SNIPPETS: Snippets = { ...BROWSER, ...SERVER, ...WEB_FRAMEWORKS, ...MOBILE }

/**
 * Ready-made code that sends a first error, as the documentation of each SDK has it today. SDKs get the numeric
 * DSN, which every one of them accepts; curl speaks to the interface directly, for any other platform.
 *
 * @param platform of `PLATFORMS`, or one of its frameworks
 * @param key a DSN key that is not revoked
 */
export function snippetFor(platform: string, key: DsnKey): Snippet {
  return SNIPPETS[platform]?.(key.sdk_dsn) ?? { code: curl(key) }
}

/** `https://errors.example.com` of a DSN: where clients send to, which may differ from this page's origin. */
export function originOf(dsn: string): string {
  return new URL(dsn).origin
}

const curl = (key: DsnKey) => `curl '${originOf(key.sdk_dsn)}/api/${key.project_id}/store/' \\
  -H 'X-Compat-Auth: Compat compat_version=7, compat_key=${key.public_key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "My first error", "level": "error"}'`
