import { randomUUID } from 'node:crypto'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import { findSession } from '#storage/account/credentials.ts'
import { deleteSession, insertSession, type NewSession } from '#storage/account/session.ts'
import { touchUser } from '#storage/account/user.ts'
import { isMissingReference } from '#storage/engine/database.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { sessionEnd } from './lifetime.ts'

const MAX_USER_AGENT_CHARS = 300

export interface SessionOwner {
  userId: string
  orgId: number
  orgUid: string
}

export interface Browser {
  ip: string
  userAgent: string
  token: string | undefined
}

/** Always makes a new token, so a cookie planted before is worthless, and ends this browser's old session.
 * @returns the token, known only here; null for a member removed meanwhile. */
export async function startSession(
  deps: ActionDeps,
  owner: SessionOwner,
  browser: Browser,
): Promise<string | null> {
  await endSessionOf(deps, browser.token)
  const token = newSecretToken()
  const now = deps.clock()
  const session = {
    id: randomUUID(),
    tokenHash: hashSecret(token),
    userId: owner.userId,
    createdAt: now,
    expiresAt: sessionEnd(now, now),
    userAgent: browser.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    ip: browser.ip,
  }
  return (await storeSession(deps, owner, session)) ? token : null
}

async function storeSession(
  { database }: ActionDeps,
  owner: SessionOwner,
  session: NewSession,
): Promise<boolean> {
  try {
    await database.inOrg(owner, async (scope) => {
      await insertSession(scope, session)
      await touchUser(scope, owner.userId, session.createdAt)
    })
    return true
  } catch (error) {
    if (isMissingReference(error)) return false
    throw error
  }
}

export async function endSessionOf({ database }: ActionDeps, token: string | undefined): Promise<void> {
  if (!token) return
  const found = await findSession(database.queries, hashSecret(token))
  if (found) await deleteSession(database.serviceScope(found), found.userId, found.sessionId)
}
