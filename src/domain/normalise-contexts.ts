import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { readHeader } from './normalise-request.ts'
import { type NamedVersion, readClientHints, readUserAgent, type UserAgent } from './user-agent.ts'

/**
 * Brings contexts into an object of objects in place (null ones left out, plain values as `{ value }`) and
 * adds what the headers of the reported request say of the browser and the operating system. A context the
 * SDK sent is never overwritten; outside of browsers the user's system is `client_os`, beside the server's.
 */
export function normaliseContexts(event: JsonObject, platform: string): JsonObject {
  const contexts = isJsonObject(event.contexts) ? event.contexts : {}
  for (const name in contexts) {
    const context = contexts[name]
    if (isJsonObject(context)) continue
    if (context === null || context === undefined || context === '') delete contexts[name]
    else contexts[name] = { value: context }
  }
  addAgent(contexts, event.request, platform)
  if (hasKeys(contexts)) event.contexts = contexts
  else delete event.contexts
  return contexts
}

/** `name` and `version` of a context; null where it does not say. */
export function contextName(
  contexts: JsonObject,
  context: string,
  field: 'name' | 'version' = 'name',
): string | null {
  const found = contexts[context]
  const value = isJsonObject(found) ? found[field] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null
}

function addAgent(contexts: JsonObject, request: Json | undefined, platform: string): void {
  const osContext = platform === 'javascript' ? 'os' : 'client_os'
  const wantsBrowser = contextName(contexts, 'browser') === null
  const wantsOs = contextName(contexts, osContext) === null
  if (!wantsBrowser && !wantsOs) return
  const agent = agentOf(request)
  if (agent === undefined) return
  if (wantsBrowser && agent.browser !== undefined) add(contexts, 'browser', agent.browser)
  if (wantsOs && agent.os !== undefined) add(contexts, osContext, agent.os)
}

function add(contexts: JsonObject, name: string, found: NamedVersion): void {
  const sent = contexts[name]
  contexts[name] = isJsonObject(sent) ? { ...sent, ...found } : { ...found }
}

/** Hints say more than the header they replace, but rarely all. */
function agentOf(request: Json | undefined): UserAgent | undefined {
  const header = readHeader(request, 'user-agent')
  const brands = readHeader(request, 'sec-ch-ua')
  const parsed = header === undefined ? undefined : readUserAgent(header)
  if (brands === undefined) return parsed
  const system = readHeader(request, 'sec-ch-ua-platform') ?? ''
  const hinted = readClientHints(brands, system, readHeader(request, 'sec-ch-ua-platform-version') ?? '')
  return { ...parsed, ...hinted }
}

function hasKeys(object: JsonObject): boolean {
  for (const _key in object) return true
  return false
}
