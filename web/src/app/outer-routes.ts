import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { returnPath } from '#contract/return-path.ts'
import { setupQuery } from '../api/account/session.ts'
import type { ApiError } from '../api/client.ts'
import { projectsQuery } from '../api/project/projects.ts'
import { dropUnknown, dropUnset, oneOf, onlyParsed, text } from '../url/router-search.ts'
import { lazyScreen } from './lazy-screen.ts'

interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: dropUnknown,
})

interface LoginSearch {
  return?: string
  /** The provider sent the reader back, and a code is needed. */
  step?: 'code'
  /** Why the provider's sign-in let nobody in. */
  problem?: string
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: onlyParsed((search) =>
    dropUnset<LoginSearch>({
      return: returnPath(search.return, window.location.origin),
      step: oneOf(['code'], search.step),
      problem: text(search.problem),
    }),
  ),
  component: lazyScreen(() => import('../screens/sign-in/login-screen.tsx'), 'LoginScreen'),
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  // Here, not by a component: what navigates as it is rendered does so again for each render of the wait.
  beforeLoad: async ({ context: { queryClient } }) => {
    const { needed } = await queryClient.fetchQuery(setupQuery)
    if (!needed) throw redirect({ to: '/issues', replace: true })
  },
  component: lazyScreen(() => import('../screens/sign-in/setup-screen.tsx'), 'SetupScreen'),
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  component: lazyScreen(() => import('../screens/sign-in/invite-screen.tsx'), 'InviteScreen'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyScreen(() => import('../screens/sign-in/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

const parseTwoFactorSearch = onlyParsed((search) =>
  dropUnset<Pick<LoginSearch, 'return'>>({ return: returnPath(search.return, window.location.origin) }),
)

const twoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/two-factor',
  validateSearch: parseTwoFactorSearch,
  beforeLoad: async ({ context: { queryClient }, search }) => {
    if (await lacksSecondFactor(queryClient)) return
    throw redirect({ href: search.return ?? '/issues', replace: true })
  },
  component: lazyScreen(() => import('../screens/account/two-factor/set-up-screen.tsx'), 'SetUpScreen'),
})

/** Whether the reader's organization requires two-factor sign-in and they have not turned it on: the server shows them
 * only their own account then. */
function lacksSecondFactor(queryClient: QueryClient): Promise<boolean> {
  return queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 }).then(
    () => false,
    ({ code }: Partial<ApiError>) => code === 'two_factor_setup_required',
  )
}

/** The routes without the frame: signing in, and what is asked for before it. */
export const OUTER_ROUTES = [loginRoute, setupRoute, inviteRoute, resetPasswordRoute, twoFactorRoute] as const
