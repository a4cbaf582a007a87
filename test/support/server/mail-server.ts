import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A mail as the server was handed it. */
export interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Header lines, each on one line. */
  head: string
}

/** A mail server on 127.0.0.1 that keeps what it is handed (RFC 5321, as much of it as a client uses). */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** Users and passwords that clients signed in with, `user:password`. */
  readonly logins: string[] = []
  /** Answers to the next mails in place of taking them, e.g. `451 later`. */
  readonly refusals: string[] = []
  /** How many mails were offered, taken or not. */
  offered = 0
  readonly #server: Server = createServer((socket) => void this.#talk(socket))

  /** `smtp://127.0.0.1:…`, once listening. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** What `Mailer` takes. */
  get settings() {
    const { port } = new URL(this.url)
    const from = 'Errata <errata@example.com>'
    return { host: '127.0.0.1', port: Number(port), secure: false, credentials: null, from }
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #talk(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`)
    const envelope = { from: '', to: '' }
    let data: string[] | null = null
    socket.on('error', () => {})
    say('220 test')
    for await (const line of createInterface({ input: socket })) {
      if (data && line !== '.') data.push(line.replace(/^\./, ''))
      else if (data) {
        this.mails.push(readMail(data.join('\r\n'), envelope))
        data = null
        say('250 taken')
      } else data = this.#answer(line, envelope, say)
    }
  }

  /** Answers a command; the list of lines to come where it is DATA. */
  #answer(
    line: string,
    envelope: { from: string; to: string },
    say: (line: string) => void,
  ): string[] | null {
    const [command = '', argument = ''] = [line.slice(0, 4).toUpperCase(), line.slice(5)]
    if (command === 'EHLO') say('250-test\r\n250 AUTH PLAIN')
    else if (command === 'AUTH') {
      const [, user, password] = Buffer.from(argument.split(' ')[1] ?? '', 'base64')
        .toString()
        .split('\0')
      this.logins.push(`${user}:${password}`)
      say('235 welcome')
    } else if (command === 'MAIL') {
      envelope.from = addressIn(argument)
      say('250 ok')
    } else if (command === 'RCPT') {
      this.offered++
      envelope.to = addressIn(argument)
      say(this.refusals.shift() ?? '250 ok')
    } else if (command === 'DATA') {
      say('354 go on')
      return []
    } else say(command === 'QUIT' ? '221 bye' : '250 ok')
    return null
  }
}

/** Starts one; the caller ends it with `close`. */
export async function startMailServer(): Promise<MailServer> {
  const server = new MailServer()
  await server.listen()
  return server
}

/** A mail server for one test. */
export async function mailServerOfTest(): Promise<MailServer> {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return server
}

function addressIn(argument: string): string {
  return /<([^>]*)>/.exec(argument)?.[1] ?? ''
}

function readMail(message: string, envelope: { from: string; to: string }): ReceivedMail {
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
