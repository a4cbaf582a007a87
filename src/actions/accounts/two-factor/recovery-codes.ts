import { randomBytes } from 'node:crypto'
import { QUOTAS } from '#contract/limits.ts'
import { RECOVERY_CODE_BYTES, readSignInCode, recoveryCode } from '#domain/access/sign-in-code.ts'
import { hashSecret } from '#platform/secret-token.ts'

export interface NewRecoveryCodes {
  /** Shown once. */
  codes: string[]
  hashes: Buffer[]
}

export function newRecoveryCodes(userId: string): NewRecoveryCodes {
  const codes = Array.from({ length: QUOTAS.recoveryCodes }, () =>
    recoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
  )
  return { codes, hashes: codes.map((code) => recoveryCodeHash(userId, readSignInCode(code)!.code)) }
}

/** A fast hash is enough: nobody tries 80 random bits. With the user in it, each guess is at one member's codes. */
export function recoveryCodeHash(userId: string, code: string): Buffer {
  return hashSecret(`recovery code\n${userId}\n${code}`)
}
