import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { headOf, plainText } from '../text/plain-text.ts'
import { type NamedVersion, readClientHints, readUserAgent, type UserAgent } from '../web/user-agent.ts'
import { readHeader } from './request.ts'

const MAX_NAME_CHARS = 100
const MAX_CONTEXTS = 100

/** In place: an object of objects (no nulls, plain values as `{ value }`), with browser and OS from the
 * request's headers. An SDK's context is never overwritten; outside browsers the user's system is
 * `client_os`, beside the server's. */
export function normaliseContexts(
  event: JsonObject,
  platform: string,
  readAgent = readUserAgent,
): JsonObject {
  const contexts = namedContexts(event.contexts)
  for (const name in contexts) {
    const context = contexts[name]
    if (isJsonObject(context)) continue
    if (context === null || context === undefined || context === '') delete contexts[name]
    else contexts[name] = { value: context }
  }
  addAgent(contexts, platform, () => agentOf(event.request, readAgent))
  if (hasKeys(contexts)) event.contexts = contexts
  else delete event.contexts
  return contexts
}

/** A list has its members by their type, else by their place; any other value is the context `value`. */
function namedContexts(sent: Json | undefined): JsonObject {
  if (isJsonObject(sent)) return sent
  if (sent === undefined || sent === null || sent === '' || sent === false) return {}
  if (!Array.isArray(sent)) return { value: sent }
  const named: JsonObject = {}
  for (const [at, context] of sent.slice(0, MAX_CONTEXTS).entries()) {
    const type = isJsonObject(context) ? plainText(context.type) : undefined
    const isTaken = type === undefined || Object.hasOwn(named, type) || type === '__proto__'
    named[isTaken ? String(at) : headOf(type, MAX_NAME_CHARS)] = context
  }
  return named
}

/** `.NET 6.0.1`, `Microsoft Windows 10.0.17134`, `Linux 5.3.0-24-generic #24 SMP`: a name and its version. */
const DESCRIPTION = /^(?:Microsoft )?(\S.{0,60}?)(?: NT)? {1,3}v?(\d[\w.+-]{0,60})/

/** Null if unsaid. Else the first of this `type` (.NET: `server-runtime`), or by its `raw_description`. */
export function contextName(
  contexts: JsonObject,
  context: string,
  field: 'name' | 'version' = 'name',
): string | null {
  const found = contexts[context] ?? Object.values(contexts).find((other) => isOfType(other, context))
  if (!isJsonObject(found)) return null
  const sent = plainText(found[field]) ?? described(found, field)
  return sent === undefined ? null : headOf(sent, MAX_NAME_CHARS)
}

function isOfType(context: Json | undefined, type: string): boolean {
  return isJsonObject(context) && context.type === type
}

function described(context: JsonObject, field: 'name' | 'version'): string | undefined {
  const text = context.name === undefined ? plainText(context.raw_description) : undefined
  if (text === undefined) return undefined
  const parts = DESCRIPTION.exec(text)
  if (field === 'version') return parts?.[2]
  return parts?.[1] ?? text
}

function addAgent(contexts: JsonObject, platform: string, readAgent: () => UserAgent | undefined): void {
  const osContext = platform === 'javascript' ? 'os' : 'client_os'
  const wantsBrowser = contextName(contexts, 'browser') === null
  const wantsOs = contextName(contexts, osContext) === null
  if (!wantsBrowser && !wantsOs) return
  const agent = readAgent()
  if (agent === undefined) return
  if (wantsBrowser && agent.browser !== undefined) add(contexts, 'browser', agent.browser)
  if (wantsOs && agent.os !== undefined) add(contexts, osContext, agent.os)
}

function add(contexts: JsonObject, name: string, found: NamedVersion): void {
  const sent = contexts[name]
  contexts[name] = isJsonObject(sent) ? { ...sent, ...found } : { ...found }
}

/** Hints say more than the header they replace, but rarely all. */
function agentOf(request: Json | undefined, readAgent: typeof readUserAgent): UserAgent | undefined {
  const header = readHeader(request, 'user-agent')
  const brands = readHeader(request, 'sec-ch-ua')
  const parsed = header === undefined ? undefined : readAgent(header)
  if (brands === undefined) return parsed
  const system = readHeader(request, 'sec-ch-ua-platform') ?? ''
  const hinted = readClientHints(brands, system, readHeader(request, 'sec-ch-ua-platform-version') ?? '')
  return { ...parsed, ...hinted }
}

function hasKeys(object: JsonObject): boolean {
  for (const _key in object) return true
  return false
}
