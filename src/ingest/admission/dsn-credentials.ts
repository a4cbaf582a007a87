import type { IncomingHttpHeaders } from 'node:http'

/** By the credential's name: `compat` or, as stock SDKs expect, `sentry` (docs/protocol.md). */
export type ClientDialect = 'compat' | 'sentry'

export interface DsnCredentials {
  dialect: ClientDialect
  publicKey: string
  /** Null if the client sends none: browsers never do. */
  secret: string | null
}

/** The first source with a key: `X-Sentry-Auth`, `X-Compat-Auth`, `Authorization` of these schemes, query.
 * Several are fine: proxies duplicate them. A Bearer token and a cookie never count. */
export function readDsnCredentials(headers: IncomingHttpHeaders, query: unknown): DsnCredentials | null {
  return (
    readAuthHeader(headers['x-sentry-auth']) ??
    readAuthHeader(headers['x-compat-auth']) ??
    readAuthorization(headers.authorization) ??
    readQuery(query as Record<string, unknown>)
  )
}

/** From an envelope header sent through a tunnel: only stock SDKs do that, hence their dialect. */
export function readDsn(dsn: unknown): DsnCredentials | null {
  if (typeof dsn !== 'string' || dsn.length > 2048 || !URL.canParse(dsn)) return null
  const url = new URL(dsn)
  return credentials('sentry', decode(url.username), decode(url.password))
}

function readAuthorization(header: string | undefined): DsnCredentials | null {
  if (header === undefined) return null
  return /^\s*(?:sentry|compat)\s/i.test(header) ? readAuthHeader(header) : null
}

/** `Sentry sentry_key=…, sentry_secret=…`: any case, scheme optional, values may be quoted, white space
 * anywhere (RFC 9110 11.2); unknown names are skipped. */
function readAuthHeader(header: string | string[] | undefined): DsnCredentials | null {
  if (header === undefined) return null
  let dialect: ClientDialect | null = null
  let publicKey: string | null = null
  let secret: string | null = null
  for (const part of String(header).split(',')) {
    const equals = part.indexOf('=')
    if (equals === -1) continue
    const name = lastWord(part.slice(0, equals))
    if (name === 'sentry_key' || name === 'compat_key') {
      dialect = name === 'sentry_key' ? 'sentry' : 'compat'
      publicKey = parameterValue(part.slice(equals + 1))
    } else if (name === 'sentry_secret' || name === 'compat_secret') {
      secret = parameterValue(part.slice(equals + 1))
    }
  }
  return dialect === null ? null : credentials(dialect, publicKey, secret)
}

function lastWord(text: string): string {
  const label = text.trim()
  const space = Math.max(label.lastIndexOf(' '), label.lastIndexOf('\t'))
  return label.slice(space + 1).toLowerCase()
}

function parameterValue(text: string): string {
  const value = text.trim()
  return decode(value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value)
}

function readQuery(query: Record<string, unknown>): DsnCredentials | null {
  return (
    credentials('sentry', firstText(query.sentry_key), firstText(query.sentry_secret)) ??
    credentials('compat', firstText(query.compat_key), firstText(query.compat_secret))
  )
}

function credentials(
  dialect: ClientDialect,
  publicKey: string | null,
  secret: string | null,
): DsnCredentials | null {
  return publicKey ? { dialect, publicKey, secret: secret || null } : null
}

/** A query name given twice arrives as a list. */
export function firstText(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : null
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
