import { randomBytes } from 'node:crypto'
import type { InstallationKey } from '#platform/installation-key.ts'

/** As many as SHA-1 puts out (RFC 4226, section 4). */
const SECRET_BYTES = 20

export function newAppSecret(key: InstallationKey, userId: string): { secret: Buffer; sealed: string } {
  const secret = randomBytes(SECRET_BYTES)
  return { secret, sealed: key.seal(purposeOf(userId), secret.toString('base64')) }
}

/** Null if the installation's key is not the one it was sealed with. */
export function openAppSecret(key: InstallationKey, userId: string, sealed: string): Buffer | null {
  const text = key.open(purposeOf(userId), sealed)
  return text === null ? null : Buffer.from(text, 'base64')
}

function purposeOf(userId: string): string {
  return `two-factor secret\n${userId}`
}
