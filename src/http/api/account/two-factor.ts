import {
  disableOwnTwoFactor,
  enableTwoFactor,
  readOwnTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '#actions/accounts/two-factor/own-two-factor.ts'
import type {
  OwnPasswordBody,
  RecoveryCodes,
  TwoFactor,
  TwoFactorCodeBody,
  TwoFactorSetup,
} from '#contract/account/two-factor.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

type PasswordCall = SessionOnlyCall<{ body: OwnPasswordBody }>

export async function getTwoFactor(call: SessionOnlyCall): Promise<TwoFactor> {
  return readOwnTwoFactor(call.services, callerOf(call))
}

export async function postSetup(call: PasswordCall): Promise<TwoFactorSetup> {
  return setUpTwoFactor(call.services, callerOf(call), call.body.password)
}

export async function postEnable(call: SessionOnlyCall<{ body: TwoFactorCodeBody }>): Promise<RecoveryCodes> {
  return { recovery_codes: await enableTwoFactor(call.services, callerOf(call), call.body.code) }
}

export async function postDisable(call: PasswordCall): Promise<void> {
  await disableOwnTwoFactor(call.services, callerOf(call), call.body.password)
}

export async function postRecoveryCodes(call: PasswordCall): Promise<RecoveryCodes> {
  return { recovery_codes: await renewRecoveryCodes(call.services, callerOf(call), call.body.password) }
}
