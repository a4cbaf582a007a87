import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal, TokenPrincipal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import type { ApiServices } from '../api-services.ts'
import { authenticate } from '../auth/authenticate.ts'
import { callerNow } from '../auth/caller-now.ts'
import { requireSameOrigin } from '../auth/same-origin.ts'
import { countRequest } from '../auth/token/admit-token.ts'
import { originOf } from '../origin-of.ts'
import { MCP_ROUTE } from '../routes/mcp.ts'
import { answerProblem } from '../server/answer-problem.ts'
import { HOLD } from '../server/body-room.ts'
import { faultOf, RPC_CODES, rpcError, rpcIdOf } from './message-fault.ts'

const PRINCIPAL = 'mcpPrincipal'
/** No tool has arguments of more than a few; writing the message again takes a stack as deep as it. */
const MAX_LEVELS = 100
const HEADERS = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** Serves the Model Context Protocol to access tokens: the current version without sessions, and the one
 * before it. Its code is loaded with the first request: who has no agents does not pay for them. */
export function registerMcp(fastify: FastifyInstance, services: ApiServices): void {
  const onFailure = (error: unknown) => fastify.log.error({ err: error }, 'an MCP tool failed')
  const load = async () => {
    const { mcpHandler, CALLABLE, WRITE_NAMES } = await import('./mcp-handler.ts')
    return { handler: mcpHandler(onFailure), callable: CALLABLE, writes: WRITE_NAMES }
  }
  let loaded: ReturnType<typeof load> | undefined
  fastify.decorateRequest(PRINCIPAL, null)
  fastify.route({
    method: MCP_ROUTE.method,
    url: MCP_ROUTE.path,
    bodyLimit: MCP_ROUTE.maxBodyBytes,
    errorHandler: answerFailure,
    onRequest: async (request, reply) => {
      const principal = await authenticate(request, services, MCP_ROUTE)
      requireSameOrigin(request, services.config.baseUrl)
      request.setDecorator(PRINCIPAL, principal)
      request.setDecorator(HOLD, services.bodies.of(principal.orgId, reply.raw))
    },
    handler: async (request, reply) => {
      const now = await callerNow({ services, request, reply }, MCP_ROUTE)
      const principal = (now ?? request.getDecorator<Principal>(PRINCIPAL)) as TokenPrincipal
      loaded ??= load().catch((error: unknown) => {
        loaded = undefined
        throw error
      })
      const { handler, callable, writes } = await loaded
      const kind = writes.has(calledTool(request.body)) ? 'write' : 'read'
      countRequest({ services, request, reply }, principal, kind)
      requireOneMessage(request.body)
      const fault = faultOf(request.body, callable)
      if (fault !== null) return sendJson(reply, rpcError(rpcIdOf(request.body), fault))
      const origin = originOf(services.config, request)
      const call = { services, principal, ip: request.ip, origin }
      const { token } = principal
      const authInfo = { token: '', clientId: token.id, scopes: [...token.scopes], extra: { ...call } }
      const response = await handler.fetch(webRequest(request), {
        authInfo,
        parsedBody: request.body,
      })
      return sendResponse(reply, response)
    },
  })
}

/** What is wrong with a message is said in the terms of JSON-RPC; whatever else is refused, as everywhere. */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isOfMessage = error instanceof ServiceError && error.status === 400 && isAdmitted(request)
  if (!isOfMessage) return answerProblem(error, request, reply)
  const { parseError, invalidRequest } = RPC_CODES
  const code = request.body === undefined ? parseError : invalidRequest
  const data = { error: error.code, request_id: request.id }
  return sendJson(reply.code(400), rpcError(rpcIdOf(request.body), { code, message: error.message, data }))
}

function isAdmitted(request: FastifyRequest): boolean {
  return request.getDecorator<TokenPrincipal | null>(PRINCIPAL) !== null
}

function sendJson(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer)
}

/** A batch would be many requests that count as one. */
function requireOneMessage(body: unknown): asserts body is object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_request', 'Send one JSON-RPC message in each request.')
  }
  if (isDeeperThan(MAX_LEVELS, body)) {
    const message = `The message is nested more than ${MAX_LEVELS} levels deep. Send less deeply nested values.`
    throw new ServiceError('invalid_request', message)
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part))
}

/** The name of the tool that a message calls; undefined for any other message. */
function calledTool(body: unknown): unknown {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' ? params?.name : undefined
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request('http://errata/mcp', { method: 'POST', headers, body: JSON.stringify(request.body) })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  const text = await response.text()
  reply.code(response.status).header('cache-control', 'no-store')
  if (type !== null) reply.type(type)
  return reply.send(text)
}
