import { canMailLinks } from '#actions/accounts/password/reset.ts'
import { needsSetup, setUp } from '#actions/accounts/set-up.ts'
import type { SetupAnswer, SetupBody, SetupState } from '#contract/account/auth.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import type { PublicCall } from '../../routes/route.ts'

/** The page that sets up the service; the token is in the fragment, which reaches no log. */
export function setupLink(baseUrl: string, setupToken: string): string {
  return `${baseUrl}/setup#token=${setupToken}`
}

export async function getSetup({ services }: PublicCall): Promise<SetupState> {
  const { provider } = services
  return {
    needed: await needsSetup(services),
    mail_configured: canMailLinks(services),
    ...(provider && { single_sign_on: { name: provider.settings.name } }),
  }
}

export async function postSetup(call: PublicCall<{ body: SetupBody }>): Promise<SetupAnswer> {
  const { answer, token } = await setUp(call.services, call.body, browserOf(call))
  if (token !== null) signIn(call, token)
  return answer
}
