import { beginSingleSignOn } from '#actions/accounts/single-sign-on/begin.ts'
import { finishSingleSignOn } from '#actions/accounts/single-sign-on/finish.ts'
import { finishWithCode } from '#actions/accounts/single-sign-on/finish-with-code.ts'
import type {
  SsoCodeAnswer,
  SsoCodeBody,
  SsoProblem,
  SsoStartQuery,
} from '#contract/account/single-sign-on.ts'
import { ProviderError } from '#platform/oidc/provider.ts'
import { knownDevice } from '../../auth/session/device-cookie.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { clearStepCookie, readStepCookie, setStepCookie } from '../../auth/session/step-cookie.ts'
import { warnOfUnknownProxy } from '../../auth/unknown-proxy.ts'
import type { PublicCall, PublicCallBase } from '../../routes/route.ts'

export async function startSingleSignOn(call: PublicCall<{ query: SsoStartQuery }>): Promise<void> {
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

export async function singleSignOnCallback(call: PublicCall): Promise<void> {
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

export async function postSingleSignOnCode(call: PublicCall<{ body: SsoCodeBody }>): Promise<SsoCodeAnswer> {
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
