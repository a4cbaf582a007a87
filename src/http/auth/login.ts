import type { LoginBody } from '#contract/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import { findUserByEmail } from '#storage/credentials.ts'
import type { PublicCall, SessionOnlyCall } from '../route.ts'
import { admitLogin, forgiveLogin } from './login-throttle.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { endPresentSession, startSession } from './start-session.ts'

/** POST /api/v1/auth/login. The same answer, in the same time, for a wrong password and an unknown user. */
export async function login(call: PublicCall<{ body: LoginBody }>): Promise<void> {
  const { services, body, request } = call
  const identity = { ip: request.ip, email: body.email.trim().toLowerCase() }
  const attempt = await admitLogin(services, identity)
  const user = await findUserByEmail(services.database.queries, identity.email)
  const matches = await services.passwords.verify(user?.passwordHash ?? null, body.password)
  if (!user || !matches) throw new ServiceError('invalid_credentials')
  await forgiveLogin(services, attempt)
  if (!(await startSession(call, user))) throw new ServiceError('invalid_credentials')
}

/** POST /api/v1/auth/logout. */
export async function logout(call: SessionOnlyCall): Promise<void> {
  await endPresentSession(call)
  clearSessionCookie(call.reply, call.services.config)
}
