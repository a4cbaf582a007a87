import { charClass, looksRandom } from '../text/text-scan.ts'
import { Filtering } from './secret/filtering.ts'
import { scrubKeyBlocks } from './secret/key-blocks.ts'
import { FILTERED } from './secret/keys.ts'
import { isFilled } from './secret/placeholder.ts'
import { isNoPlainWord, looksSecret } from './secret/secret-value.ts'
import { scrubVendorTokens } from './secret/vendor-tokens.ts'
import { noteScan } from './work.ts'

/** Digit groups as cards print them: unbroken, by fours, or 4-6-5, with blanks, dashes, dots or `+`; no negative numbers; bounded, so linear. */
const CARD_SHAPE =
  /(?:(?<![\w%]|\d\.|(?<![A-Za-z\d])-)|(?<=%B)|(?<=\\[nrtbf]|(?:%|\\x|\\u00)[0-9a-fA-F]{2}))(?:\d{13,19}|\d{4}([ .+\xa0\u2010-\u2015-])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ .+\xa0\u2010-\u2015-])\d{6}\2\d{4,5})(?!\w|\.\d)/g
/** Issuer ranges and lengths (ISO/IEC 7812): Diners, Visa of 13 and 19, Discover, JCB, UnionPay, Maestro. */
const CARD_ISSUER =
  /^(?:3(?:0[0-5]|[68]\d)\d{11}|4\d{12}(?:\d{6})?|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|62\d{14,17}|(?:50(?:18|20|38)|6304|6759|676[1-3])\d{12,15})$/
/** The everyday shapes of Visa, Mastercard and American Express. */
const COMMON_CARD =
  /^(?:4\d{15}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13})$/
/** What a card's magnetic stripe has behind the number: expiry, service code and more (ISO/IEC 7813). */
const TRACK = /\[Filtered\](?:=\d{7,40}|\^[^^\r\n]{2,26}\^\d{7,60})(?!\w)/g
/** Area 000, 666 and 9xx, group 00 and serial 0000 are never given out (Social Security Administration). */
const SOCIAL_SECURITY =
  /(?:(?<![\w%-])|(?<=\\[nrtbf]|(?:%|\\x|\\u00)[0-9a-fA-F]{2}))(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g

/** Header and claims are base64url of JSON objects, so both begin with `eyJ` (RFC 7519); an encrypted one has five
 * parts (RFC 7516). Flask and Django sign JSON with the time: `eyJ….ZKx91k.…`, `eyJ…:1rAbCd:…`. */
const JSON_WEB_TOKEN =
  /(?<=^|[^\w-]|\\[nrtbf]|(?:%|\\x|\\u00)[0-9a-fA-F]{2})eyJ[\w-]{5,}\.(?:eyJ[\w-]{5,}(?:\.[\w-]*)?|[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})|(?<![\w-])eyJ[\w-]{5,2000}(?:\.[\w-]{6}\.|:[\w-]{6}:)[\w-]{27,86}(?![\w-])/g
const HTTP_CREDENTIAL =
  /(?<=(?:\b|\\[nrtbf]|%[0-9a-f]{2})(?:bearer|basic)(?:[ \t]{1,4}|%20|\+))[\w.~+/-]{8,}={0,2}/gi
const USERINFO_CHARS = 512
const USERINFO_ENDS = charClass(/[ \t\r\n/?#"'<>`\\]/)
const ENCODED_LOGIN =
  /(?<=%3A(?:%2F){2}[\w.~-]{0,64}%3A)(?:[^\s%&"'<>]|%(?!40|2F)[0-9a-f]{2}){1,128}(?=%40)/gi
const DSN_PASSWORD =
  /(?<=\w:)[^\s:@]{1,128}(?=@(?:tcp|unix)\()|(?<=jdbc:oracle:[a-z]{1,8}:[\w$#]{1,64}\/)[^\s@/]{1,128}(?=@)|(?<=[\w$#]\/)[^\s@/]{1,128}(?=@(?:\/\/\w|\(DESCRIPTION|[\w.-]{1,128}:152\d\/))/g
const ORACLE = /jdbc:oracle:|@\/\/|@\(DESC|:152\d\//
const DOMAIN_LOGIN = /(?:^|[^\w:/@.-])[\w.-]{1,64}\/[\w.$-]{1,64}:([^\s:@/'"`,;]{1,128})$/
const DOMAIN_LOGIN_CHARS = 260
const HOST = /[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}(?![\w.@-])/y
const VERSION = /^v?\d{1,9}(?:\.\d{1,9}){0,4}$/
/** Hashes of passwords as `crypt`, Django, Werkzeug and LDAP write them, with their algorithm in front. */
const PASSWORD_HASH =
  /(?<![\w$])(?:\$(?:[15-9]|2[abxy]?|g?y|[HP]|apr1|sha1|scrypt|argon2(?:id|i|d)|pbkdf2(?:-sha\d{1,3})?)|pbkdf2_sha\d{1,3}|bcrypt_sha256|scrypt)\$[\w./+$=,-]{20,256}|(?<![\w$])(?:pbkdf2:sha\d{1,3}|scrypt)(?::\d{1,9}){1,3}\$[\w./+-]{4,64}\$[\da-f]{32,256}|\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\}[\w./+$=]{20,256}/g
/** A line of PostgreSQL's password file: host, port, database, user and password. */
const PASSWORD_FILE_LINE =
  /(?<=^[\w.*-]{1,128}:(?:543\d|6432):[\w.*-]{1,64}:[\w.@*-]{1,64}:)[^\s:"'`]{1,128}(?=["'`]?$)/gm
const AT_SIGN = 64
const COLON = 58
const SLASH = 47
const PORT = /^\d{1,5}(?:\/|$)/

/** The password of `https%3A%2F%2Fjo%3A…%40host`, an address that is a parameter of another. */
export function scrubEncodedLogins(text: string): string {
  return text.includes('%40') ? text.replace(ENCODED_LOGIN, FILTERED) : text
}

/** In the lines of PostgreSQL's password file, `db:5432:shop:app:hunter2`. */
export function scrubPasswordFile(text: string): string {
  return text.includes(':543') || text.includes(':6432:') ? text.replace(PASSWORD_FILE_LINE, FILTERED) : text
}

/** Replaces hashes of passwords, `$2b$12$…`. */
export function scrubPasswordHashes(text: string): string {
  noteScan(text.length)
  return text.replace(PASSWORD_HASH, FILTERED)
}

/** Replaces payment card numbers and US social security numbers. */
export function scrubNumbers(text: string): string {
  return text
    .replace(CARD_SHAPE, (shape, _blank, _other, at: number, whole: string) =>
      isCardText(shape) && !isPhone(shape, whole[at - 1]) ? FILTERED : shape,
    )
    .replace(SOCIAL_SECURITY, FILTERED)
    .replace(TRACK, FILTERED)
}

/** True for digits that have a card issuer's range and length and the check digit that fits them (Luhn). */
export function isCardNumber(digits: string): boolean {
  return (COMMON_CARD.test(digits) || CARD_ISSUER.test(digits)) && passesLuhn(digits)
}

/** In text the common shapes count without their check digit: a mistyped card is what an error is about. */
function isCardText(shape: string): boolean {
  const digits = shape.replace(/\D/g, '')
  return (COMMON_CARD.test(digits) && /^[\d -]+$/.test(shape)) || isCardNumber(digits)
}

/** `+4915112345678` has the length of the first cards of Visa. */
function isPhone(shape: string, before: string | undefined): boolean {
  return before === '+' && shape.length === 13
}

/** Replaces private keys, JSON web tokens, keys with a vendor's prefix and `Bearer`/`Basic` credentials. */
export function scrubTokens(text: string): string {
  noteScan(text.length)
  return scrubVendorTokens(scrubKeyBlocks(text))
    .replace(JSON_WEB_TOKEN, FILTERED)
    .replace(HTTP_CREDENTIAL, (value) => (isNoPlainWord(withoutFinalDots(value)) ? FILTERED : value))
}

/** By index: a pattern for it would start again at each dot of a long run. */
function withoutFinalDots(value: string): string {
  let end = value.length
  while (end > 0 && value[end - 1] === '.') end--
  return value.slice(0, end)
}

/** The password, or a user alone that looks like a key: `https://9f0c…@host`, not `ssh://git@host`. */
export function scrubUrlUserinfo(text: string): string {
  const filtering = new Filtering(text)
  let sign = -1
  let next = 0
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', next)) {
    const start = at + 3
    next = start
    if (sign < start) sign = text.indexOf('@', start)
    if (sign < 0) break
    if (sign >= start + USERINFO_CHARS) continue
    const { end, stop } = findUserinfo(text, start)
    // What begins before the stop has no end either: looking again from each would cost its square.
    if (end < 0) next = Math.max(start, stop - 2)
    if (end <= start) continue
    next = end
    const colon = text.indexOf(':', start)
    const secretStart = colon >= 0 && colon < end ? colon + 1 : start
    const secret = text.slice(secretStart, end)
    const isSecret = secretStart > start ? isFilled(secret) : isSecretUser(text, start, secret)
    if (!isSecret || secret === FILTERED) continue
    filtering.replace(secretStart, end)
  }
  return filtering.text
}

/** A user alone is a token if it looks like one, or where there are no users: `nats://…@host`. */
function isSecretUser(text: string, start: number, user: string): boolean {
  const isToken = text.startsWith('nats', start - 7) || text.startsWith('snmp', start - 7)
  return isToken ? looksRandom(user) : user.length >= 16 && looksSecret(user) && !user.includes('%40')
}

/** In the addresses of Go's MySQL driver, `user:password@tcp(host)`, of Oracle, `thin:user/password@host`, and
 * where a domain says whose user it is: `corp/user:password@host`. */
export function scrubDsnPasswords(text: string): string {
  const scrubbed = scrubDomainLogins(text)
  return scrubDriverPasswords(scrubbed)
}

/** `image:tag@sha256:…` names an image. */
function scrubDomainLogins(text: string): string {
  if (!text.includes('/') || !text.includes(':')) return text
  const filtering = new Filtering(text)
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    noteScan(DOMAIN_LOGIN_CHARS)
    const [, password] =
      DOMAIN_LOGIN.exec(text.slice(Math.max(filtering.end, at - DOMAIN_LOGIN_CHARS), at)) ?? []
    if (password === undefined || VERSION.test(password) || password === FILTERED) continue
    HOST.lastIndex = at + 1
    if (text.startsWith('sha', at + 1) || !HOST.test(text)) continue
    filtering.replace(at - password.length, at)
  }
  return filtering.text
}

function scrubDriverPasswords(text: string): string {
  if (!text.includes('@tcp(') && !text.includes('@unix(') && !ORACLE.test(text)) return text
  noteScan(text.length)
  return text.replace(DSN_PASSWORD, FILTERED)
}

/** The last `@` before the path, or -1, and where the path begins. Passwords may hold an unencoded slash; behind a port is a path. */
function findUserinfo(text: string, start: number): { end: number; stop: number } {
  let end = -1
  let isPassword = false
  const limit = Math.min(text.length, start + USERINFO_CHARS)
  let at = start
  for (; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === AT_SIGN) {
      end = at
      isPassword = false
    } else if (code === COLON) isPassword = end < 0 && !PORT.test(text.slice(at + 1, at + 7))
    else if (USERINFO_ENDS[code] === 1 && !(isPassword && code === SLASH)) break
  }
  return { end, stop: at }
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
