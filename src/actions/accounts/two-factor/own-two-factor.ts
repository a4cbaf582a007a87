import type { TwoFactor, TwoFactorSetup } from '#contract/account/two-factor.ts'
import { invalidField, ServiceError } from '#contract/errors.ts'
import { isoTimeOrNull } from '#contract/time.ts'
import { readSignInCode } from '#domain/access/sign-in-code.ts'
import { secretText, stepOfCode, totpUri } from '#domain/access/totp.ts'
import { twoFactorOffNotice } from '#domain/notify/mail-text.ts'
import { deleteOtherSessions } from '#storage/account/session.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  deleteTwoFactor,
  hasTwoFactor,
  readTwoFactor,
  replaceRecoveryCodes,
} from '#storage/account/two-factor.ts'
import { lockPasswordHash } from '#storage/account/user.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { PasswordHasher } from '../password/hasher.ts'
import { mailNotice } from '../password/link.ts'
import { requireOwnPassword, requireSamePassword } from '../password/require-own-password.ts'
import type { SessionPrincipal } from '../principal.ts'
import { admitCode, forgiveCode } from '../session/login-throttle.ts'
import { writeAsMember } from '../write-as-member.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorDeps } from './require-second-factor.ts'
import { newAppSecret, openAppSecret } from './secret.ts'

type Caller = ActingCaller<SessionPrincipal>

export interface OwnTwoFactorDeps extends SecondFactorDeps {
  passwords: PasswordHasher
}

/** From the password to the first code: afterwards the setup begins again. */
const SETUP_MS = 30 * 60_000

export async function readOwnTwoFactor({ database }: ActionDeps, caller: Caller): Promise<TwoFactor> {
  const scope = database.scope(caller)
  const enabledAt = (await readTwoFactor(scope, caller.userId))?.enabledAt ?? null
  const left = enabledAt === null ? 0 : await countRecoveryCodes(scope, caller.userId)
  return { enabled: enabledAt !== null, enabled_at: isoTimeOrNull(enabledAt), recovery_codes_left: left }
}

/** Makes a secret, which the first code confirms. @throws invalid_request, conflict, rate_limit_exceeded */
export async function setUpTwoFactor(
  deps: OwnTwoFactorDeps,
  caller: Caller,
  password: string,
): Promise<TwoFactorSetup> {
  const proven = await requireOwnPassword(deps, caller, { password, path: 'password' })
  const { userId, email } = caller
  const { secret, sealed } = newAppSecret(deps.key, userId)
  const made = { sealedSecret: sealed, createdAt: deps.clock() }
  const isBegun = await writeAsMember(deps, caller, async (scope) => {
    await requireSamePassword(scope, userId, proven)
    return beginTwoFactor(scope, userId, made)
  })
  if (!isBegun) throw alreadyOn()
  return { secret: secretText(secret), uri: totpUri(secret, email) }
}

/** Ends the other sessions. @returns the recovery codes. @throws invalid_request, conflict, rate_limit_exceeded */
export async function enableTwoFactor(
  deps: OwnTwoFactorDeps,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { userId, ip, email } = caller
  const factor = await readTwoFactor(deps.database.scope(caller), userId)
  const at = deps.clock()
  if (factor && factor.enabledAt !== null) throw alreadyOn()
  const secret = factor && openAppSecret(deps.key, userId, factor.sealedSecret)
  if (!secret || at - factor.createdAt > SETUP_MS) {
    throw new ServiceError('conflict', 'The setup was not started, or half an hour ago. Start it again.')
  }
  const guess = await admitCode(deps, { userId, ip, email, isKnown: true })
  const given = readSignInCode(code)
  const step = given?.kind === 'app' ? stepOfCode(secret, given.code, { now: at, after: 0 }) : null
  if (step === null) {
    throw invalidField('code', 'This code is wrong or too old. Enter the 6 digits that your app shows now.')
  }
  await forgiveCode(deps, guess)
  const { codes, hashes } = newRecoveryCodes(userId)
  await writeAsMember(deps, caller, async (scope) => {
    const { sealedSecret } = factor
    // A sign-in that needed no code yet is stored before, and ends with the others, or sees that it needs one.
    await lockPasswordHash(scope, userId)
    if (!(await confirmTwoFactor(scope, userId, { sealedSecret, step, at }))) throw alreadyOn()
    await replaceRecoveryCodes(scope, userId, hashes)
    const details = { sessions_ended: await deleteOtherSessions(scope, userId, caller.session.id) }
    const act = { action: 'two_factor.enabled', target: memberTarget(caller), details } as const
    await recordAct(scope, caller, { at, ...act })
  })
  return codes
}

/** Deletes the secret and the recovery codes. @throws invalid_request, conflict, rate_limit_exceeded */
export async function disableOwnTwoFactor(
  deps: OwnTwoFactorDeps,
  caller: Caller,
  password: string,
): Promise<void> {
  const proven = await requireOwnPassword(deps, caller, { password, path: 'password' })
  const at = deps.clock()
  await writeAsMember(deps, caller, async (scope) => {
    await requireSamePassword(scope, caller.userId, proven)
    if (!(await deleteTwoFactor(scope, caller.userId))) throw isOff()
    await recordAct(scope, caller, { at, action: 'two_factor.disabled', target: memberTarget(caller) })
  })
  mailNotice(deps, caller.email, twoFactorOffNotice({ by: null, at }))
}

/** The earlier ones no longer work. @throws invalid_request, conflict, rate_limit_exceeded */
export async function renewRecoveryCodes(
  deps: OwnTwoFactorDeps,
  caller: Caller,
  password: string,
): Promise<string[]> {
  const proven = await requireOwnPassword(deps, caller, { password, path: 'password' })
  const { userId } = caller
  const { codes, hashes } = newRecoveryCodes(userId)
  await writeAsMember(deps, caller, async (scope) => {
    await requireSamePassword(scope, userId, proven)
    if (!(await hasTwoFactor(scope, userId))) throw isOff()
    await replaceRecoveryCodes(scope, userId, hashes)
    const act = { action: 'two_factor.codes_replaced', target: memberTarget(caller) } as const
    await recordAct(scope, caller, { at: deps.clock(), ...act })
  })
  return codes
}

function alreadyOn(): ServiceError {
  return new ServiceError(
    'conflict',
    'Two-factor sign-in is already on. To use another app, turn it off first.',
  )
}

function isOff(): ServiceError {
  return new ServiceError('conflict', 'Two-factor sign-in is off. Turn it on first.')
}
