import { WebhookSender } from '#actions/alerts/webhook-sender.ts'
import { MailSender } from '#actions/notify/mail-sender.ts'
import { BackgroundTasks } from '#platform/background.ts'
import type { Config } from '#platform/config/config.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import type { OutboundGuard } from '#platform/outbound/target.ts'
import type { Opened } from './opened.ts'
import type { Parts } from './parts.ts'

export function openSender({
  outbound,
  log,
  ...parts
}: Pick<Parts, 'database' | 'live' | 'key' | 'log' | 'clock' | 'retentionClock'> & {
  outbound: OutboundGuard
}): WebhookSender {
  const onError = (err: unknown): void =>
    log.warn({ err }, 'a webhook delivery was not attempted or not recorded; it will be retried')
  return new WebhookSender({ ...parts, guard: outbound, onError })
}

export function openOutside(
  { smtp }: Config,
  { log, ...parts }: Pick<Parts, 'database' | 'key' | 'log' | 'clock'>,
  opened: Opened,
) {
  const mailer = smtp && new Mailer(smtp)
  const failed = mailer ? 'an email could not be sent' : 'notices of emails could not be deleted'
  const onError = (err: unknown): void => log.warn({ err }, `${failed}; it will be retried`)
  const onGivenUp = ({ userId, error: err }: { userId: string; error: unknown }): void =>
    log.error({ err, user: userId }, 'an email could not be sent and was given up')
  const mailSender = new MailSender({ ...parts, mailer, onError, onGivenUp })
  const background = new BackgroundTasks((what, err) => log.error({ err }, `failed ${what}`))
  opened.add(async () => {
    mailer?.close()
    await mailSender.close()
    await background.settled()
  })
  return { mailer, background, mailSender }
}
