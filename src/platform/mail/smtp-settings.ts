import { ConfigError } from '../config/config-error.ts'

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte on, rather than by STARTTLS. */
  secure: boolean
  credentials: { user: string; pass: string } | null
  /** Sender of the mails: `name <address>`, or an address. */
  from: string
}

const SMTP_PORT = 587
const SMTPS_PORT = 465

/** Reads `smtp://…` or `smtps://…`; empty: no mail is sent. */
export function smtpUrl(value: string, name: string): Omit<SmtpServer, 'from'> | null {
  if (value === '') return null
  const url = URL.canParse(value) ? new URL(value) : null
  const user = decoded(url?.username)
  const pass = decoded(url?.password)
  const isBare = url && ['', '/'].includes(url.pathname) && !url.search && !url.hash
  const secure = url?.protocol === 'smtps:'
  if (
    !url ||
    user === null ||
    pass === null ||
    !isBare ||
    !(secure || url.protocol === 'smtp:') ||
    url.hostname === ''
  ) {
    throw new ConfigError(
      `${name} must look like smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465; write @ / : # in a name or password as %40 %2F %3A %23.`,
    )
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? SMTPS_PORT : SMTP_PORT),
    secure,
    credentials: user === '' ? null : { user, pass },
  }
}

/** Null if a % is followed by something else than two hex digits. */
function decoded(text = ''): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

export function smtpSender(value: string, name: string): string | null {
  if (value === '') return null
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value
  if (!ADDRESS.test(address)) {
    throw new ConfigError(
      `${name} is "${value}". Use an address, optionally with a name, such as Errata <errata@example.com>.`,
    )
  }
  return value
}

/** Without a sender, the user's name is taken if it is an address; else the sender is empty. */
export function smtpServer(server: Omit<SmtpServer, 'from'> | null, from: string | null): SmtpServer | null {
  if (!server) return null
  const user = server.credentials?.user ?? ''
  return { ...server, from: from ?? (ADDRESS.test(user) ? user : '') }
}
