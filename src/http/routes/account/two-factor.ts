import { disableMemberTwoFactor } from '#actions/accounts/two-factor/member-two-factor.ts'
import {
  disableOwnTwoFactor,
  enableTwoFactor,
  readOwnTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '#actions/accounts/two-factor/own-two-factor.ts'
import { member } from '#contract/account/member.ts'
import {
  ownPasswordBody,
  recoveryCodes,
  twoFactor,
  twoFactorCodeBody,
  twoFactorSetup,
} from '#contract/account/two-factor.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { LIMIT_TEXTS } from '../limit-texts.ts'
import { authenticatedRoute, type Route } from '../route.ts'

const ASKS_PASSWORD = {
  access: 'account',
  body: ownPasswordBody,
  limit: LIMIT_TEXTS.passwords,
  errors: ['conflict', 'rate_limit_exceeded'],
} as const

export const TWO_FACTOR_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/auth/two-factor',
    { access: 'account', summary: 'Show whether your two-factor sign-in is on', answer: twoFactor },
    (call) => readOwnTwoFactor(call.services, callerOf(call)),
  ),
  authenticatedRoute(
    'POST /api/v1/auth/two-factor/setup',
    { ...ASKS_PASSWORD, summary: 'Start to set up two-factor sign-in', answer: twoFactorSetup },
    (call) => setUpTwoFactor(call.services, callerOf(call), call.body.password),
  ),
  authenticatedRoute(
    'POST /api/v1/auth/two-factor/enable',
    {
      ...ASKS_PASSWORD,
      summary: 'Turn on two-factor sign-in with a first code, and end your other sessions',
      body: twoFactorCodeBody,
      limit: LIMIT_TEXTS.codes,
      answer: recoveryCodes,
    },
    async (call) => ({
      recovery_codes: await enableTwoFactor(call.services, callerOf(call), call.body.code),
    }),
  ),
  authenticatedRoute(
    'POST /api/v1/auth/two-factor/disable',
    { ...ASKS_PASSWORD, summary: 'Turn off two-factor sign-in' },
    (call) => disableOwnTwoFactor(call.services, callerOf(call), call.body.password),
  ),
  authenticatedRoute(
    'POST /api/v1/auth/two-factor/recovery-codes',
    { ...ASKS_PASSWORD, summary: 'Replace your recovery codes', answer: recoveryCodes },
    async (call) => ({
      recovery_codes: await renewRecoveryCodes(call.services, callerOf(call), call.body.password),
    }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/members/{id}/two-factor',
    {
      access: 'members:reset',
      params: idParams,
      errors: ['conflict'],
      summary: 'Turn off two-factor sign-in for a member',
      success: 'Done. The member is told by email if a mail server is set.',
      answer: member,
    },
    (call) => disableMemberTwoFactor(call.services, callerOf(call), call.params.id),
  ),
]
