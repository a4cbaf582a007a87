import { MAX_UA_CHARS, readUserAgent, type UserAgent } from '#domain/web/user-agent.ts'
import { Lru } from '#platform/lru.ts'

const known = new Lru<string, UserAgent>(512)

export function readAgent(header: string): UserAgent {
  return known.getOr(header.slice(0, MAX_UA_CHARS), readUserAgent)
}
