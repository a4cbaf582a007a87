import { randomUUID } from 'node:crypto'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import { findSession } from '#storage/account/credentials.ts'
import { hasIdentity, type OidcIdentity } from '#storage/account/oidc-identity.ts'
import { deleteSession, insertSession, type NewSession } from '#storage/account/session.ts'
import { readTwoFactor } from '#storage/account/two-factor.ts'
import { lockPasswordHash, touchUser } from '#storage/account/user.ts'
import { isMissingReference } from '#storage/engine/database.ts'
import type { OrgKey, OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { sessionEnd } from './lifetime.ts'

const MAX_USER_AGENT_CHARS = 300

/** Someone who signs in, and what they proved. */
export interface SignedIn extends OrgKey {
  userId: string
  passwordHash: string
  /** The authenticator app's, if a code was given. */
  sealedSecret?: string | null
  /** The account at the single sign-on provider, if it signed in. */
  identity?: OidcIdentity
}

export interface Browser {
  ip: string
  userAgent: string
  token: string | undefined
}

/** Always makes a new token, so a cookie planted before is worthless, and ends this browser's old session.
 * @returns the token, known only here; null for a member who was removed, or has another password or second factor, by now. */
export async function startSession(
  deps: ActionDeps,
  owner: SignedIn,
  browser: Browser,
): Promise<string | null> {
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
    viaProvider: owner.identity !== undefined,
  }
  if (!(await storeSession(deps, owner, session))) return null
  await endSessionOf(deps, browser.token)
  return token
}

async function storeSession(
  { database }: ActionDeps,
  owner: SignedIn,
  session: NewSession,
): Promise<boolean> {
  try {
    return await database.inOrg(owner, async (scope) => {
      if (!(await isStillProven(scope, owner))) return false
      await insertSession(scope, session)
      await touchUser(scope, owner.userId, session.createdAt)
      return true
    })
  } catch (error) {
    if (isMissingReference(error)) return false
    throw error
  }
}

/** A new password and a new second factor end every session; one that began with the earlier ones must not come after. */
async function isStillProven(
  scope: OrgScope,
  { userId, passwordHash, sealedSecret = null, identity }: SignedIn,
): Promise<boolean> {
  if ((await lockPasswordHash(scope, userId)) !== passwordHash) return false
  if (identity && !(await hasIdentity(scope, userId, identity))) return false
  const factor = await readTwoFactor(scope, userId)
  return !factor || factor.enabledAt === null || factor.sealedSecret === sealedSecret
}

export async function endSessionOf({ database }: ActionDeps, token: string | undefined): Promise<void> {
  if (!token) return
  const found = await findSession(database.queries, hashSecret(token))
  if (found) await deleteSession(database.serviceScope(found), found.userId, found.sessionId)
}
