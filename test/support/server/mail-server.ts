import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as the server was handed it. */
export interface ReceivedMail {
  from: string
  to: string
  /** Whether it came over TLS. */
  encrypted: boolean
  subject: string
  text: string
  html: string
  /** Header lines, each on one line. */
  head: string
}

export interface MailServerOptions {
  /** Default: 127.0.0.1, which the service never asks for TLS. */
  host?: string
  /** Speaks TLS from the first byte; otherwise only after STARTTLS. */
  secure?: boolean
  /** Offers TLS with this certificate, and takes no password without it. */
  tls?: { key: string; cert: string }
  /** Knows no STARTTLS. */
  withoutTls?: boolean
  /** `user:password`, without which no mail is taken. */
  login?: string
}

/** A stock SMTP server that keeps the mails it is handed. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** Users and passwords that clients signed in with, `user:password`. */
  readonly logins: string[] = []
  /** Answers to the next mails in place of taking them, e.g. `451 later`. */
  readonly refusals: string[] = []
  /** Hangs up on everyone. */
  isDown = false
  /** How many mails were offered, taken or not. */
  offered = 0
  readonly #server: SMTPServer
  readonly #options: MailServerOptions

  constructor(options: MailServerOptions = {}) {
    this.#options = options
    const { secure = false, withoutTls = false, tls, login } = options
    this.#server = new SMTPServer({
      ...{ secure, ...tls, authOptional: login === undefined, allowInsecureAuth: tls === undefined },
      disabledCommands: withoutTls ? ['STARTTLS'] : [],
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        const given = `${username}:${password}`
        this.logins.push(given)
        if (login === undefined || login === given) done(null, { user: username })
        else done(answer('535 wrong password'))
      },
      onRcptTo: (_address, _session, done) => {
        this.offered++
        const refusal = this.refusals.shift()
        done(refusal === undefined ? null : answer(refusal))
      },
      onData: (stream, session, done) => {
        void this.#take(stream, session).then(() => done())
      },
    })
    this.#server.server.prependListener('connection', (socket: Socket) => {
      if (this.isDown) socket.destroy()
    })
    this.#server.on('error', () => {})
  }

  /** `smtp://127.0.0.1:…`, once listening. */
  get url(): string {
    const { secure = false, host = '127.0.0.1' } = this.#options
    const { port } = this.#server.server.address() as AddressInfo
    return `${secure ? 'smtps' : 'smtp'}://${host}:${port}`
  }

  /** What `Mailer` takes. */
  get settings() {
    const { port } = new URL(this.url)
    const from = 'Errata <errata@example.com>'
    return { host: '127.0.0.1', port: Number(port), secure: false, credentials: null, from }
  }

  async listen(): Promise<void> {
    const { host = '127.0.0.1' } = this.#options
    await new Promise<void>((resolve) => this.#server.listen(0, host, resolve))
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  async #take(stream: Readable, { envelope, secure }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const to = envelope.rcptTo.map(({ address }) => address).join()
    this.mails.push(readMail(Buffer.concat(chunks).toString(), { from, to, encrypted: secure }))
  }
}

/** `451 later` as the library takes it. */
function answer(line: string): Error {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) })
}

/** Starts one; the caller ends it with `close`. */
export async function startMailServer(options?: MailServerOptions): Promise<MailServer> {
  const server = new MailServer(options)
  await server.listen()
  return server
}

/** A mail server for one test. */
export async function mailServerOfTest(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

function readMail(message: string, envelope: Pick<ReceivedMail, 'from' | 'to' | 'encrypted'>): ReceivedMail {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(message)?.[1] ?? ''
  const part = (type: string): string => {
    const found = new RegExp(`Content-Type: ${type}[^]*?\r\n\r\n([^]*?)\r\n--`).exec(message)
    const isQuoted = /quoted-printable/.test(found?.[0].split('\r\n\r\n')[0] ?? '')
    return isQuoted ? unquoted(found![1]!) : (found?.[1] ?? '')
  }
  return {
    ...envelope,
    subject: headerText(subject),
    text: part('text/plain'),
    html: part('text/html'),
    head: message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' '),
  }
}

/** RFC 2047: `=?UTF-8?Q?…?=`, with nothing between two of them. */
function headerText(value: string): string {
  const words = value.replace(/\r\n/g, '').replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
  return words.replace(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) => unquoted(word.replaceAll('_', ' ')))
}

/** RFC 2045, 6.7. */
function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
