import { z } from 'zod'
import { signInCode } from './two-factor.ts'

/** Why a sign-in by the provider let nobody in; in the query of the sign-in page, which says what to do. */
const SSO_PROBLEMS = [
  'expired',
  'denied',
  'failed',
  'no_email',
  'unverified_email',
  'unknown_member',
  'invitation_expired',
  'other_account',
  'too_many',
] as const
export type SsoProblem = (typeof SSO_PROBLEMS)[number]

export const ssoStartQuery = z.object({
  return: z.string().optional().meta({
    description:
      'Path of the dashboard to open afterwards, up to 2,000 characters; anything else opens the issues.',
  }),
})
export type SsoStartQuery = z.infer<typeof ssoStartQuery>

export const ssoCodeBody = z.object({
  code: signInCode.meta({ description: '6 digits of the authenticator app, or a recovery code.' }),
})
export type SsoCodeBody = z.infer<typeof ssoCodeBody>

export const ssoCodeAnswer = z.object({
  return: z.string().meta({ description: 'Path of the dashboard to open.', examples: ['/issues'] }),
})
export type SsoCodeAnswer = z.infer<typeof ssoCodeAnswer>
