import { plainAddress } from '../access/client-network.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText, trimmedHead } from '../text/plain-text.ts'
import type { EventUser } from './event.ts'

const MAX_CHARS = 250
const FILTERED = '[Filtered]'
const AUTO_IP = '{{auto}}'
const CLIENT_PLATFORMS = new Set(['javascript', 'cocoa', 'objc'])
/** JavaScript that nobody's browser runs. Their SDKs name the platform of a browser, too. */
const SERVERS =
  /^(?:sentry\.javascript\.)?(?:cloudflare|vercel-edge|edge-light|workerd|netlify|node|deno|bun)\b/i

/** `peer`, the sender's address, replaces `{{auto}}`, and a missing address on client platforms unless the
 * SDK says `infer_ip: never`. Filtered values count as absent. */
export function readUser(event: JsonObject, platform: string, peer: string | undefined): EventUser {
  const source = event.user ?? event['sentry.interfaces.User']
  // A bare text or number names the user.
  const user: JsonObject = isJsonObject(source) ? source : { id: plainText(source) ?? null }
  return {
    id: identifier(user.id),
    email: identifier(user.email),
    username: identifier(user.username),
    ip: readAddress(event, user.ip_address, { platform, peer }),
  }
}

function identifier(value: Json | undefined): string | null {
  const text = typeof value === 'boolean' ? undefined : plainText(value)
  return text === undefined || text === FILTERED ? null : trimmedHead(text, MAX_CHARS)
}

function readAddress(
  event: JsonObject,
  sent: Json | undefined,
  origin: { platform: string; peer: string | undefined },
): string | null {
  const address = identifier(sent)
  if (address !== null && address !== AUTO_IP) return plainAddress(address) || address
  const inference = inferIp(event.sdk)
  const wanted = address === AUTO_IP || inference === 'auto' || isClient(event, origin.platform)
  return wanted && inference !== 'never' ? (origin.peer ?? null) : null
}

function isClient({ contexts, sdk }: JsonObject, platform: string): boolean {
  if (!CLIENT_PLATFORMS.has(platform)) return false
  const runtime = isJsonObject(contexts) ? contexts.runtime : undefined
  return ![sdk, runtime].some(
    (program) => isJsonObject(program) && SERVERS.test(plainText(program.name) ?? ''),
  )
}

function inferIp(sdk: Json | undefined): Json | undefined {
  if (!isJsonObject(sdk) || !isJsonObject(sdk.settings)) return undefined
  return sdk.settings.infer_ip
}
