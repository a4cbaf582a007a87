import type { Me } from '#contract/account/auth.ts'
import type { ApiClient } from '../client/api-client.ts'
import type { Engine } from '../database/engines.ts'
import { ofSuite } from '../of-suite.ts'
import { type ApiServer, startApiServer } from './api-server.ts'

/** The present time of the service when it starts: half past a full hour. It goes on from there. */
export const START = Date.UTC(2026, 10, 20, 10, 30)
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A service that takes `START` for the present, with two organizations. */
export interface IssueServer {
  server: ApiServer
  org: { orgId: number; orgUid: string }
  userId: string
  /** Signed in as the Owner of `org`. */
  client: ApiClient
  /** Signed in to the other organization. */
  stranger: ApiClient
  close(): Promise<void>
}

/** Starts one on an engine. The caller ends it with `close`. */
export async function startIssueServer(engine: Engine): Promise<IssueServer> {
  const server = await startApiServer({ engine })
  server.clockAhead = START - Date.now()
  const owner = await server.newOwner()
  const client = await server.signIn(owner)
  const stranger = await server.signIn(await server.newOwner())
  const me = await client.get<Me>('/api/v1/auth/me')
  return {
    server,
    org: { orgId: owner.orgId, orgUid: me.org.id },
    userId: owner.userId,
    client,
    stranger,
    close: () => server.close(),
  }
}

/** One for a suite. */
export function issueServer(engine: Engine): IssueServer {
  return ofSuite(() => startIssueServer(engine))
}
