import { z } from 'zod'
import { hidesText } from '../hidden-text.ts'
import { count, givenName, timestamp, uuid } from '../scalars.ts'
import { ROLES } from '../vocabulary.ts'
import { organization } from './organization.ts'
import { signInCode } from './two-factor.ts'

export const loginBody = z.object({
  email: z.string(),
  password: z.string(),
  code: signInCode.optional().meta({
    description:
      'Only for members with two-factor sign-in: 6 digits of the authenticator app, or a recovery code.',
  }),
})
export type LoginBody = z.infer<typeof loginBody>

export const me = z
  .object({
    user: z.object({ id: uuid, email: z.string(), name: z.string() }),
    org: organization,
    role: z.enum(ROLES),
    session: z.object({ id: uuid, created_at: timestamp, expires_at: timestamp }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

/** Change of the caller's own account. */
export const mePatch = z
  .object({
    name: givenName.meta({ description: 'Shown to other members; if empty, the email address is.' }),
  })
  .meta({ id: 'MePatch' })

export const session = z
  .object({
    id: uuid,
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
    user_agent: z.string(),
    ip: z.string(),
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
  })
  .meta({ id: 'Session' })

/** Answer of GET /api/v1/auth/sessions: the caller's own, last used first. */
export const sessionList = z.object({ sessions: z.array(session) })
export type SessionList = z.infer<typeof sessionList>

export const endedAnswer = z.object({ ended: count })

export const passwordChangeBody = z.object({ current_password: z.string(), new_password: z.string() })
export type PasswordChangeBody = z.infer<typeof passwordChangeBody>

export const setupState = z.object({
  needed: z.boolean().meta({ description: 'True while no user exists.' }),
  mail_configured: z.boolean().meta({
    description:
      'True if the server can email password reset links. Otherwise an owner or admin creates them.',
  }),
  single_sign_on: z
    .object({ name: z.string().meta({ description: 'Whose account signs in: for a button.' }) })
    .optional()
    .meta({ description: 'Absent if no single sign-on provider is set.' }),
})
export type SetupState = z.infer<typeof setupState>

const asciiOf = (text: string) => text.replaceAll(/[^ -~]/g, '')

/** One `@` with something on both sides, at most 254 characters (RFC 5321); stored in lower case. */
export const email = z
  .string()
  .trim()
  // In lower case some other letters are, or have, one of ASCII, as the sign of Kelvin has the `k` of another address.
  .refine(
    (address) => asciiOf(address.toLowerCase()) === asciiOf(address).toLowerCase(),
    'Enter an email address.',
  )
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address.')
  .refine((address) => !hidesText(address), 'Enter an email address without invisible characters.')

export const setupBody = z
  .object({
    organization: givenName.min(1),
    email,
    password: z.string(),
    name: givenName.optional(),
    token: z
      .string()
      .optional()
      .meta({ description: 'From the setup link that the service prints when it starts.' }),
  })
  .meta({ id: 'Setup' })
export type SetupBody = z.infer<typeof setupBody>

export const setupAnswer = me
  .omit({ session: true })
  .extend({ org: organization.omit({ requires_two_factor: true }) })
  .meta({ id: 'SetupAnswer' })
export type SetupAnswer = z.infer<typeof setupAnswer>
