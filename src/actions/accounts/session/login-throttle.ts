import { hash, randomUUID } from 'node:crypto'
import { counted } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { ATTEMPT_LIMITS } from '#contract/limits.ts'
import { clientNetwork, isPrivateAddress, wideNetwork } from '#domain/access/client-network.ts'
import { type Lane, LaneTurns } from '#platform/turns/lane-turns.ts'
import { admitLoginAttempt, clearLoginFailures, type LoginThrottle } from '#storage/account/credentials.ts'
import type { ActionDeps } from '../../action-deps.ts'
import {
  type CodeNoteDeps,
  type NoteDeps,
  noteThrottledCodes,
  noteThrottledLogin,
} from './note-throttled-login.ts'

const WINDOW_MS = ATTEMPT_LIMITS.attemptMinutes * 60_000
/** As `emailsPerAddress`, for a private address: many people may be behind it, as behind one of our proxies. */
const EMAILS_PER_PRIVATE_ADDRESS = 1000
const TURN_CHARS = 2
/** Attempts that are counted at once: anyone may make them, and each takes a connection and several statements. */
const TURNS = new LaneTurns({
  running: 2,
  perLane: 50,
  inAll: 200,
  refusal: () =>
    new ServiceError('rate_limit_exceeded', 'Too many attempts at once. Try again shortly.', {
      retryAfterSeconds: 2,
    }),
})

export interface LoginIdentity {
  ip: string
  email: string
  /** Names a browser that was signed in with this e-mail address before. */
  device?: string | null
}

export interface LoginAttempt extends LoginIdentity {
  id: string
}

/** Counts as failed until `forgiveLogin`. @throws rate_limit_exceeded: too many failures in 15 min */
export async function admitLogin(deps: NoteDeps, identity: LoginIdentity): Promise<LoginAttempt> {
  const { ip } = identity
  const id = randomUUID()
  const turn = { lane: loginLane(identity), key: networkKey(ip) }
  const blockedForMs = await admit(deps, { id, turn }, throttlesOf(identity))
  if (blockedForMs === null) return { ...identity, id }
  noteThrottledLogin(deps, { ...identity, windowMs: WINDOW_MS })
  throw tooMany('Too many failed sign-ins.', blockedForMs)
}

/** A flood of guesses, from however many addresses of a network, must not keep others from signing in. */
export function loginLane({ ip, email, device }: LoginIdentity): Lane {
  return device ? { name: email, isReserved: true } : networkLane(ip)
}

function networkLane(ip: string): Lane {
  return { name: wideNetwork(ip), isReserved: false }
}

function turnOf(ip: string): AttemptTurn {
  return { lane: networkLane(ip), key: addressKey(ip) }
}

function throttlesOf(identity: LoginIdentity): LoginThrottle[] {
  const { ip, email, device } = identity
  const own = { key: pairKey(identity), limit: ATTEMPT_LIMITS.loginFailures }
  // A browser that is known is judged by itself: nobody else at its address can shut it out.
  if (device) return [own]
  const per = emailKey(email)
  if (isPrivateAddress(ip)) return [own, { key: addressKey(ip), limit: EMAILS_PER_PRIVATE_ADDRESS, per }]
  return [
    own,
    { key: addressKey(ip), limit: ATTEMPT_LIMITS.emailsPerAddress, per },
    { key: networkPairKey(identity), limit: ATTEMPT_LIMITS.failuresPerNetwork },
    { key: networkKey(ip), limit: ATTEMPT_LIMITS.emailsPerNetwork, per },
  ]
}

/** After a success; only for this address or browser with this e-mail address. Someone who knows one
 * password still gets no more guesses at others. */
export async function forgiveLogin({ database }: ActionDeps, attempt: LoginAttempt): Promise<void> {
  await clearLoginFailures(database.queries, pairKey(attempt))
  if (attempt.device) return
  await clearLoginFailures(database.queries, addressKey(attempt.ip), emailKey(attempt.email))
  await clearLoginFailures(database.queries, networkPairKey(attempt), attempt.id)
  await clearLoginFailures(database.queries, networkKey(attempt.ip), emailKey(attempt.email))
}

/** An attempt that fails before its password was looked at, because the service is busy, doesn't count. */
export async function judgeLogin<T>(
  { database }: ActionDeps,
  attempt: LoginAttempt,
  judge: () => Promise<T>,
): Promise<T> {
  try {
    return await judge()
  } catch (error) {
    await withdrawLogin({ database }, attempt)
    throw error
  }
}

/** For an attempt in which nothing was guessed. */
export async function withdrawLogin(
  { database }: Pick<ActionDeps, 'database'>,
  attempt: LoginAttempt,
): Promise<void> {
  for (const key of [pairKey(attempt), networkPairKey(attempt)])
    await clearLoginFailures(database.queries, key, attempt.id)
}

export interface CodeAttempt {
  id: string
  key: string
}

/** Counts as wrong until `forgiveCode`. Browsers that are known have a limit of their own, in common: someone with a
 * stolen password must not keep its owner from signing in. @throws rate_limit_exceeded: too many in 15 min */
export async function admitCode(
  deps: CodeNoteDeps,
  { userId, ip, email, isKnown }: { userId: string; ip: string; email: string; isKnown: boolean },
): Promise<CodeAttempt> {
  const key = hash('sha256', `code\n${userId}\n${isKnown ? 'known' : 'new'}`)
  const id = randomUUID()
  const turn = { lane: { name: userId, isReserved: true }, key }
  const blockedForMs = await admit(deps, { id, turn }, [{ key, limit: ATTEMPT_LIMITS.wrongCodes }])
  if (blockedForMs === null) return { id, key }
  noteThrottledCodes(deps, { ip, email })
  throw tooMany('Too many wrong codes.', blockedForMs)
}

/** Only this attempt: earlier ones stay wrong, so that signing in does not give others more guesses. */
export async function forgiveCode({ database }: ActionDeps, { id, key }: CodeAttempt): Promise<void> {
  await clearLoginFailures(database.queries, key, id)
}

/** Counts as wrong until `forgiveLink`. @throws rate_limit_exceeded: too many by this address in 15 min */
export async function admitLink(deps: ActionDeps, ip: string): Promise<void> {
  const blockedForMs = await admit(deps, { turn: turnOf(ip) }, [
    { key: linkKey(ip), limit: ATTEMPT_LIMITS.wrongLinks },
  ])
  if (blockedForMs !== null) throw tooMany('Too many invalid links.', blockedForMs)
}

export async function forgiveLink({ database }: ActionDeps, ip: string): Promise<void> {
  await clearLoginFailures(database.queries, linkKey(ip))
}

/** Counts as failed until `forgiveSingleSignOn`. @throws rate_limit_exceeded: too many by this address in 15 min */
export async function admitSingleSignOn(deps: ActionDeps, ip: string): Promise<void> {
  const throttle = { key: singleSignOnKey(ip), limit: ATTEMPT_LIMITS.wrongProviderAnswers }
  const blockedForMs = await admit(deps, { turn: turnOf(ip) }, [throttle])
  if (blockedForMs !== null) throw tooMany('Too many failed sign-ins.', blockedForMs)
}

export async function forgiveSingleSignOn({ database }: ActionDeps, ip: string): Promise<void> {
  await clearLoginFailures(database.queries, singleSignOnKey(ip))
}

/** @throws rate_limit_exceeded: too many reset requests by this address in 15 min */
export async function admitReset(deps: ActionDeps, ip: string): Promise<void> {
  const key = hash('sha256', `reset\n${clientNetwork(ip)}`)
  const blockedForMs = await admit(deps, { turn: turnOf(ip) }, [{ key, limit: ATTEMPT_LIMITS.resetEmails }])
  if (blockedForMs !== null) throw tooMany('Too many password reset requests.', blockedForMs)
}

/** Before a link is made whose mail an admin causes: admins choose addresses, and all mails wait in one line.
 * @throws rate_limit_exceeded: too many for the organization, or for this address, in 15 min */
export async function admitMemberLink(
  deps: ActionDeps,
  { orgUid, email }: { orgUid: string; email: string },
): Promise<void> {
  const organization = hash('sha256', `links\n${orgUid}`)
  const throttles = [
    { key: hash('sha256', `links\n${orgUid}\n${email}`), limit: ATTEMPT_LIMITS.linksPerEmail },
    { key: organization, limit: ATTEMPT_LIMITS.linksPerOrg },
  ]
  const turn = { lane: { name: orgUid, isReserved: true }, key: organization }
  const blockedForMs = await admit(deps, { turn }, throttles)
  if (blockedForMs !== null) throw tooMany('Too many links emailed to members.', blockedForMs)
}

interface AttemptTurn {
  lane: Lane
  /** Of what is counted: attempts of one key are counted one after the other, on all nodes. */
  key: string
}

/** Null when the attempt may go on, else how long (ms) until the next one may. @throws rate_limit_exceeded */
async function admit(
  { database, clock }: ActionDeps,
  { turn, id = randomUUID() }: { turn: AttemptTurn; id?: string },
  throttles: readonly LoginThrottle[],
): Promise<number | null> {
  const at = clock()
  const attempt = { id, at, windowMs: WINDOW_MS, turn: `turn-${turn.key.slice(0, TURN_CHARS)}` }
  const blockedUntil = await TURNS.run(turn.lane, () =>
    database.transaction((tx) => admitLoginAttempt(tx, throttles, attempt)),
  )
  return blockedUntil === null ? null : blockedUntil - at
}

function tooMany(what: string, blockedForMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(blockedForMs / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `${what} Try again in ${counted(minutes, 'minute')}.`
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds })
}

function pairKey({ ip, email, device }: LoginIdentity): string {
  return hash('sha256', device ? `device\n${device}` : `login\n${clientNetwork(ip)}\n${email}`)
}

function networkPairKey({ ip, email }: LoginIdentity): string {
  return hash('sha256', `login of network\n${wideNetwork(ip)}\n${email}`)
}

function emailKey(email: string): string {
  return hash('sha256', `email\n${email}`)
}

function addressKey(ip: string): string {
  return hash('sha256', `address\n${clientNetwork(ip)}`)
}

function networkKey(ip: string): string {
  return hash('sha256', `network\n${wideNetwork(ip)}`)
}

function singleSignOnKey(ip: string): string {
  return hash('sha256', `single sign-on\n${clientNetwork(ip)}`)
}

function linkKey(ip: string): string {
  return hash('sha256', `link\n${clientNetwork(ip)}`)
}
