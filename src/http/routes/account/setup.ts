import { canMailLinks } from '#actions/accounts/password/reset.ts'
import { needsSetup, setUp } from '#actions/accounts/set-up.ts'
import { setupAnswer, setupBody, setupState } from '#contract/account/auth.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { publicRoute, type Route } from '../route.ts'

/** The page that sets up the service; the token is in the fragment, which reaches no log. */
export function setupLink(baseUrl: string, setupToken: string): string {
  return `${baseUrl}/setup#token=${setupToken}`
}

export const SETUP_ROUTES: readonly Route[] = [
  publicRoute(
    'GET /api/v1/setup',
    { summary: 'Check whether the service needs its first user', answer: setupState },
    async ({ services }) => ({
      needed: await needsSetup(services),
      mail_configured: canMailLinks(services),
      ...(services.provider && { single_sign_on: { name: services.provider.settings.name } }),
    }),
  ),
  publicRoute(
    'POST /api/v1/setup',
    {
      summary: 'Create the first organization and its owner',
      body: setupBody,
      limit: 'needs the token of the setup link, which the service prints when it starts',
      answer: setupAnswer,
      status: 201,
      errors: ['conflict', 'rate_limit_exceeded'],
      setsCookie: true,
    },
    async (call) => {
      const { answer, token } = await setUp(call.services, call.body, browserOf(call))
      if (token !== null) signIn(call, token)
      return answer
    },
  ),
]
