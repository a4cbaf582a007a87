import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes as 43 characters of base64url: for cookies and links. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 16 random bytes as 32 lower-case hex characters: the halves of a DSN key. */
export function newHexSecret(): string {
  return randomBytes(16).toString('hex')
}

/** SHA-256, the only stored form. For 128 random bits or more; passwords need a slow hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b))
}
