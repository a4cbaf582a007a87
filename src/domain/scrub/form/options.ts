import type { Json } from '../../json/json.ts'
import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'

/* Options that hold a secret whatever the command is. */

/** Of commands that write long options with one dash, such as Java's. */
export const LONG_SECRET = /^-(?:(?:src|dest|old|new)?(?:store|key)?pass(?:wd|word|phrase)?|token|secret)$/i
const LONG_OPTION = /^--?[\w-]{2,60}$/
/** A login of a command that is not named, or not known: `-u jo -p …`, `["-u", "jo", "-p", "…"]`. */
const LOGIN_OPTIONS =
  /(?<=[ "']-{1,2}[uU](?:ser(?:name)?)?(?:[ =]|["'],\s{0,2}["'])[^\s"']{1,64}(?: |["'],\s{0,2}["'])-[pP](?:ass(?:word)?)?(?:[ =]["']?|["'],\s{0,2}["']))[^\s"'/|;&]{4,128}(?![^\s"'|;&])/g
const NAME_OPTION = /^-(?:u|U|-user|-username)$/
/** `/pass:hunter2`, of any command of Windows. */
const WINDOWS_OPTION = /(?<=\s\/(?:pass(?:word)?|pwd|userpassword):["']?)[^\s"']{4,128}/gi
/** What the shell fills in. */
export const VARIABLE = /^(?:\$(?:\w{1,64}|\{[^}]{1,80}\})|%\w{1,64}%)$/
/** `-p2222`, and what `-p` publishes: `8080:80`. */
export const PORT = /^(?:-[pP])?(?:\d{1,3}(?:\.\d{1,3}){3}:)?\d{2,5}(?:[-:]\d{1,5}){0,4}(?:\/[a-z]{3,4})?$/

/** Replaces passwords behind options that any command may have: `/pass:hunter2`, `-u jo -p hunter2`. */
export function scrubOptions(text: string): string {
  const scrubbed = text.includes(' /')
    ? text.replace(WINDOWS_OPTION, (word) => (isChosen(word) ? FILTERED : word))
    : text
  return /-[uU]/.test(scrubbed) && /-[pP]/.test(scrubbed)
    ? scrubbed.replace(LOGIN_OPTIONS, (word) => (isChosen(word) ? FILTERED : word))
    : scrubbed
}

function isChosen(word: string): boolean {
  return isNoPlainWord(word) && !PORT.test(word) && !VARIABLE.test(word)
}

/** True for the password of a login in a list of arguments, for any command: `['-u', 'jo', '-p', '…']`. */
export function isLoginArgument(words: readonly Json[], index: number): boolean {
  const [option, , sign, word] = words.slice(Math.max(0, index - 3), index + 1)
  if (sign !== '-p' && sign !== '-P') return false
  return typeof option === 'string' && NAME_OPTION.test(option) && typeof word === 'string' && isChosen(word)
}

/** True when the argument behind this one is a secret, for any command: `--password`, `-Ptoken`. */
export function isSecretOption(option: string): boolean {
  if (LONG_SECRET.test(option)) return true
  return option.startsWith('--') && LONG_OPTION.test(option) && keyVerdict(option) === 'secret'
}
