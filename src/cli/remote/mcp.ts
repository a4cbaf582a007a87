import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { CommandContext } from '../command-context.ts'
import { requireNoArguments } from '../read-options.ts'
import { messageOf, type RemoteService, remoteService, sendToService } from './remote.ts'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC leaves these numbers to servers. */
const REFUSED = -32_000

interface Message {
  id?: string | number
  method?: string
  params?: { name?: unknown; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: unknown }
}

/** `errata mcp`: speaks MCP over stdin and stdout, and has the service at `ERRATA_URL` answer. */
export async function mcp({ args, env }: CommandContext): Promise<void> {
  requireNoArguments(args)
  const service = remoteService(env)
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const transport = new StdioServerTransport()
  const bridge = new Bridge(service)
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve
  })
  const asked = new Set<Promise<void>>()
  transport.onmessage = (message) => {
    const answered = bridge.ask(message as Message).then(write)
    asked.add(answered)
    void answered.finally(() => asked.delete(answered))
  }
  await transport.start()
  await ended
  await Promise.all(asked)
}

/** Not through the transport, which sends nothing once its input has ended: a script may send all and close it. */
function write(answers: readonly JSONRPCMessage[]): void {
  for (const answer of answers) process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** Hands messages on, each as a request of its own: the service keeps no sessions. */
class Bridge {
  readonly #service: RemoteService
  /** As agreed on by clients that begin with `initialize`; later ones name it in each message. */
  #version: string | undefined

  constructor(service: RemoteService) {
    this.#service = service
  }

  async ask(message: Message): Promise<JSONRPCMessage[]> {
    try {
      const { response, text } = await sendToService(this.#service, {
        method: 'POST',
        path: '/mcp',
        body: JSON.stringify(message),
        headers: this.#headersOf(message),
      })
      const answers = answersIn(text, response.headers.get('content-type') ?? '')
      if (answers.length === 0 && message.id !== undefined) {
        return [refusal(message.id, messageOf(text) ?? `The service answered ${response.status}.`)]
      }
      if (message.method === 'initialize') this.#agreeOn(answers)
      return answers as JSONRPCMessage[]
    } catch (error) {
      return message.id === undefined ? [] : [refusal(message.id, (error as Error).message)]
    }
  }

  #agreeOn(answers: readonly Message[]): void {
    const version = answers.find(({ result }) => result)?.result?.protocolVersion
    if (typeof version === 'string') this.#version = version
  }

  #headersOf({ method, params }: Message): Record<string, string> {
    const accept = 'application/json, text/event-stream'
    const named = params?._meta?.[VERSION_KEY]
    if (typeof named !== 'string' || method === undefined) {
      return { accept, ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }) }
    }
    const name = method === 'tools/call' ? params?.name : undefined
    return {
      accept,
      'mcp-protocol-version': named,
      'mcp-method': method,
      ...(typeof name === 'string' && /^[\w.-]{1,128}$/.test(name) && { 'mcp-name': name }),
    }
  }
}

function answersIn(text: string, type: string): Message[] {
  const parts = type.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []))
    : [text]
  return parts.flatMap((part) => {
    if (part.trim() === '') return []
    const message = JSON.parse(part) as Message & { jsonrpc?: unknown }
    return message.jsonrpc === '2.0' ? [message] : []
  })
}

function refusal(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: REFUSED, message } }
}
