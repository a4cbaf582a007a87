import { beginSingleSignOn } from '#actions/accounts/single-sign-on/begin.ts'
import { finishSingleSignOn } from '#actions/accounts/single-sign-on/finish.ts'
import { finishWithCode } from '#actions/accounts/single-sign-on/finish-with-code.ts'
import { unlinkMember } from '#actions/accounts/single-sign-on/unlink.ts'
import { member } from '#contract/account/member.ts'
import {
  type SsoCodeAnswer,
  type SsoCodeBody,
  type SsoProblem,
  type SsoStartQuery,
  ssoCodeAnswer,
  ssoCodeBody,
  ssoStartQuery,
} from '#contract/account/single-sign-on.ts'
import { idParams } from '#contract/scalars.ts'
import { ProviderError } from '#platform/oidc/provider.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { knownDevice } from '../../auth/session/device-cookie.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { clearStepCookie, readStepCookie, setStepCookie } from '../../auth/session/step-cookie.ts'
import { warnOfUnknownProxy } from '../../auth/unknown-proxy.ts'
import { LIMIT_TEXTS } from '../limit-texts.ts'
import {
  authenticatedRoute,
  type PublicCall,
  type PublicCallBase,
  publicRoute,
  type Route,
} from '../route.ts'

export const SINGLE_SIGN_ON_ROUTES: readonly Route[] = [
  publicRoute(
    'GET /api/v1/auth/single-sign-on',
    {
      summary: 'Sign in with the single sign-on provider',
      success: 'On to the provider; to the sign-in page if it cannot be reached.',
      query: ssoStartQuery,
      status: 302,
      errors: ['not_found'],
    },
    startSingleSignOn,
  ),
  publicRoute(
    'GET /api/v1/auth/single-sign-on/callback',
    {
      summary: 'Where the single sign-on provider sends the browser back to',
      success: 'Signed in, and on to the dashboard; else to the sign-in page, which says why.',
      status: 302,
      limit: LIMIT_TEXTS.singleSignOn,
      errors: ['not_found'],
      setsCookie: true,
    },
    singleSignOnCallback,
  ),
  publicRoute(
    'POST /api/v1/auth/single-sign-on/code',
    {
      summary: 'Sign in with a code of two-factor sign-in, after the provider',
      body: ssoCodeBody,
      answer: ssoCodeAnswer,
      limit: LIMIT_TEXTS.codes,
      errors: [
        'not_found',
        'unauthenticated',
        'second_factor_required',
        'invalid_second_factor',
        'rate_limit_exceeded',
      ],
      setsCookie: true,
    },
    postSingleSignOnCode,
  ),
  authenticatedRoute(
    'DELETE /api/v1/members/{id}/single-sign-on',
    {
      access: 'members:reset',
      params: idParams,
      errors: ['conflict'],
      summary: 'Unlink the single sign-on account of a member, and end their sessions',
      answer: member,
    },
    (call) => unlinkMember(call.services, callerOf(call), call.params.id),
  ),
]

async function startSingleSignOn(call: PublicCall<{ query: SsoStartQuery }>): Promise<void> {
  const { services, query } = call
  try {
    const { url, awayStep } = await beginSingleSignOn(services, query.return)
    setStepCookie(call, awayStep)
    sendTo(call, url)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    sendBack(call, { problem: error.kind, cause: error, returnTo: query.return })
  }
}

async function singleSignOnCallback(call: PublicCall): Promise<void> {
  const { services, request } = call
  warnOfUnknownProxy(call)
  const { search: query } = new URL(request.url, 'http://localhost')
  const outcome = await finishSingleSignOn(
    services,
    { query, awayStep: readStepCookie(call) },
    browserOf(call),
  )
  clearStepCookie(call)
  if ('problem' in outcome) sendBack(call, outcome)
  else if ('codeStep' in outcome) {
    setStepCookie(call, outcome.codeStep)
    sendTo(call, loginPage({ step: 'code', return: outcome.returnTo }))
  } else {
    signIn(call, outcome.token)
    sendTo(call, outcome.returnTo)
  }
}

async function postSingleSignOnCode(call: PublicCall<{ body: SsoCodeBody }>): Promise<SsoCodeAnswer> {
  const given = {
    code: call.body.code,
    codeStep: readStepCookie(call),
    deviceOf: (email: string) => knownDevice(call, email),
  }
  const { token, returnTo } = await finishWithCode(call.services, given, browserOf(call))
  clearStepCookie(call)
  signIn(call, token)
  return { return: returnTo }
}

/** To the sign-in page, which says what to do. What the provider did wrong is for the operator. */
function sendBack(
  call: PublicCallBase,
  { problem, cause, returnTo }: { problem: SsoProblem; cause?: unknown; returnTo?: string | undefined },
): void {
  if (problem === 'failed' && cause instanceof Error) {
    call.request.log.warn({ reason: cause.message }, 'single sign-on failed at the provider')
  }
  sendTo(call, loginPage({ problem, ...(returnTo !== undefined && { return: returnTo }) }))
}

function loginPage(query: Record<string, string>): string {
  return `/login?${new URLSearchParams(query)}`
}

function sendTo({ reply }: PublicCallBase, url: string): void {
  reply.header('location', url)
}
