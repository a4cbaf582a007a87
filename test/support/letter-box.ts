import { vi } from 'vitest'
import { MailSender } from '#actions/notify/mail-sender.ts'
import { InstallationKey } from '#platform/installation-key.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { installationSecret } from '#storage/upkeep/installation-secret.ts'
import { DEADLINE_MS } from './deadline.ts'
import type { ApiServer } from './server/api-server.ts'
import { type MailServer, type ReceivedMail, startMailServer } from './server/mail-server.ts'

/** Senders of letters beside an API server, with its clock, and the mail server they hand them to. */
export class LetterBox {
  readonly server: ApiServer
  readonly mails: MailServer
  readonly errors: unknown[] = []
  readonly givenUp: { userId: string; error: unknown }[] = []
  readonly #senders: MailSender[] = []

  private constructor(server: ApiServer, mails: MailServer) {
    this.server = server
    this.mails = mails
  }

  static async open(server: ApiServer): Promise<LetterBox> {
    return new LetterBox(server, await startMailServer())
  }

  /** A node of its own, already sending. */
  async startSender(): Promise<MailSender> {
    const { database, clock } = this.server
    const sender = new MailSender({
      ...{ database, clock },
      mailer: new Mailer(this.mails.settings),
      key: new InstallationKey(await installationSecret(database.queries)),
      lookEveryMs: 20,
      restMs: 20,
      onError: (error) => this.errors.push(error),
      onGivenUp: (letter) => this.givenUp.push(letter),
    })
    sender.start(this.server.url)
    this.#senders.push(sender)
    return sender
  }

  /** What was mailed to an address. */
  to(email: string): ReceivedMail[] {
    return this.mails.mails.filter((mail) => mail.to === email)
  }

  /** Waits until an address has this many mails. @returns the last one. */
  async until(email: string, count: number): Promise<ReceivedMail> {
    await vi.waitFor(
      () => {
        if (this.to(email).length < count) throw new Error(`${this.to(email).length} of ${count} mails`)
      },
      { timeout: DEADLINE_MS, interval: 20 },
    )
    return this.to(email).at(-1)!
  }

  /** Waits until everything that happened so far is in letters, and none is due. */
  async settled(): Promise<void> {
    const { queries } = this.server.database
    await vi.waitFor(
      async () => {
        const notices = await queries.selectFrom('notice').select('id').execute()
        const due = await queries
          .selectFrom('letter')
          .select('id')
          .where((eb) =>
            eb.or([
              eb('next_attempt_at', '<=', this.server.clock()),
              // Claimed, and on its way to the mail server.
              eb.and([eb('next_attempt_at', 'is not', null), eb.and({ kind: 'news', gathers: 0, tries: 0 })]),
            ]),
          )
          .execute()
        const digests = await queries
          .selectFrom('notification_preference')
          .select('user_id')
          .where('digest_at', '<=', this.server.clock())
          .execute()
        if (notices.length + due.length + digests.length > 0) throw new Error('letters are due')
      },
      { timeout: DEADLINE_MS, interval: 20 },
    )
  }

  async close(): Promise<void> {
    for (const sender of this.#senders) await sender.close()
    await this.mails.close()
  }
}
