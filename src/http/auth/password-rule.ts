import { ServiceError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { PASSWORD_MAX_BYTES } from './password-hasher.ts'

const MAX_REPEATED_CHARS = 6

/**
 * What is wrong with a new password, as one sentence; null when it may be used. Length first (NIST SP
 * 800-63B), no rules about kinds of characters.
 */
export function passwordProblem(password: string): string | null {
  if ([...password].length < LIMITS.passwordMinChars) {
    return `Use at least ${LIMITS.passwordMinChars} characters.`
  }
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    return `Use at most ${PASSWORD_MAX_BYTES} bytes.`
  }
  const plain = password.toLowerCase()
  if (COMMON_PASSWORDS.has(plain) || isRepetition(plain)) {
    return 'This password is among the first that are tried. Choose another one.'
  }
  return null
}

/**
 * Refuses a new password that `passwordProblem` finds wrong; `path` is its field in the body.
 * @throws ServiceError invalid_request
 */
export function requireGoodPassword(password: string, path = 'password'): void {
  const message = passwordProblem(password)
  if (message) throw new ServiceError('invalid_request', message, { details: [{ path, message }] })
}

/** True for up to six characters over and over: `aaaaaaaaaaaa`, `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= MAX_REPEATED_CHARS; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}
