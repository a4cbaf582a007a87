import { invalidField } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { PASSWORD_MAX_BYTES } from './hasher.ts'
import { passwordStrength } from './strength.ts'
import { LEAST_SCORE, type PasswordVerdict } from './verdict.ts'

export interface PasswordOwner {
  email: string
  name?: string | undefined
  organization?: string | undefined
}

/** One or two sentences; null if it is good. Length first (NIST SP 800-63B), no rules about kinds of
 * characters, then the guesses it takes. @throws rate_limit_exceeded if many are being judged. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const problem = lengthProblem(password)
  if (problem !== null) return problem
  const verdict = await passwordStrength({ password, words: wordsAbout(owner) })
  return verdict.score >= LEAST_SCORE ? null : reasonOf(verdict)
}

/** Costs a second of a core: check the caller first. @throws invalid_request (`path`), rate_limit_exceeded */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  path = 'password',
): Promise<void> {
  refuse(await passwordProblem(password, owner), path)
}

/** By length alone, before anything is known about the caller. @throws invalid_request */
export function requirePasswordLength(password: string, path = 'password'): void {
  refuse(lengthProblem(password), path)
}

function refuse(message: string | null, path: string): void {
  if (message !== null) throw invalidField(path, message)
}

function lengthProblem(password: string): string | null {
  if ([...password].length < LIMITS.passwordMinChars) {
    return `Use at least ${LIMITS.passwordMinChars} characters.`
  }
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    return `Use at most ${PASSWORD_MAX_BYTES} bytes.`
  }
  return null
}

function reasonOf({ warning, suggestions: [advice] }: PasswordVerdict): string {
  const reason = warning ?? 'This password is too easy to guess.'
  return `${reason} ${advice ?? 'Use several words that do not belong together.'}`
}

/** Whole texts and the words in them, e.g. `ada@example.com`, `ada`, `example`. */
function wordsAbout({ email, name = '', organization = '' }: PasswordOwner): string[] {
  const texts = [email, name, organization].map((text) => text.toLowerCase())
  const words = texts.flatMap((text) => [text, text.replace(/\W/g, ''), ...text.split(/[^\p{L}\p{N}]/u)])
  return [...new Set([...words, 'errata'])].filter((word) => word.length > 2)
}
