import { logIn } from '#actions/accounts/session/log-in.ts'
import { endSessionOf } from '#actions/accounts/session/start-session.ts'
import type { LoginBody } from '#contract/account/auth.ts'
import { clearSessionCookie, readSessionCookie } from '../../auth/session/cookie.ts'
import { knownDevice } from '../../auth/session/device-cookie.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { warnOfUnknownProxy } from '../../auth/unknown-proxy.ts'
import type { PublicCall, SessionOnlyCall } from '../../routes/route.ts'

export async function login(call: PublicCall<{ body: LoginBody }>): Promise<void> {
  const { services, body } = call
  const email = body.email.trim().toLowerCase()
  warnOfUnknownProxy(call)
  const device = knownDevice(call, email)
  const { password, code } = body
  signIn(call, await logIn(services, { email, password, code, device, browser: browserOf(call) }))
}

export async function logout({ services, request, reply }: SessionOnlyCall): Promise<void> {
  await endSessionOf(services, readSessionCookie(request, services.config))
  clearSessionCookie(reply, services.config)
}
