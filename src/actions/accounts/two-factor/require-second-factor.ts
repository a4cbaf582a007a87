import { ServiceError } from '#contract/errors.ts'
import { readSignInCode } from '#domain/access/sign-in-code.ts'
import { MOST_STEPS_AHEAD, stepOfCode } from '#domain/access/totp.ts'
import { recoveryCodeNotice } from '#domain/notify/mail-text.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import type { UserCredential } from '#storage/account/credentials.ts'
import {
  countRecoveryCodes,
  readTwoFactor,
  type TwoFactorRow,
  takeRecoveryCode,
  takeStep,
} from '#storage/account/two-factor.ts'
import { memberTarget, recordAct, userActor } from '../acting.ts'
import { mailNotice } from '../password/link.ts'
import { admitCode, forgiveCode, type LoginAttempt, withdrawLogin } from '../session/login-throttle.ts'
import type { CodeNoteDeps } from '../session/note-throttled-login.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { openAppSecret } from './secret.ts'

const UNREADABLE =
  "Codes of authenticator apps can't be checked: the server's installation key was changed. Use a recovery code, or ask an owner to turn two-factor sign-in off for you."

export interface SecondFactorDeps extends CodeNoteDeps {
  key: InstallationKey
}

interface Presented {
  user: UserCredential
  code: string | undefined
}

/** After the password, which must have been right: what this says tells that it was.
 * @returns the sealed secret of the second factor that was given; null if none is needed. @throws second_factor_required, invalid_second_factor, rate_limit_exceeded */
export async function requireSecondFactor(
  deps: SecondFactorDeps,
  attempt: LoginAttempt,
  { user, code = '' }: Presented,
): Promise<string | null> {
  const factor = await readTwoFactor(deps.database.serviceScope(user), user.userId)
  if (!factor || factor.enabledAt === null) return null
  if (code.trim() === '') {
    await withdrawLogin(deps, attempt)
    throw new ServiceError('second_factor_required')
  }
  const { ip, email, device } = attempt
  const guess = await admitCode(deps, { userId: user.userId, ip, email, isKnown: Boolean(device) })
  const given = readSignInCode(code)
  const isRight =
    given?.kind === 'recovery'
      ? await spendRecoveryCode(deps, { user, code: given.code, ip })
      : given?.kind === 'app' && (await spendAppCode(deps, factor, { user, code: given.code }))
  if (!isRight) throw new ServiceError('invalid_second_factor')
  await forgiveCode(deps, guess)
  return factor.sealedSecret
}

async function spendAppCode(
  { database, key, clock }: SecondFactorDeps,
  { sealedSecret, lastStep }: TwoFactorRow,
  { user, code }: { user: UserCredential; code: string },
): Promise<boolean> {
  const { userId } = user
  const secret = openAppSecret(key, userId, sealedSecret)
  if (secret === null) throw new ServiceError('invalid_second_factor', UNREADABLE)
  const step = stepOfCode(secret, code, { now: clock(), after: lastStep })
  if (step === null) return false
  return takeStep(database.serviceScope(user), userId, { sealedSecret, step, mostAhead: MOST_STEPS_AHEAD })
}

async function spendRecoveryCode(
  deps: SecondFactorDeps,
  { user, code, ip }: { user: UserCredential; code: string; ip: string },
): Promise<boolean> {
  const { userId, email } = user
  const at = deps.clock()
  const left = await deps.database.inOrg(user, async (scope) => {
    if (!(await takeRecoveryCode(scope, userId, recoveryCodeHash(userId, code)))) return null
    const codesLeft = await countRecoveryCodes(scope, userId)
    const details = { recovery_codes_left: codesLeft }
    const act = { action: 'two_factor.code_used', target: memberTarget(user), details } as const
    await recordAct(scope, { actor: userActor(user), ip }, { at, ...act })
    return codesLeft
  })
  if (left === null) return false
  mailNotice(deps, email, recoveryCodeNotice({ at, left }))
  return true
}
