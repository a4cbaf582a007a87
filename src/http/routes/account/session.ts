import { changeOwnPassword } from '#actions/accounts/password/change-password.ts'
import { changeOwnName } from '#actions/accounts/session/change-own-name.ts'
import { logIn } from '#actions/accounts/session/log-in.ts'
import { endOtherSessions, endOwnSession, ownSessions } from '#actions/accounts/session/sessions.ts'
import { endSessionOf } from '#actions/accounts/session/start-session.ts'
import {
  endedAnswer,
  type LoginBody,
  loginBody,
  type Me,
  me,
  mePatch,
  passwordChangeBody,
  sessionList,
} from '#contract/account/auth.ts'
import { idParams } from '#contract/scalars.ts'
import { isoTime } from '#contract/time.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { clearSessionCookie, readSessionCookie } from '../../auth/session/cookie.ts'
import { knownDevice, rememberDevice } from '../../auth/session/device-cookie.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { warnOfUnknownProxy } from '../../auth/unknown-proxy.ts'
import { LIMIT_TEXTS } from '../limit-texts.ts'
import {
  authenticatedRoute,
  type PublicCall,
  publicRoute,
  type Route,
  type SessionOnlyCall,
} from '../route.ts'

const SIGN_IN_ERRORS = [
  'invalid_credentials',
  'second_factor_required',
  'invalid_second_factor',
  'rate_limit_exceeded',
] as const

export const SESSION_ROUTES: readonly Route[] = [
  publicRoute(
    'POST /api/v1/auth/login',
    {
      summary: 'Sign in',
      body: loginBody,
      limit: LIMIT_TEXTS.signIn,
      errors: SIGN_IN_ERRORS,
      setsCookie: true,
    },
    login,
  ),
  authenticatedRoute(
    'POST /api/v1/auth/logout',
    { access: 'account', summary: 'Sign out', setsCookie: true },
    async ({ services, request, reply }) => {
      await endSessionOf(services, readSessionCookie(request, services.config))
      clearSessionCookie(reply, services.config)
    },
  ),
  authenticatedRoute(
    'GET /api/v1/auth/me',
    { access: 'account', summary: 'Show the signed-in user', answer: me },
    getMe,
  ),
  authenticatedRoute(
    'PATCH /api/v1/auth/me',
    { access: 'account', summary: 'Change your name', body: mePatch, answer: me },
    async (call) => {
      const { name } = call.body
      await changeOwnName(call.services, callerOf(call), name)
      // The caller was read before the change.
      const answer = await getMe(call)
      return { ...answer, user: { ...answer.user, name } }
    },
  ),
  authenticatedRoute(
    'GET /api/v1/auth/sessions',
    { access: 'account', summary: 'List your sessions', answer: sessionList },
    ({ services, principal }) => ownSessions(services, principal),
  ),
  authenticatedRoute(
    'DELETE /api/v1/auth/sessions',
    { access: 'account', summary: 'End your other sessions', answer: endedAnswer },
    async (call) => ({ ended: await endOtherSessions(call.services, callerOf(call)) }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/auth/sessions/{id}',
    { access: 'account', summary: 'End one of your sessions', params: idParams, answer: endedAnswer },
    async (call) => ({ ended: await endOwnSession(call.services, callerOf(call), call.params.id) }),
  ),
  authenticatedRoute(
    'POST /api/v1/auth/password',
    {
      access: 'account',
      summary: 'Change your password',
      body: passwordChangeBody,
      limit: LIMIT_TEXTS.passwords,
      errors: ['conflict', 'rate_limit_exceeded'],
    },
    (call) => changeOwnPassword(call.services, callerOf(call), call.body),
  ),
]

async function login(call: PublicCall<{ body: LoginBody }>): Promise<void> {
  const { services, body } = call
  const email = body.email.trim().toLowerCase()
  warnOfUnknownProxy(call)
  const device = knownDevice(call, email)
  const { password, code } = body
  signIn(call, await logIn(services, { email, password, code, device, browser: browserOf(call) }))
}

/** The dashboard asks after each sign-in, so the browser is noted here: a login sets one cookie only. */
async function getMe(call: SessionOnlyCall): Promise<Me> {
  const { principal } = call
  const { session, email } = principal
  if (knownDevice(call, email) === null) rememberDevice(call, email)
  return {
    user: { id: principal.userId, email: principal.email, name: principal.name },
    org: {
      id: principal.orgUid,
      name: principal.orgName,
      requires_two_factor: principal.orgRequiresTwoFactor,
    },
    role: principal.role,
    session: {
      id: session.id,
      created_at: isoTime(session.createdAt),
      expires_at: isoTime(session.expiresAt),
    },
  }
}
