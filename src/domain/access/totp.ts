import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'

const STEP_MS = 30_000
const DIGITS = 6
/** For clocks that differ, and codes typed at the end of their time. */
const STEPS_EITHER_SIDE = 1
/** A code that is taken is at most so many steps before another that was: further ahead, it was the clock that was wrong. */
export const MOST_STEPS_AHEAD = 2 * STEPS_EITHER_SIDE
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ISSUER = 'Errata'

/** The code of a 30-second step (RFC 6238 with SHA-1 and 6 digits: all that every authenticator app knows). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code this is, of those around `now` (epoch ms) that come after the step `after`; null if none. If the
 * clock was ahead when `after` was used, nobody waits until it is there again. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, after }: { now: number; after: number },
): number | null {
  const present = totpStep(now)
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = present + STEPS_EITHER_SIDE; step >= present - STEPS_EITHER_SIDE; step--) {
    const expected = Buffer.from(totpCode(secret, step))
    const matches = given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
    if (matches && (step > after || after > step + MOST_STEPS_AHEAD)) found = step
  }
  return found
}

export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS)
}

/** As people type it into an app. */
export function secretText(secret: Buffer): string {
  return base32(secret, ALPHABET)
}

/** What the QR code says to an app: the secret, and under which name to show its codes. */
export function totpUri(secret: Buffer, email: string): string {
  const label = [ISSUER, email].map(encodeURIComponent).join(':')
  const digits = `digits=${DIGITS}&period=${STEP_MS / 1000}`
  return `otpauth://totp/${label}?secret=${secretText(secret)}&issuer=${ISSUER}&algorithm=SHA1&${digits}`
}
