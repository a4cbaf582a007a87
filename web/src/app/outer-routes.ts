import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { returnPath } from '#contract/return-path.ts'
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

const twoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/two-factor',
  validateSearch: onlyParsed((search) =>
    dropUnset<Pick<LoginSearch, 'return'>>({ return: returnPath(search.return, window.location.origin) }),
  ),
  component: lazyScreen(() => import('../screens/account/two-factor/set-up-screen.tsx'), 'SetUpScreen'),
})

/** The routes without the frame: signing in, and what is asked for before it. */
export const OUTER_ROUTES = [loginRoute, setupRoute, inviteRoute, resetPasswordRoute, twoFactorRoute] as const
