import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { closingQuote } from '../pair-value.ts'
import { FILTERED } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { noteKey } from '../work.ts'

const LAST = 4
/**
 * Calls that take a password or a key, with the number of that argument; PHP prints them in its stack traces.
 * What a call of a common name is given has to be no plain word.
 */
const CALLS: readonly (readonly [call: RegExp, argument: number, isCommon?: boolean])[] = [
  [/Credentials?\(/g, LAST],
  [/(?:Driver|Connection|Connector)\w{0,16}(?:->|::)(?:connect|__construct|create\w{0,8}Connection)\(/g, 2],
  [/\bmysqli_real_connect\(/g, 3],
  [/(?:\bPDO|\bmysqli|\bMysqli)(?:->|::)?(?:__construct|real_connect|connect)?\(/g, 2],
  [/\b(?:mysqli?|pg|oci|odbc|sqlsrv)_p?(?:real_)?connect\(/g, 2],
  [/\b(?:ftp_login|ldap_bind|ssh2_auth_password|imap_open|openssl_(?:en|de)crypt|hash_hmac)\(/g, 2],
  [/(?:->|::|\.|#|\b)(?:login|signin|authenticate|attempt|auth|auth(?:enticate)?With(?:Password)?)\(/gi, 1],
  [/(?:->|\.)auth\((?=["'][^"'\n]{1,128}["']\s{0,4}\))/g, 0],
  [/\bpassword_(?:verify|hash)\(|Has(?:her|h)(?:->|::)(?:check|make)\(/g, 0],
  [/\b(?:check|make|set|verify|generate|encode)_?password(?:_sync)?\(/gi, 0],
  [
    /\b(?:bcrypt|argon2i?d?|scrypt|pbkdf2)(?:\.(?:compare|hash|hashpw|checkpw|hashpassword))?(?:_?sync)?\(/gi,
    0,
  ],
  [/\b(?:hmac\.new|Fernet)\(/g, 0],
  [/\b(?:check_password_hash|pbkdf2_hmac|create(?:Hmac|Cipheriv|Decipheriv))\(/g, 1],
  [/\bjwt\.(?:sign|verify|encode|decode)\(/gi, 1],
  [/(?:Basic|Digest)_?Auth\w{0,16}\(|\bbasic_auth\(/g, 1],
  [/UsernamePassword\w{0,24}\(|\bPasswordAuthentication\(/g, 1],
  [/\bcreate_?(?:super)?user\(/gi, 2],
  [/EmailAndPassword\(|\badd_password\(/g, LAST],
  [/\bsp_(?:addlogin|password)\s/gi, 1],
  [/\b(?:get|create|open|new)Connection\(/g, 2, true],
  [/(?<![\w])connect\(/g, 2, true],
  [/\bpgp_sym_(?:en|de)crypt\(|\bAES_(?:EN|DE)CRYPT\(/gi, 1],
  [/\bcrypt\((?=['"][^'"\n]{1,128}['"]\s{0,4},\s{0,4}(?:gen_salt|['"]\$))/gi, 0],
]
/** As logs write the call, without quotes: `ldap_bind(jo, hunter2)`. */
const UNQUOTED_BIND = /(?<=\bldap_bind\((?:[^(),"'\s]{1,128},\s{0,2}){1,8})[^(),"'$\s]{4,128}(?=\))/g
const ARGUMENT =
  /\s{0,4}(?:[brNu]?(?=["'])|Resource id #\d{1,9}|\{[^{}]{0,128}\}|[^\s"'(),]{1,128}(?:\([^()"']{0,64}\))?)/y
/** A way to sign in, or the connection, in front of the name. */
const SASL =
  /(?:["'](?:LOGIN|PLAIN|CRAM-MD5|DIGEST-MD5|SCRAM-SHA-\d{1,3})["']|Object\([\w\\]{1,80}\))\s{0,4},\s{0,8}/y
const NAME_BEFORE = /["'][\w.@$-]{1,64}["']\s{0,4},\s{0,8}["']$/
const NAME_CHARS = 80
const COMMA = /\s{0,4},\s{0,8}/y
/** A name for the field, or the word of a label. */
const WORD = /^[A-Za-z]{1,9}$|^password$/i

/** Replaces the password in `login('jo', '…')` and `PDO->__construct('mysql:…', 'root', '…')`. */
export function scrubCalls(text: string): string {
  let scrubbed = text
  for (const call of CALLS) scrubbed = scrubCall(scrubbed, call)
  return scrubbed.includes('ldap_bind(')
    ? scrubbed.replace(UNQUOTED_BIND, (word) => (isNoPlainWord(word) ? FILTERED : word))
    : scrubbed
}

function scrubCall(text: string, [call, argument, isCommon = false]: (typeof CALLS)[number]): string {
  let result = ''
  let copied = 0
  call.lastIndex = 0
  for (let match = call.exec(text); match !== null; match = call.exec(text)) {
    noteKey()
    const behind = afterMatch(SASL, text, call.lastIndex)
    const secret = literalAt(text, behind, argument)
    if (secret === null || (isCommon && !isBehindName(text, secret))) continue
    result += text.slice(copied, secret.start) + FILTERED
    copied = secret.end
    call.lastIndex = secret.end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** No plain word, with another literal in front of it. */
function isBehindName(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - NAME_CHARS), start)
  return isNoPlainWord(text.slice(start, end)) && NAME_BEFORE.test(before)
}

/** The literal that is this argument, or the last behind the first; null if it is none, or a word. */
function literalAt(text: string, from: number, argument: number): { start: number; end: number } | null {
  let at = from
  for (let index = 0; index <= argument; index++) {
    at = afterMatch(ARGUMENT, text, at)
    // One with a name is a pair.
    if (text[at - 1] === '=') return null
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
