import { z } from 'zod'
import { auditExportQuery, auditPage, auditQuery } from '#contract/account/audit.ts'
import {
  acceptInvitationBody,
  invitation,
  invitationBody,
  invitedMember,
  member,
  memberList,
  memberPatch,
  newMember,
  passwordResetBody,
  passwordResetConfirmBody,
  resetLink,
} from '#contract/account/member.ts'
import { organization, organizationPatch } from '#contract/account/organization.ts'
import {
  ownPasswordBody,
  recoveryCodes,
  twoFactor,
  twoFactorCodeBody,
  twoFactorSetup,
} from '#contract/account/two-factor.ts'
import { notifications, notificationsPatch } from '#contract/notify/notification.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { getAuditExport, getAuditLog } from '../api/account/audit-log.ts'
import { acceptInvitation, postInvitation } from '../api/account/invitation.ts'
import {
  deleteMember,
  deleteTwoFactor,
  getMembers,
  patchMember,
  postInvite,
  postMember,
  postResetLink,
} from '../api/account/members.ts'
import { getNotifications, patchNotifications } from '../api/account/notifications.ts'
import { patchOrganization } from '../api/account/organization.ts'
import { confirmPasswordReset, requestPasswordReset } from '../api/account/password-reset.ts'
import {
  getTwoFactor,
  postDisable,
  postEnable,
  postRecoveryCodes,
  postSetup,
} from '../api/account/two-factor.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { authenticatedRoute, fileRoute, publicRoute, type Route } from './route.ts'

export function memberRoutes(): Route[] {
  return [
    ...membersRoutes(),
    ...auditRoutes(),
    ...linkRoutes(),
    ...notificationRoutes(),
    ...twoFactorRoutes(),
  ]
}

const LINK_LIMIT = {
  limit: LIMIT_TEXTS.newLinks,
  errors: ['conflict', 'rate_limit_exceeded'],
} as const

function membersRoutes(): Route[] {
  const ofMember = { access: 'members:write', params: idParams, errors: ['conflict'] } as const
  return [
    authenticatedRoute(
      'GET /api/v1/members',
      { access: 'members:read', summary: 'List members', answer: memberList },
      getMembers,
    ),
    authenticatedRoute(
      'POST /api/v1/members',
      {
        access: 'members:write',
        summary: 'Create or invite a member',
        body: newMember,
        answer: invitedMember,
        status: 201,
        ...LINK_LIMIT,
      },
      postMember,
    ),
    authenticatedRoute(
      'PATCH /api/v1/members/{id}',
      { ...ofMember, summary: 'Change the role of a member', body: memberPatch, answer: member },
      patchMember,
    ),
    authenticatedRoute(
      'DELETE /api/v1/members/{id}',
      { ...ofMember, summary: 'Remove a member', answer: deletedAnswer },
      deleteMember,
    ),
    authenticatedRoute(
      'POST /api/v1/members/{id}/invite',
      { ...ofMember, ...LINK_LIMIT, summary: 'Renew an invitation link', answer: invitedMember },
      postInvite,
    ),
    authenticatedRoute(
      'POST /api/v1/members/{id}/reset-link',
      {
        ...ofMember,
        ...LINK_LIMIT,
        access: 'members:reset',
        summary: 'Create a password reset link',
        answer: resetLink,
        status: 201,
      },
      postResetLink,
    ),
  ]
}

function auditRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/audit-log',
      { access: 'audit:read', summary: 'List the audit log', query: auditQuery, answer: auditPage },
      getAuditLog,
    ),
    fileRoute(
      'GET /api/v1/audit-log/export',
      {
        access: 'audit:read',
        summary: 'Export the audit log',
        success: 'A file of all entries that match, newest first.',
        query: auditExportQuery,
        answer: z.string(),
        textTypes: ['application/x-ndjson'],
        answerType: 'text/csv',
      },
      getAuditExport,
    ),
  ]
}

function linkRoutes(): Route[] {
  const byLink = {
    errors: ['not_found', 'rate_limit_exceeded'],
    limit: LIMIT_TEXTS.givenLinks,
  } as const
  return [
    publicRoute(
      'POST /api/v1/auth/invitation',
      { ...byLink, summary: 'Look up an invitation link', body: invitationBody, answer: invitation },
      postInvitation,
    ),
    publicRoute(
      'POST /api/v1/auth/accept-invitation',
      {
        ...byLink,
        summary: 'Accept an invitation and sign in',
        body: acceptInvitationBody,
        setsCookie: true,
      },
      acceptInvitation,
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
      requestPasswordReset,
    ),
    publicRoute(
      'POST /api/v1/auth/password-reset/confirm',
      {
        ...byLink,
        summary: 'Set a new password with a reset link and sign in',
        success: 'Done. A member with two-factor sign-in gets no cookie, and signs in with a code.',
        body: passwordResetConfirmBody,
        setsCookie: true,
      },
      confirmPasswordReset,
    ),
  ]
}

function notificationRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/me/notifications',
      { access: 'account', summary: 'Show your notification settings', answer: notifications },
      getNotifications,
    ),
    authenticatedRoute(
      'PATCH /api/v1/me/notifications',
      {
        access: 'account',
        summary: 'Change your notification settings',
        body: notificationsPatch,
        answer: notifications,
      },
      patchNotifications,
    ),
  ]
}

const ASKS_PASSWORD = {
  access: 'account',
  body: ownPasswordBody,
  limit: LIMIT_TEXTS.passwords,
  errors: ['conflict', 'rate_limit_exceeded'],
} as const

function twoFactorRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/auth/two-factor',
      { access: 'account', summary: 'Show whether your two-factor sign-in is on', answer: twoFactor },
      getTwoFactor,
    ),
    authenticatedRoute(
      'POST /api/v1/auth/two-factor/setup',
      { ...ASKS_PASSWORD, summary: 'Start to set up two-factor sign-in', answer: twoFactorSetup },
      postSetup,
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
      postEnable,
    ),
    authenticatedRoute(
      'POST /api/v1/auth/two-factor/disable',
      { ...ASKS_PASSWORD, summary: 'Turn off two-factor sign-in' },
      postDisable,
    ),
    authenticatedRoute(
      'POST /api/v1/auth/two-factor/recovery-codes',
      { ...ASKS_PASSWORD, summary: 'Replace your recovery codes', answer: recoveryCodes },
      postRecoveryCodes,
    ),
    authenticatedRoute(
      'PATCH /api/v1/organization',
      {
        access: 'organization:write',
        errors: ['conflict'],
        summary: 'Rename the organization, or require two-factor sign-in of every member',
        body: organizationPatch,
        answer: organization,
      },
      patchOrganization,
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
      deleteTwoFactor,
    ),
  ]
}
