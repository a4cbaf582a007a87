import { randomInt } from 'node:crypto'

const START = 'svc_pat_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARS = 40
const SHOWN_CHARS = 8
const BEARER = /^bearer +(\S+)$/i
const SECRET = new RegExp(`^${START}[${ALPHABET}]{${RANDOM_CHARS}}$`)

export function newTokenSecret(): string {
  const random = Array.from({ length: RANDOM_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return START + random.join('')
}

/** The part of a secret that may be shown: `svc_pat_` and 8 characters. */
export function tokenPrefixOf(secret: string): string {
  return secret.slice(0, START.length + SHOWN_CHARS)
}

/** The secret in an `Authorization` header; null if the header holds nothing that looks like one. */
export function readBearerToken(authorization: string): string | null {
  const secret = BEARER.exec(authorization)?.[1] ?? ''
  return SECRET.test(secret) ? secret : null
}
