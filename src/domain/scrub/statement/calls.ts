import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { closingQuote } from '../pair-value.ts'
import { Filtering } from '../secret/filtering.ts'
import { FILTERED } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { noteKey } from '../work.ts'

const LAST = 4

interface Call {
  pattern: RegExp
  /** The number of the argument that is a password or a key. */
  argument: number
  /** Lower-case texts: without one of them, a text is not searched for the call. */
  words: readonly string[]
  /** Others have a call of this name, too: what it is given has to be no plain word. */
  isCommon?: boolean
  /** The same, whatever it follows. */
  isOdd?: boolean
}

const DATABASE_CALLS: readonly Call[] = [
  {
    pattern:
      /(?:Driver|Connection|Connector)\w{0,16}(?:->|::)(?:connect|__construct|create\w{0,8}Connection)\(/g,
    argument: 2,
    words: ['connect(', 'construct(', 'connection('],
  },
  { pattern: /\bmysqli_real_connect\(/g, argument: 3, words: ['connect('] },
  {
    pattern: /(?:\bPDO|\bmysqli|\bMysqli)(?:->|::)?(?:__construct|real_connect|connect)?\(/g,
    argument: 2,
    words: ['pdo(', 'mysqli(', 'construct(', 'connect('],
  },
  { pattern: /\b(?:mysqli?|pg|oci|odbc|sqlsrv)_p?(?:real_)?connect\(/g, argument: 2, words: ['connect('] },
]
const SIGN_IN_CALLS: readonly Call[] = [
  {
    pattern: /\b(?:ftp_login|ldap_bind|ssh2_auth_password|imap_open|openssl_(?:en|de)crypt|hash_hmac)\(/g,
    argument: 2,
    words: ['login(', 'bind(', 'password(', 'imap', 'crypt(', 'hmac('],
  },
  { pattern: /\bsimple_bind(?:_s)?\(/g, argument: 1, words: ['simple_bind'] },
  {
    pattern:
      /(?:->|::|\.|#|\b)(?:login|signin|authenticate|attempt|auth(?=\(["'])|auth(?:enticate)?With(?:Password)?)\(/gi,
    argument: 1,
    words: [
      ...['login(', 'signin(', 'authenticate(', 'attempt(', "auth('", 'auth("', 'password('],
      ...['authwith(', 'authenticatewith('],
    ],
  },
  { pattern: /(?:->|\.|\b)auth\((?=[\w$.]{1,64},)/g, argument: 1, words: ['auth('], isOdd: true },
  {
    pattern: /(?:->|[.:])auth\((?=["'][^"'\n]{1,128}["']\s{0,4}\))/g,
    argument: 0,
    words: ["auth('", 'auth("'],
  },
]
const PASSWORD_CALLS: readonly Call[] = [
  {
    pattern: /\bpassword_(?:verify|hash)\(|Has(?:her|h)(?:->|::)(?:check|make)\(/g,
    argument: 0,
    words: ['password_verify(', 'password_hash(', "verify('", "hash('", "check('", "make('"],
  },
  {
    pattern: /\b(?:check|make|set|verify|generate|encode)_?password(?:_sync)?\(/gi,
    argument: 0,
    words: ['password(', 'password_sync('],
  },
  { pattern: /\b(?:set|change|reset|update)_?password\(/gi, argument: LAST, words: ['password('] },
  {
    pattern:
      /\b(?:bcrypt|argon2i?d?|scrypt|pbkdf2)(?:\.(?:compare|hash|hashpw|checkpw|hashpassword))?(?:_?sync)?\(/gi,
    argument: 0,
    words: ['bcrypt', 'argon2', 'scrypt', 'pbkdf2'],
  },
  { pattern: /\b(?:hmac\.new|Fernet)\(/g, argument: 0, words: ['hmac.new', 'fernet('] },
  {
    pattern: /\b(?:check_password_hash|pbkdf2_hmac|create(?:Hmac|Cipheriv|Decipheriv))\(/g,
    argument: 1,
    words: ['password_hash(', 'pbkdf2', 'hmac(', 'cipheriv('],
  },
  { pattern: /\bjwt\.(?:sign|verify|encode|decode)\(/gi, argument: 1, words: ['jwt.'] },
  {
    pattern: /(?:[Bb]asic|[Dd]igest)_?Auth\w{0,16}\(|\bbasic_auth\(|\bAuthenticationHeaderValue\(/g,
    argument: 1,
    words: ['basicauth', 'basic_auth', 'digestauth', 'digest_auth', 'headervalue('],
  },
  { pattern: /\bCURLOPT_(?:PROXY)?USERPWD\s{0,4}(?:,|=>)/g, argument: 0, words: ['userpwd'] },
  { pattern: /\bbearer_auth\(/g, argument: 0, words: ['bearer_auth('] },
  { pattern: /\bauth=\((?=["'])/g, argument: 1, words: ["auth=('", 'auth=("'] },
  {
    pattern: /UsernamePassword\w{0,24}\(|\bPasswordAuthentication\(/g,
    argument: 1,
    words: ['usernamepassword', 'passwordauthentication('],
  },
  {
    pattern: /\bcreate_?(?:super)?user\(/gi,
    argument: 2,
    words: ['create_user(', 'createuser(', 'superuser('],
  },
  { pattern: /\bTwilio\(|Client\((?=["']AC)/g, argument: 1, words: ['twilio(', "client('ac", 'client("ac'] },
  { pattern: /EmailAndPassword\(|\badd_password\(/g, argument: LAST, words: ['password('] },
  { pattern: /\bsp_(?:addlogin|password)\s/gi, argument: 1, words: ['sp_addlogin', 'sp_password'] },
]
const COMMON_CALLS: readonly Call[] = [
  {
    pattern: /\b(?:get|create|open|new)Connection\(/g,
    argument: 2,
    words: ['connection('],
    isCommon: true,
  },
  { pattern: /(?<![\w])connect\(/g, argument: 2, words: ['connect('], isCommon: true },
]
const SQL_CALLS: readonly Call[] = [
  {
    pattern: /\bpgp_sym_(?:en|de)crypt\(|\bAES_(?:EN|DE)CRYPT\(/gi,
    argument: 1,
    words: ['crypt('],
  },
  { pattern: /\b(?:en|de)cryptbypassphrase\(/gi, argument: 0, words: ['passphrase('] },
  {
    pattern: /\bcrypt\((?=['"][^'"\n]{1,128}['"]\s{0,4},\s{0,4}(?:gen_salt|['"]\$))/gi,
    argument: 0,
    words: ['crypt('],
  },
]
/** Calls that take a password or a key; PHP prints them in its stack traces. */
const CALLS: readonly Call[] = [
  { pattern: /Credentials?\(/g, argument: LAST, words: ['credentials(', 'credential('] },
  ...DATABASE_CALLS,
  ...SIGN_IN_CALLS,
  ...PASSWORD_CALLS,
  ...COMMON_CALLS,
  ...SQL_CALLS,
]
/** What a text must have one of to be searched for calls. */
export const CALL_WORDS = [...new Set(CALLS.flatMap(({ words }) => words))]
/** As logs write the call, without quotes: `ldap_bind(jo, hunter2)`. */
const UNQUOTED_BIND = /(?<=\bldap_bind\((?:[^(),"'\s]{1,128},\s{0,2}){1,8})[^(),"'$\s]{4,128}(?=\))/g
/** An object as it is printed: `UserCredentials(jo, Tr0ub4dor)`. */
const UNQUOTED_LOGIN =
  /(?<=(?:Credentials?|UsernamePassword\w{0,24}|PasswordAuthentication)\((?:[^(),"'=\s]{1,128},\s{0,2}){1,3})[^(),"'=$\s]{6,128}(?=[,)])/g
const MAY_BE_LOGIN = /redentials?\([^"']|[Nn]amePassword|PasswordA/
/** A variable, and a member: `SecurityAlgorithms.RsaSha256`. */
const VARIABLE = /^[A-Za-z_]{1,64}\d?$|^[A-Z][A-Za-z_]{1,40}(?:\.[A-Z][A-Za-z_]{1,40}\d{0,3}){1,6}$/
const ARGUMENT =
  /\s{0,4}(?:(?:[brNu]|Some\()?(?=["'])|Resource id #\d{1,9}|\{[^{}]{0,128}\}|[^\s"'(),]{1,128}(?:\([^()"']{0,64}\))?)/y
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
  const bound = scrubbed.includes('ldap_bind(')
    ? scrubbed.replace(UNQUOTED_BIND, (word) => (isNoPlainWord(word) ? FILTERED : word))
    : scrubbed
  if (!MAY_BE_LOGIN.test(bound)) return bound
  return bound.replace(UNQUOTED_LOGIN, (word) =>
    isNoPlainWord(word) && !VARIABLE.test(word) ? FILTERED : word,
  )
}

function scrubCall(text: string, { pattern, argument, isCommon = false, isOdd = false }: Call): string {
  const filtering = new Filtering(text)
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    noteKey()
    const behind = afterMatch(SASL, text, pattern.lastIndex)
    const secret = literalAt(text, behind, argument)
    if (secret === null || (isCommon && !isBehindName(text, secret))) continue
    if (isOdd && !isNoPlainWord(text.slice(secret.start, secret.end))) continue
    filtering.replace(secret.start, secret.end)
    pattern.lastIndex = secret.end
  }
  return filtering.text
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
