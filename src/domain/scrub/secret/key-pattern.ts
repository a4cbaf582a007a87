import { FOREIGN_CODE_PATTERN, FOREIGN_LIKELY_PATTERN, FOREIGN_PATTERN } from './secret-key-words.ts'
import { CODE_NAME } from './typed-code.ts'

/** Finds what may be a key of a secret; code then reads the key around it, so the pattern stays linear. */
export const SENSITIVE_WORD =
  /(?:mot de )?pass(?:[ -](?=phrases?\b))?|pwd|secret|token|api[-_. ]?key|access[-_. ]key|private[-_. ]?key|auth|cookie|session|sessid|[cx]srf|credential|creds|bearer(?=[\\"']{0,8}\s{0,2}[=:])|key(?=(?:s|-data| \d{1,2})?[\\"'\]]{0,8}\s{0,2}[=:]|(?<=--[a-z]{1,20}-key) )|jwt|cvv/gi
/** Not behind a letter, unless that is one of an escape: `\\npin: 4821`. */
const WORD_BEGINS = String.raw`(?:(?<![a-z])|(?<=\\[nrtbf]|%[0-9a-f]{2}))`
/** With the words that fewer texts have, and those of other languages; its many branches make it slower. */
export const ANY_SENSITIVE_WORD = new RegExp(
  `authenticator[-_ ]?code|${SENSITIVE_WORD.source}|${WORD_BEGINS}(?:(?:(?:olc)?root|bind|db|user|admin|ldap)?pw|psw|psk|mdp|pin(?:[-_ ]?code)?|t?otp|senha|clave|parola)\\d{0,2}(?=[\\\\"'\\]]{0,8}(?:\\s{0,2}[=:]|\\r?\\n\\r?\\n))|` +
    `(?:${CODE_NAME}|security[-_ ]answer|cvc2?|t?otp|code[-_]?verifier|device[-_]?code|saml(?:response|request))(?=[\\\\"'\\]]{0,8}\\s{0,2}(?:[=:]|is[ :]|\\d))|` +
    `${WORD_BEGINS}(?:senha|clave|parola|psk|(?:root|bind)pw)(?= )|${WORD_BEGINS}sess(?=:)|remember[-_ ]?me|(?:bypass|crumb|(?<=_)pat)(?=[\\\\"'\\]]{0,8}\\s{0,2}[=:])|auth_pass|identified (?:with \\w{1,40} )?(?:by|as)|pswd|pasword|${FOREIGN_PATTERN}|${FOREIGN_CODE_PATTERN}|${FOREIGN_LIKELY_PATTERN}`,
  'gi',
)
export const FOREIGN_KEY = new RegExp(
  `(?:${FOREIGN_PATTERN}|${FOREIGN_CODE_PATTERN}|${FOREIGN_LIKELY_PATTERN})$`,
  'i',
)
/** As `FOREIGN_KEY`, with the endings that languages put behind a word: `Lösenordet`. */
export const FOREIGN_WORD = new RegExp(FOREIGN_KEY.source.replace(/\$$/, '[a-zà-ž]{0,6}$'), 'i')
