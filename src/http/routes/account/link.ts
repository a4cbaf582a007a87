import { acceptInvitation, readInvitation } from '#actions/accounts/member/invitation.ts'
import { confirmPasswordReset, requestPasswordReset } from '#actions/accounts/password/reset.ts'
import {
  acceptInvitationBody,
  invitation,
  invitationBody,
  passwordResetBody,
  passwordResetConfirmBody,
} from '#contract/account/member.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import { LIMIT_TEXTS } from '../limit-texts.ts'
import { publicRoute, type Route } from '../route.ts'

const BY_LINK = { errors: ['not_found', 'rate_limit_exceeded'], limit: LIMIT_TEXTS.givenLinks } as const

/** Invitations and password resets, for those who are not signed in. */
export const LINK_ROUTES: readonly Route[] = [
  publicRoute(
    'POST /api/v1/auth/invitation',
    { ...BY_LINK, summary: 'Look up an invitation link', body: invitationBody, answer: invitation },
    (call) => readInvitation(call.services, { token: call.body.token, ip: browserOf(call).ip }),
  ),
  publicRoute(
    'POST /api/v1/auth/accept-invitation',
    { ...BY_LINK, summary: 'Accept an invitation and sign in', body: acceptInvitationBody, setsCookie: true },
    async (call) => signIn(call, await acceptInvitation(call.services, call.body, browserOf(call))),
  ),
  publicRoute(
    'POST /api/v1/auth/password-reset',
    {
      summary: 'Request a password reset email',
      success: 'The same for every address. Nothing is sent if no mail server is set.',
      body: passwordResetBody,
      limit: LIMIT_TEXTS.resetEmails,
      errors: ['rate_limit_exceeded'],
    },
    async (call) => {
      const email = call.body.email.trim().toLowerCase()
      await requestPasswordReset(call.services, { email, ip: browserOf(call).ip })
    },
  ),
  publicRoute(
    'POST /api/v1/auth/password-reset/confirm',
    {
      ...BY_LINK,
      summary: 'Set a new password with a reset link and sign in',
      success: 'Done. A member with two-factor sign-in gets no cookie, and signs in with a code.',
      body: passwordResetConfirmBody,
      setsCookie: true,
    },
    async (call) => {
      const token = await confirmPasswordReset(call.services, call.body, browserOf(call))
      if (token !== null) signIn(call, token)
    },
  ),
]
