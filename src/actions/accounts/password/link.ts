import type { LinkMailState } from '#contract/account/member.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { MailText } from '#domain/notify/mail-text.ts'
import type { BackgroundTasks } from '#platform/background.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import { type LinkPurpose, type NewPasswordLink, updateLinkMail } from '#storage/account/password-link.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgKey } from '#storage/engine/scope.ts'

const LIFETIME_MS: Record<LinkPurpose, number> = { invitation: 7 * DAY_MS, password_reset: HOUR_MS }
const PAGES: Record<LinkPurpose, string> = { invitation: 'invite', password_reset: 'reset-password' }

export interface MadeLink extends NewPasswordLink {
  token: string
}

export function newPasswordLink(purpose: LinkPurpose, now: number, mail: LinkMailState): MadeLink {
  const token = newSecretToken()
  const expiresAt = now + LIFETIME_MS[purpose]
  return { token, tokenHash: hashSecret(token), purpose, createdAt: now, expiresAt, mail }
}

/** The page that takes the link; the token is in the fragment, which reaches no log. */
export function linkUrl(origin: string, { purpose, token }: MadeLink): string {
  return `${origin}/${PAGES[purpose]}#token=${token}`
}

const MAIL_LOST_MS = 10 * 60_000

/** What became of the mail with a link, as far as is known at `now` (epoch ms). */
export function mailStateAt(link: Pick<NewPasswordLink, 'mail' | 'createdAt'>, now: number): LinkMailState {
  return link.mail === 'sending' && now - link.createdAt > MAIL_LOST_MS ? 'failed' : link.mail
}

export interface MailDeps {
  /** Null if no mail server is set. */
  mailer: Pick<Mailer, 'send'> | null
  background: BackgroundTasks
}

export interface LinkMail {
  org: OrgKey
  link: MadeLink
  to: string
  text: MailText
}

/** Sends a link without keeping anybody waiting, and notes with the link what became of the mail. */
export function mailLink(
  { mailer, background, database }: MailDeps & { database: Database },
  { org, link, to, text }: LinkMail,
): void {
  if (!mailer) return
  background.run('to mail a link', async () => {
    try {
      await mailer.send({ to, ...text })
      await updateLinkMail(database.serviceScope(org), link.tokenHash, 'sent')
    } catch (error) {
      await updateLinkMail(database.serviceScope(org), link.tokenHash, 'failed')
      throw error
    }
  })
}

export function mailNotice({ mailer, background }: MailDeps, to: string, text: MailText): void {
  if (mailer) background.run('to mail a notice', () => mailer.send({ to, ...text }))
}
