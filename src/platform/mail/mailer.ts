import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SmtpServer } from './smtp-settings.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The mail's own id, in angle brackets; the same for each try, so that a receiver knows one it has. */
  messageId?: string
  headers?: Record<string, string>
}

/** How long a mail server may take to make contact, and then to say anything. */
const CONNECT_MS = 5000
const SILENCE_MS = 15_000
/** For a mail as a whole: a server that says a little now and then is never silent, and all mails wait for it. */
const WHOLE_MS = 45_000
/** Waiting before a second and a third try, where the server may take it later. */
const RETRY_AFTER_MS = [1000, 10_000]
const MAX_WAITING = 500
const PERMANENT_FAILURE = 500
/** How long an end of the service waits for the mail server. */
const FLUSH_MS = 3000

export class Mailer {
  /** Attempts since the start. */
  readonly attempts = { sent: 0, failed: 0 }
  readonly #transport: ReturnType<typeof transportTo>
  readonly #from: string
  readonly #wholeMs: number
  /** Aborted when there is no more time for pauses, and when there is none for mails. */
  readonly #hurry = new AbortController()
  readonly #end = new AbortController()
  readonly #ended: Promise<never>
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(server: SmtpServer, wholeMs = WHOLE_MS) {
    this.#wholeMs = wholeMs
    this.#transport = transportTo(server)
    this.#from = server.from
    const { signal } = this.#end
    this.#ended = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    this.#ended.catch(() => {})
  }

  /** Resolves once the server has taken the mail; rejects when it will not, after three tries. */
  async send(mail: Mail): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw new Error(`${MAX_WAITING} emails are waiting for the mail server`)
    this.#waiting++
    try {
      await this.#sendPatiently(mail)
    } finally {
      this.#waiting--
    }
  }

  /** Tries once, behind what waits. Rejects when the server did not take it, for now or for good. */
  async sendOnce(mail: Mail): Promise<void> {
    await this.#inTurn(mail)
  }

  /** Tries waiting mail once now; mail that the server has not accepted within 3 s fails. */
  close(): void {
    this.#hurry.abort()
    const reason = new Error('the service stopped before the mail server accepted the email')
    setTimeout(() => this.#end.abort(reason), FLUSH_MS).unref()
  }

  async #sendPatiently(mail: Mail): Promise<void> {
    for (const pause of RETRY_AFTER_MS) {
      const { signal } = this.#hurry
      const isLast = signal.aborted
      try {
        return await this.#inTurn(mail)
      } catch (error) {
        if (isPermanent(error) || isLast) throw error
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
    }
    await this.#inTurn(mail)
  }

  async #inTurn(mail: Mail): Promise<void> {
    const sending = this.#last.then(async () => {
      this.#end.signal.throwIfAborted()
      const message = { ...mail, to: { name: '', address: mail.to }, from: this.#from }
      const transport = await this.#transport
      const signal = AbortSignal.timeout(this.#wholeMs)
      const sent = transport.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw signal.aborted ? this.#tooSlow(error) : error
      })
      await Promise.race([sent, this.#ended])
    })
    this.#last = sending.then(
      () => void this.attempts.sent++,
      () => void this.attempts.failed++,
    )
    await sending
  }

  #tooSlow(cause: unknown): Error {
    return new Error(`the mail server did not take the email within ${this.#wholeMs / 1000} s`, { cause })
  }
}

/** No TLS on this machine; elsewhere if offered, and demanded before a password. Loaded on demand: 8 MB. */
async function transportTo({ host, port, secure, credentials }: SmtpServer, socket?: Socket) {
  const { createTransport } = await import('nodemailer')
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return createTransport({
    host,
    port,
    secure,
    ...(credentials && { auth: credentials }),
    ...(socket && { socket }),
    requireTLS: !secure && !isLocal && credentials !== null,
    ignoreTLS: !secure && isLocal,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Makes contact and signs in, without a mail. @returns why the server is not willing; null if it is. */
export async function mailRefusal(server: SmtpServer, wholeMs = WHOLE_MS): Promise<string | null> {
  // Our own socket: the library waits as long as the server says a little now and then.
  const socket = new Socket()
  const transport = await transportTo(server, socket)
  const tooSlow = new Error(`the mail server was not ready within ${wholeMs / 1000} s`)
  const timer = setTimeout(() => socket.destroy(tooSlow), wholeMs)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** True where the server refused this mail for good, and not the service. */
export function isRefusedForGood(error: unknown): boolean {
  return isPermanent(error) && (error as { code?: string }).code !== 'EAUTH'
}

function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= PERMANENT_FAILURE
}
