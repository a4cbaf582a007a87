import { z } from 'zod'
import { givenName, timestamp, uuid } from '../scalars.ts'
import { ROLES } from '../vocabulary.ts'
import { email } from './auth.ts'

const LINK_MAIL_STATES = ['none', 'sending', 'sent', 'failed'] as const
export type LinkMailState = (typeof LINK_MAIL_STATES)[number]

const openInvitation = z
  .object({
    invited_at: timestamp,
    expires_at: timestamp.meta({
      description: 'If it is in the past, the link no longer works; renew the invitation.',
    }),
    mail: z.enum(LINK_MAIL_STATES),
  })
  .meta({ id: 'OpenInvitation' })

export const member = z
  .object({
    id: uuid,
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    created_at: timestamp,
    last_seen_at: timestamp.nullable(),
    pending: z.boolean().meta({ description: 'True until the member has accepted the invitation.' }),
    two_factor: z.boolean().nullable().meta({
      description:
        'True if the member has two-factor sign-in on. Null for callers who may not change members.',
    }),
    single_sign_on: z.boolean().nullable().meta({
      description:
        'True if an account of the single sign-on provider is linked. Null for callers who may not change members.',
    }),
    invitation: openInvitation.nullable().meta({ description: 'Null if there is no open invitation.' }),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

export const memberList = z.object({ members: z.array(member) })
export type MemberList = z.infer<typeof memberList>

const password = z.string().meta({ description: 'At least 12 characters, at most 256 bytes.' })

/** Without a password the member sets one by the invitation link of the answer. */
export const newMember = z
  .object({ email, role: z.enum(ROLES), name: givenName.optional(), password: password.optional() })
  .meta({ id: 'NewMember' })
export type NewMember = z.infer<typeof newMember>

export const invitedMember = member
  .extend({
    invite_url: z.string().optional().meta({
      description:
        'Works once, for seven days. Shown only here, and never to an access token: then the link is emailed, or an admin creates one.',
    }),
  })
  .meta({ id: 'InvitedMember' })
export type InvitedMember = z.infer<typeof invitedMember>

export const memberPatch = z.object({ role: z.enum(ROLES) }).meta({ id: 'MemberPatch' })
export type MemberPatch = z.infer<typeof memberPatch>

export const resetLink = z
  .object({ reset_url: z.string().meta({ description: 'Works once, for an hour.' }), expires_at: timestamp })
  .meta({ id: 'ResetLink' })
export type ResetLink = z.infer<typeof resetLink>

/** The token of a link: the part after `#token=`. */
const linkToken = z.string().min(1).max(200)

export const invitationBody = z.object({ token: linkToken })

export const invitation = z
  .object({
    organization: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

export const acceptInvitationBody = z.object({ token: linkToken, password, name: givenName.optional() })
export type AcceptInvitationBody = z.infer<typeof acceptInvitationBody>

/** Any text: an address nobody has is answered like any other. */
export const passwordResetBody = z.object({ email: z.string() })

export const passwordResetConfirmBody = z.object({ token: linkToken, password })
export type PasswordResetConfirmBody = z.infer<typeof passwordResetConfirmBody>
