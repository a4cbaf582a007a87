import { member } from '#contract/account/member.ts'
import { ssoCodeAnswer, ssoCodeBody, ssoStartQuery } from '#contract/account/single-sign-on.ts'
import { idParams } from '#contract/scalars.ts'
import { deleteSingleSignOn } from '../api/account/members.ts'
import {
  postSingleSignOnCode,
  singleSignOnCallback,
  startSingleSignOn,
} from '../api/account/single-sign-on.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { authenticatedRoute, publicRoute, type Route } from './route.ts'

export function singleSignOnRoutes(): Route[] {
  return [
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
      deleteSingleSignOn,
    ),
  ]
}
