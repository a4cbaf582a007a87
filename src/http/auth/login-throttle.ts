import { hash, randomUUID } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import { admitLoginAttempt, clearLoginFailures } from '#storage/credentials.ts'
import type { ApiServices } from '../api-services.ts'

const WINDOW_MS = 15 * 60_000
const FAILURES_PER_ADDRESS_AND_EMAIL = 10
/** One address that tries many e-mail addresses is stopped as well; an office behind one address is not. */
const FAILURES_PER_ADDRESS = 100
/** 256 turns: one address waits for itself, and for one in 256 others. */
const TURN_CHARS = 2

export interface LoginIdentity {
  ip: string
  /** Lower case. */
  email: string
}

/**
 * Counts a login attempt, as failed until `forgiveLogin` takes that back.
 * @throws ServiceError rate_limit_exceeded after too many failures within 15 minutes
 */
export async function admitLogin({ database, clock }: ApiServices, identity: LoginIdentity): Promise<void> {
  const at = clock()
  const throttles = [
    { key: pairKey(identity), limit: FAILURES_PER_ADDRESS_AND_EMAIL },
    { key: addressKey(identity), limit: FAILURES_PER_ADDRESS },
  ]
  const turn = `turn-${addressKey(identity).slice(0, TURN_CHARS)}`
  const attempt = { id: randomUUID(), at, windowMs: WINDOW_MS, turn }
  const blockedUntil = await database.transaction((tx) => admitLoginAttempt(tx, throttles, attempt))
  if (blockedUntil === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((blockedUntil - at) / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new ServiceError(
    'rate_limit_exceeded',
    `Too many failed logins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds },
  )
}

/** Forgets the failures of this address with this e-mail address, after a success. */
export async function forgiveLogin({ database }: ApiServices, identity: LoginIdentity): Promise<void> {
  await clearLoginFailures(database.queries, pairKey(identity))
}

function pairKey({ ip, email }: LoginIdentity): string {
  return hash('sha256', `login\n${ip}\n${email}`)
}

function addressKey({ ip }: LoginIdentity): string {
  return hash('sha256', `address\n${ip}`)
}
