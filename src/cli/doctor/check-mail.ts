import type { Config } from '#platform/config/config.ts'
import { mailRefusal } from '#platform/mail/mailer.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Whether the mail server takes our connection and sign-in; no email is sent. */
export async function checkMail({ smtp }: Config): Promise<Finding[]> {
  if (smtp === null) return [ok('mail', 'no email is sent; set SVC_SMTP_URL to send some')]
  const place = `${smtp.host}:${smtp.port}`
  const refusal = await mailRefusal(smtp)
  if (refusal === null) return [ok('mail', `${place} accepts email from ${smtp.from}`)]
  return [
    fail('mail', `${place}: ${refusal}`, 'Correct SVC_SMTP_URL, or let this machine reach the mail server.'),
  ]
}
