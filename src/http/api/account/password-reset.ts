import {
  confirmPasswordReset as confirm,
  requestPasswordReset as request,
} from '#actions/accounts/password/reset.ts'
import type { PasswordResetBody, PasswordResetConfirmBody } from '#contract/account/member.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import type { PublicCall } from '../../routes/route.ts'

export async function requestPasswordReset(call: PublicCall<{ body: PasswordResetBody }>): Promise<void> {
  await request(call.services, { email: call.body.email.trim().toLowerCase(), ip: browserOf(call).ip })
}

export async function confirmPasswordReset(
  call: PublicCall<{ body: PasswordResetConfirmBody }>,
): Promise<void> {
  const token = await confirm(call.services, call.body, browserOf(call))
  if (token !== null) signIn(call, token)
}
