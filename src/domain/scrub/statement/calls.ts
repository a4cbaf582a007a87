import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { closingQuote } from '../pair-value.ts'
import { FILTERED } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteKey } from '../work.ts'

const LAST = 4
/** Calls that sign in, with the number of the argument that is the password; PHP prints them in its stack traces. */
const CALLS: readonly (readonly [call: RegExp, argument: number])[] = [
  [/Credentials?\(/g, LAST],
  [/(?:\bPDO|\bmysqli|\bMysqli)(?:->|::)?(?:__construct|real_connect|connect)?\(/g, 2],
  [/\b(?:mysqli?|pg|oci|odbc|sqlsrv)_p?(?:real_)?connect\(/g, 2],
  [/\b(?:ftp_login|ldap_bind|ssh2_auth_password)\(/g, 2],
  [/(?:->|::|\.|#)(?:login|signin|authenticate|attempt|auth(?:enticate)?With(?:Password)?)\(/gi, 1],
]
const ARGUMENT = /\s{0,4}(?:[bru]?(?=["'])|[^\s"'(),]{1,128}(?:\([^()"']{0,64}\))?)/y
/** A way to sign in, in front of the name. */
const SASL = /["'](?:LOGIN|PLAIN|CRAM-MD5|DIGEST-MD5|SCRAM-SHA-\d{1,3})["']\s{0,4},\s{0,8}/y
const COMMA = /\s{0,4},\s{0,8}/y
/** A name for the field, or the word of a label. */
const WORD = /^[A-Za-z]{1,9}$|^password$/i

/** Replaces the password in `login('jo', '…')` and `PDO->__construct('mysql:…', 'root', '…')`. */
export function scrubCalls(text: string): string {
  let scrubbed = text
  for (const [call, argument] of CALLS) scrubbed = scrubCall(scrubbed, call, argument)
  return scrubbed
}

function scrubCall(text: string, call: RegExp, argument: number): string {
  let result = ''
  let copied = 0
  call.lastIndex = 0
  for (let match = call.exec(text); match !== null; match = call.exec(text)) {
    noteKey()
    const behind = afterMatch(SASL, text, call.lastIndex)
    const secret = literalAt(text, behind, argument)
    if (secret === null) continue
    result += text.slice(copied, secret.start) + FILTERED
    copied = secret.end
    call.lastIndex = secret.end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** The literal that is this argument, or the last behind the first; null if it is none, or a word. */
function literalAt(text: string, from: number, argument: number): { start: number; end: number } | null {
  let at = from
  for (let index = 0; index <= argument; index++) {
    at = afterMatch(ARGUMENT, text, at)
    const isLiteral = isQuote(text[at])
    const end = isLiteral ? closingQuote(text, text[at]!, at + 1) : at
    const behind = isLiteral ? end + 1 : at
    const next = afterMatch(COMMA, text, behind)
    const isLast = argument === LAST && index > 0 && next === behind
    if (index === argument || isLast) {
      const value = isLiteral ? text.slice(at + 1, end) : ''
      return value === '' || WORD.test(value) || !isFilled(value) ? null : { start: at + 1, end }
    }
    if (next === behind) return null
    at = next
  }
  return null
}
