import { z } from 'zod'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

/** Codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODES = { parseError: -32700, invalidRequest: -32600, invalidParams: -32602 } as const

const SHOWN_NAME_CHARS = 100

/** What is wrong with a message that the protocol's library would answer with what it isn't. */
export interface MessageFault {
  code: number
  message: string
}

const initialization = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
})

const call = z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() })

/** Names of what can be called, by the method that does. */
export type Callable = Record<'tools/call' | 'prompts/get', ReadonlySet<unknown>>

/** Null for a message that the library can judge, such as one without an id, which gets no answer. */
export function faultOf(body: object, callable: Callable): MessageFault | null {
  const { method, params } = body as { method?: unknown; params?: unknown }
  // Params must be an object; the library refuses the message otherwise.
  if (rpcIdOf(body) === null || typeof (params ?? {}) !== 'object' || Array.isArray(params)) return null
  const message =
    method === 'initialize'
      ? faultOfStart(params)
      : (method === 'tools/call' || method === 'prompts/get') && faultOfCall(params, method, callable[method])
  return message ? { code: RPC_CODES.invalidParams, message } : null
}

function faultOfStart(params: unknown): string | null {
  if (initialization.safeParse(params).success) return null
  return 'initialize needs the params protocolVersion, capabilities and clientInfo (name, version).'
}

function faultOfCall(params: unknown, method: keyof Callable, names: ReadonlySet<unknown>): string | null {
  const { success, data } = call.safeParse(params)
  if (!success) return `${method} needs the params name, a text, and arguments, an object.`
  if (names.has(data.name)) return null
  const [noun, list] = method === 'tools/call' ? ['tool', 'tools/list'] : ['prompt', 'prompts/list']
  return `Unknown ${noun}: ${cutLine(inertLine(data.name), SHOWN_NAME_CHARS)}. Call ${list} for their names.`
}

/** The id to answer with; null if the message has none that can be read. */
export function rpcIdOf(body: unknown): string | number | null {
  const { jsonrpc, id } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return jsonrpc === '2.0' && (typeof id === 'string' || typeof id === 'number') ? id : null
}

export function rpcError(id: string | number | null, error: MessageFault & { data?: object }): object {
  return { jsonrpc: '2.0', id, error }
}
