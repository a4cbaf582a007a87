import { randomUUID } from 'node:crypto'
import { counted } from '#contract/counted.ts'
import { DAY_MS } from '#contract/time.ts'
import { restBeforeRetry } from '#domain/alert/webhook-retry.ts'
import { eachOnItsOwn } from '#platform/background.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { isRefusedForGood, type Mail, type Mailer } from '#platform/mail/mailer.ts'
import { pause } from '#platform/time/pause.ts'
import { listOrgsWithMail, recordLetter, releaseLetters } from '#storage/notify/letter.ts'
import { findAddressee } from '#storage/notify/letter-issue.ts'
import { dropNotices } from '#storage/notify/notice.ts'
import { claimLease, releaseLease } from '#storage/upkeep/lease.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { type ClaimedLetter, claimLetters } from './claim-letters.ts'
import { composeLetter } from './compose-letter.ts'
import { beginDigests, gatherNews } from './gather-news.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export interface MailSenderDeps extends ActionDeps {
  /** Null if no mail server is set: what happens is forgotten after a day. */
  mailer: Pick<Mailer, 'sendOnce'> | null
  key: InstallationKey
  /** Told what kept letters from being sent; they are tried again. */
  onError: (error: unknown) => void
  onGivenUp: (letter: { userId: string; error: unknown }) => void
  lookEveryMs?: number
  restMs?: number
}

const LOOK_EVERY_MS = 1_000
/** A mail server that can't be reached is left alone for so long. */
const REST_MS = 15_000
const LEASE = 'mail'
const LEASE_MS = 60_000
const FORGET_MS = DAY_MS
const UNREADABLE = 'the stored text of the letter is damaged'

/** Mails members what happened. One node at a time does it; a letter is claimed before it is sent. */
export class MailSender {
  readonly #deps: MailSenderDeps
  readonly #node = randomUUID()
  readonly #stopped = new AbortController()
  #origin = ''
  #loop: Promise<void> = Promise.resolve()

  constructor(deps: MailSenderDeps) {
    this.#deps = deps
  }

  /** @param origin of the service, without a trailing slash: links begin with it. */
  start(origin: string): void {
    this.#origin = origin
    this.#loop = this.#lookAgainAndAgain()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#loop
  }

  async #lookAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      let rest = this.#deps.lookEveryMs ?? LOOK_EVERY_MS
      try {
        if (!(await this.#look())) rest = this.#deps.restMs ?? REST_MS
      } catch (error) {
        this.#deps.onError(error)
      }
      await pause(rest, signal)
    }
    const lease = { name: LEASE, holder: this.#node }
    await releaseLease(this.#deps.database.queries, lease).catch(() => {})
  }

  /** @returns false if the mail server could not be reached. */
  async #look(): Promise<boolean> {
    const { database, clock, mailer, onError, onGivenUp } = this.#deps
    if (!mailer) {
      await dropNotices(database.queries, clock() - FORGET_MS)
      return false
    }
    let isReached = true
    await eachOnItsOwn(await listOrgsWithMail(database.queries, clock()), async (org) => {
      if (!(await this.#isOurs())) return false
      const dropped = await gatherNews(this.#deps, org)
      if (dropped > 0)
        onError(new Error(`${counted(dropped, 'notice')} could not be read and went to nobody`))
      await beginDigests(this.#deps, org)
      const { claimed, unreadable } = await claimLetters(this.#deps, org)
      for (const { userId } of unreadable) onGivenUp({ userId, error: new Error(UNREADABLE) })
      const end = await this.#sendAll(mailer, org, claimed)
      isReached = end !== 'unreachable'
      return end === 'sent'
    })
    return isReached
  }

  async #sendAll(
    mailer: Pick<Mailer, 'sendOnce'>,
    org: Org,
    letters: ClaimedLetter[],
  ): Promise<'sent' | 'stopped' | 'unreachable'> {
    const left = [...letters]
    try {
      for (const letter of letters) {
        // The claim is what keeps other nodes from a letter; the lease, that they look for letters at all.
        if (this.#stopped.signal.aborted || this.#deps.clock() >= letter.claimedUntil) return 'stopped'
        await this.#isOurs()
        left.shift()
        if (!(await this.#send(mailer, org, letter))) return 'unreachable'
      }
      return 'sent'
    } finally {
      if (left.length > 0) await this.#deps.database.inOrg(org, (scope) => releaseLetters(scope, left))
    }
  }

  #isOurs(): Promise<boolean> {
    const { database, clock } = this.#deps
    return claimLease(database.queries, { name: LEASE, holder: this.#node, now: clock(), forMs: LEASE_MS })
  }

  /** Tries a letter once. @returns false if the mail server could not be reached. */
  async #send(mailer: Pick<Mailer, 'sendOnce'>, org: Org, letter: ClaimedLetter): Promise<boolean> {
    let mail: Mail | null
    try {
      mail = await this.#mailOf(org, letter)
    } catch (error) {
      // The letter's own fault: those behind it are sent.
      await this.#record(org, letter, error)
      return true
    }
    const error = mail && (await mailer.sendOnce(mail).then(() => null, asError))
    await this.#record(org, letter, error)
    return error === null || 'responseCode' in error
  }

  /** @param error why it was not sent; null if it was, or nothing was left to send. */
  async #record(org: Org, letter: ClaimedLetter, error: unknown): Promise<void> {
    const now = this.#deps.clock()
    const isSent = error === null
    const isRefused = !isSent && isRefusedForGood(error)
    const rest = isSent || isRefused ? null : restBeforeRetry(letter.tries + 1, Math.random())
    const outcome = {
      sentAt: isSent ? now : null,
      nextAttemptAt: rest === null ? null : now + rest,
    }
    await this.#deps.database.inOrg(org, (scope) => recordLetter(scope, letter, outcome))
    if (isSent) return
    if (rest === null) this.#deps.onGivenUp({ userId: letter.userId, error })
    else this.#deps.onError(error)
  }

  async #mailOf(org: Org, letter: ClaimedLetter): Promise<Mail | null> {
    const { database, key } = this.#deps
    const to = await findAddressee(database.serviceScope(org), letter.userId)
    if (!to) return null
    const unsubscribe = `${this.#origin}/unsubscribe?token=${unsubscribeToken(key, org, letter)}`
    const links = { origin: this.#origin, unsubscribe }
    const text = await composeLetter(this.#deps, org, { letter, links })
    if (!text) return null
    return {
      ...text,
      to: to.email,
      messageId: `<${letter.uid}@${new URL(this.#origin).hostname}>`,
      // RFC 8058.
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
