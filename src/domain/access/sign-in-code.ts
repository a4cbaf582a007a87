import { base32 } from './base32.ts'

/** Of Crockford's base32: no letter that looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits: too many to guess, even with the hash and a rack of hardware. */
export const RECOVERY_CODE_BYTES = 10
const GROUPS = /.{4}(?=.)/g
const TOTP = /^\d{6}$/
const RECOVERY = /^[0-9a-hjkmnp-tv-z]{16}$/

/** What someone typed as the second factor. */
export interface SignInCode {
  kind: 'app' | 'recovery'
  /** Without blanks and dashes; of a recovery code, as it was made. */
  code: string
}

/** A recovery code as it is shown: `xxxx-xxxx-xxxx-xxxx`. @param random 10 random bytes. */
export function recoveryCode(random: Uint8Array): string {
  return base32(random, ALPHABET).replace(GROUPS, '$&-')
}

/** Null for a text that is neither a code of an app nor a recovery code. */
export function readSignInCode(text: string): SignInCode | null {
  const bare = text.toLowerCase().replace(/[\s-]/g, '')
  if (TOTP.test(bare)) return { kind: 'app', code: bare }
  const code = bare.replaceAll('o', '0').replace(/[il]/g, '1')
  return RECOVERY.test(code) ? { kind: 'recovery', code } : null
}
