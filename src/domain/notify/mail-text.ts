import { counted } from '#contract/counted.ts'
import { isoTime } from '#contract/time.ts'
import { escapeHtml } from '../text/escape-html.ts'
import { inertWords, subjectText } from './inert-words.ts'
import { mailPage } from './mail-page.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

export interface InvitationMail {
  organization: string
  invitedBy: string
  url: string
  expiresAt: number
}

export function invitationMail({ organization, invitedBy, url, expiresAt }: InvitationMail): MailText {
  return mail({
    subject: `Invitation to ${organization}`,
    before: [
      `${inertWords(invitedBy)} invites you to ${inertWords(organization)} on Errata, its error tracker.`,
      'Open this link to choose a password and get started:',
    ],
    url,
    after: [
      `It works once, until ${readableTime(expiresAt)}. If you did not expect it, you can ignore this email.`,
    ],
  })
}

export function passwordResetMail({ url, expiresAt }: { url: string; expiresAt: number }): MailText {
  return mail({
    subject: 'Set a new password',
    before: ['Someone requested a new password for this address on Errata. Open this link to choose one:'],
    url,
    after: [
      `It works once, until ${readableTime(expiresAt)}. If it was not you, ignore this email: your password stays the same.`,
    ],
  })
}

export function resetLinkNotice({ madeBy, at }: { madeBy: string; at: number }): MailText {
  return mail({
    subject: 'A link to reset your password was created',
    before: [
      `On ${readableTime(at)}, ${inertWords(madeBy)} created a link that can reset the password of your account on Errata.`,
      'If you did not ask for it, talk to an owner of your organization.',
    ],
    url: null,
    after: [],
  })
}

export function passwordResetNotice({ at }: { at: number }): MailText {
  return mail({
    subject: 'Your password was changed',
    before: [
      `On ${readableTime(at)} the password of your account on Errata was reset with a link. Other sessions were ended.`,
      'If it was not you, talk to an owner of your organization.',
    ],
    url: null,
    after: [],
  })
}

/** @param by who did it; null if it was the member */
export function twoFactorOffNotice({ by, at }: { by: string | null; at: number }): MailText {
  return mail({
    subject: 'Two-factor sign-in was turned off',
    before: [
      by === null
        ? `On ${readableTime(at)}, you turned off two-factor sign-in for your account on Errata. Your password alone signs in now.`
        : `On ${readableTime(at)}, ${inertWords(by)} turned off two-factor sign-in for your account on Errata. Your password alone signs in now; you can turn it on again under Account.`,
      by === null
        ? 'If it was not you, change your password and talk to an owner of your organization.'
        : 'If you did not ask for it, talk to an owner of your organization.',
    ],
    url: null,
    after: [],
  })
}

/** @param provider its name, by the operator */
export function singleSignOnNotice({ provider, at }: { provider: string; at: number }): MailText {
  return mail({
    subject: 'Single sign-on was linked to your account',
    before: [
      `On ${readableTime(at)}, someone signed in to your account on Errata with an account of ${inertWords(provider)} that has your email address. That account signs in from now on, without your password.`,
      'If it was not you, talk to an owner of your organization.',
    ],
    url: null,
    after: [],
  })
}

export function recoveryCodeNotice({ at, left }: { at: number; left: number }): MailText {
  return mail({
    subject: 'A recovery code was used to sign in',
    before: [
      `On ${readableTime(at)}, someone signed in to your account on Errata with your password and a recovery code. ${counted(left, 'recovery code')} left.`,
      'If it was not you, change your password and make new recovery codes under Account.',
    ],
    url: null,
    after: [],
  })
}

export function wrongCodesNotice({ at }: { at: number }): MailText {
  return mail({
    subject: 'Sign-ins with wrong codes',
    before: [
      `On ${readableTime(at)}, sign-ins to your account on Errata were blocked: they had your password, but wrong codes.`,
      'If it was not you, someone knows your password: change it.',
    ],
    url: null,
    after: [],
  })
}

export interface ExpiringTokenNotice {
  label: string
  tokenPrefix: string
  expiresAt: number
}

export function tokenExpiryNotice({ label, tokenPrefix, expiresAt }: ExpiringTokenNotice): MailText {
  return mail({
    subject: `Access token “${label}” is about to expire`,
    before: [
      `The access token “${inertWords(label)}” (${tokenPrefix}…) expires on ${readableTime(expiresAt)}. What uses it is refused from then on.`,
      'Create another one on Errata under Settings, Tokens, and put it in its place. If nothing needs it any more, you can ignore this email.',
    ],
    url: null,
    after: [],
  })
}

interface MailParts {
  subject: string
  before: string[]
  url: string | null
  after: string[]
}

function mail({ subject, before, url, after }: MailParts): MailText {
  const lines = [...before, ...(url === null ? [] : [url]), ...after]
  const paragraph = (line: string): string =>
    line === url
      ? `<p><a href="${escapeHtml(line)}">${escapeHtml(line)}</a></p>`
      : `<p>${escapeHtml(line)}</p>`
  return {
    subject: subjectText(subject),
    text: `${lines.join('\n\n')}\n`,
    html: mailPage(lines.map(paragraph)),
  }
}

/** `2026-11-28 10:00 UTC`. */
export function readableTime(at: number): string {
  return `${isoTime(at).slice(0, 16).replace('T', ' ')} UTC`
}
