import { randomInt } from 'node:crypto'

const START = 'svc_pat_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^40 is more than 2^238. */
const RANDOM_CHARS = 40
/** What is shown of them leaves more than 2^190. */
const SHOWN_CHARS = 8
const BEARER = /^bearer +(\S+)$/i
const SECRET = new RegExp(`^${START}[${ALPHABET}]{${RANDOM_CHARS}}$`)

/** A new secret of an access token: `svc_pat_` and 40 random characters of base62. */
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
