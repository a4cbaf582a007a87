import {
  confirmPasswordReset as confirm,
  requestPasswordReset as request,
} from '#actions/accounts/password/reset.ts'
import type { PasswordResetBody, PasswordResetConfirmBody } from '#contract/account/member.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import type { PublicCall } from '../../routes/route.ts'

/** POST /api/v1/auth/password-reset. */
export async function requestPasswordReset(call: PublicCall<{ body: PasswordResetBody }>): Promise<void> {
  await request(call.services, { email: call.body.email.trim().toLowerCase(), ip: call.request.ip })
}

/** POST /api/v1/auth/password-reset/confirm: sets the password, ends every session there was and signs in. */
export async function confirmPasswordReset(
  call: PublicCall<{ body: PasswordResetConfirmBody }>,
): Promise<void> {
  signIn(call, await confirm(call.services, call.body, browserOf(call)))
}
