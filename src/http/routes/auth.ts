import {
  endedAnswer,
  loginBody,
  me,
  mePatch,
  passwordChangeBody,
  sessionList,
  setupAnswer,
  setupBody,
  setupState,
} from '#contract/account/auth.ts'
import { idParams } from '#contract/scalars.ts'
import { login, logout } from '../api/account/login.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  getMe,
  getSessions,
  patchMe,
} from '../api/account/sessions.ts'
import { getSetup, postSetup } from '../api/account/setup.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { authenticatedRoute, publicRoute, type Route } from './route.ts'

const SIGN_IN_ERRORS = [
  'invalid_credentials',
  'second_factor_required',
  'invalid_second_factor',
  'rate_limit_exceeded',
] as const

export function authRoutes(): Route[] {
  return [
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
      logout,
    ),
    authenticatedRoute(
      'GET /api/v1/auth/me',
      { access: 'account', summary: 'Show the signed-in user', answer: me },
      getMe,
    ),
    authenticatedRoute(
      'PATCH /api/v1/auth/me',
      { access: 'account', summary: 'Change your name', body: mePatch, answer: me },
      patchMe,
    ),
    authenticatedRoute(
      'GET /api/v1/auth/sessions',
      { access: 'account', summary: 'List your sessions', answer: sessionList },
      getSessions,
    ),
    authenticatedRoute(
      'DELETE /api/v1/auth/sessions',
      { access: 'account', summary: 'End your other sessions', answer: endedAnswer },
      endOtherSessions,
    ),
    authenticatedRoute(
      'DELETE /api/v1/auth/sessions/{id}',
      { access: 'account', summary: 'End one of your sessions', params: idParams, answer: endedAnswer },
      endSession,
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
      changePassword,
    ),
  ]
}

export function setupRoutes(): Route[] {
  return [
    publicRoute(
      'GET /api/v1/setup',
      { summary: 'Check whether the service needs its first user', answer: setupState },
      getSetup,
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
      postSetup,
    ),
  ]
}
