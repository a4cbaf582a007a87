import { MAX_UA_CHARS, readUserAgent, type UserAgent } from '#domain/web/user-agent.ts'
import { Lru } from '#platform/lru.ts'

const known = new Lru<string, UserAgent>(512)

export function readAgent(header: string): UserAgent {
  const text = header.slice(0, MAX_UA_CHARS)
  const agent = known.get(text) ?? readUserAgent(text)
  known.set(text, agent)
  return agent
}
