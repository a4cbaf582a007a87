import { FILTERED } from './scrub-keys.ts'
import { charClass, looksRandom } from './text-scan.ts'

/** Digit groups as cards print them: unbroken, by fours, or 4-6-5, with blanks, dashes, dots or `+`; bounded, so linear. */
const CARD_SHAPE =
  /(?<![\w]|\d\.)(?:\d{13,19}|\d{4}([ .+\xa0\u2010-\u2015-])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ .+\xa0\u2010-\u2015-])\d{6}\2\d{4,5})(?!\w|\.\d)/g
/** Issuer ranges and lengths (ISO/IEC 7812): Diners, Visa of 13 and 19, Discover, JCB, UnionPay, Maestro. */
const CARD_ISSUER =
  /^(?:3(?:0[0-5]|[68]\d)\d{11}|4\d{12}(?:\d{6})?|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|62\d{14,17}|(?:50(?:18|20|38)|6304|6759|676[1-3])\d{12,15})$/
/** The everyday shapes of Visa, Mastercard and American Express. */
const COMMON_CARD =
  /^(?:4\d{15}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13})$/
/** Area 000, 666 and 9xx, group 00 and serial 0000 are never given out (Social Security Administration). */
const SOCIAL_SECURITY = /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g

/** Header and claims are base64url of JSON objects, so both begin with `eyJ` (RFC 7519). */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{5,}\.eyJ[\w-]{5,}(?:\.[\w-]*)?/g
const HTTP_CREDENTIAL = /(?<=\b(?:bearer|basic)[ \t]{1,4})[\w.~+/-]{8,}={0,2}/gi
/** Prefixes that vendors gave their keys so that scanners can find them; ours is the first. */
const KNOWN_PREFIX =
  /(?<![A-Za-z0-9])(?:svc_pat_\w{6,}|(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}(?![0-9A-Za-z])|gh[pousr]_\w{16,}|github_pat_\w{16,}|gl(?:pat|dt|rt|cbt|ptt)-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|xapp-[\w-]{16,}|[sr]k_(?:live|test)_\w{8,}|whsec_[\w+/=]{16,}|AIza[\w-]{30,}|ya29\.[\w-]{16,}|npm_\w{30,}|pypi-[\w-]{16,}|SG\.[\w-]{16,64}\.[\w-]{16,}|sk-[\w-]{20,}|hf_\w{24,}|do[opr]_v1_\w{32,}|shp(?:at|ca|pa|ss)_\w{16,}|sntry[su]_[\w+/=]{16,}|lin_api_\w{16,}|xkeysib-[\w-]{16,}|glsa_\w{16,}|NRAK-\w{16,}|sbp_[0-9a-f]{32,}|PMAK-[0-9a-f-]{32,}|gsk_\w{20,}|xai-\w{32,}|ATATT3\w{16,}|(?<=hooks\.slack\.com\/services\/)[\w/]{16,})/g
/** Where `scrubTokens` could find something, by cost: most texts fail the first, which is one class. */
const DASHED_SEED =
  /(?<=gh[pousr]|pat|lrt|ldt|ptt|cbt|ox[abeoprs]|app|ive|est|sec|npm|ypi|_v1|pca|ppa|pss|rys|ryu|api|sib|lsa|[RM]AK|sbp|gsk|xai|(?:^|[^A-Za-z0-9])(?:sk|hf)|---)[-_]/
const PLAIN_SEED = /[Bb]earer |[Bb]asic |BEARER |BASIC |AKIA/
const ANY_SEED =
  /[Bb]earer |[Bb]asic |BEARER |BASIC |A(?:[KS]IA|TATT3)|AROA|AIDA|eyJ|AIza|ya29|SG\.|services\//

const KEY_BLOCK_LABEL_CHARS = 64
const KEY_BLOCK_BEGIN = '-----BEGIN '
const DASHES = '-----'
const USERINFO_CHARS = 512
const USERINFO_ENDS = charClass(/[ \t\r\n/?#"'<>`\\]/)
const DSN_PASSWORD =
  /(?<=\w:)[^\s:@/]{1,128}(?=@(?:tcp|unix)\()|(?<=jdbc:oracle:[a-z]{1,8}:[\w$#]{1,64}\/)[^\s@/]{1,128}(?=@)/g
const AT_SIGN = 64

/** Replaces payment card numbers and US social security numbers. */
export function scrubNumbers(text: string): string {
  return text
    .replace(CARD_SHAPE, (shape) => (isCardText(shape) ? FILTERED : shape))
    .replace(SOCIAL_SECURITY, FILTERED)
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

/**
 * True when `scrubTokens` could find something. A text without digits is only searched for what can do
 * without them; a web token or a random key of forty characters can't.
 */
export function mentionsToken(text: string, hasDigits: boolean): boolean {
  if (DASHED_SEED.test(text)) return true
  return hasDigits ? ANY_SEED.test(text) : PLAIN_SEED.test(text)
}

/** Replaces key blocks (PEM), JSON web tokens, keys with a vendor's prefix and `Bearer`/`Basic` credentials. */
export function scrubTokens(text: string): string {
  return scrubKeyBlocks(text)
    .replace(JSON_WEB_TOKEN, FILTERED)
    .replace(KNOWN_PREFIX, FILTERED)
    .replace(HTTP_CREDENTIAL, (value) => (looksRandom(value.replace(/[.]+$/, '')) ? FILTERED : value))
}

/**
 * Replaces the password in `scheme://user:password@host`, and a user part alone where it looks like a key
 * (`https://9f0c…@host`; `ssh://git@host` is kept).
 */
export function scrubUrlUserinfo(text: string): string {
  let result = ''
  let copied = 0
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const start = at + 3
    const end = userinfoEnd(text, start)
    if (end <= start) continue
    const colon = text.indexOf(':', start)
    const secretStart = colon >= 0 && colon < end ? colon + 1 : start
    const secret = text.slice(secretStart, end)
    const isSecret = secretStart > start ? secret !== '' : secret.length >= 16 && looksRandom(secret)
    if (!isSecret || secret === FILTERED) continue
    result += text.slice(copied, secretStart) + FILTERED
    copied = end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** In the addresses of Go's MySQL driver, `user:password@tcp(host)`, and of Oracle, `thin:user/password@host`. */
export function scrubDsnPasswords(text: string): string {
  if (!text.includes('@tcp(') && !text.includes('@unix(') && !text.includes('jdbc:oracle:')) return text
  return text.replace(DSN_PASSWORD, FILTERED)
}

/** Position of the `@` that ends the userinfo beginning at `start` (the last one before the path), or -1. */
function userinfoEnd(text: string, start: number): number {
  let end = -1
  const limit = Math.min(text.length, start + USERINFO_CHARS)
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === AT_SIGN) end = at
    else if (USERINFO_ENDS[code] === 1) break
  }
  return end
}

/** Luhn's check digit, ISO/IEC 7812-1 annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Empties PEM blocks whose label names a key (RFC 7468); a block without its end is emptied to the text's end. */
function scrubKeyBlocks(text: string): string {
  let result = ''
  let copied = 0
  for (let at = text.indexOf(KEY_BLOCK_BEGIN); at >= 0; at = text.indexOf(KEY_BLOCK_BEGIN, at)) {
    const labelStart = at + KEY_BLOCK_BEGIN.length
    const label = text.slice(labelStart, labelStart + KEY_BLOCK_LABEL_CHARS)
    const labelEnd = label.indexOf(DASHES)
    at = labelStart
    if (labelEnd < 0 || !label.slice(0, labelEnd).includes('KEY')) continue
    const bodyStart = skipLineBreaks(text, labelStart + labelEnd + DASHES.length)
    const ending = text.indexOf('-----END', bodyStart)
    const bodyEnd = ending < 0 ? text.length : beforeLineBreaks(text, ending, bodyStart)
    at = Math.max(labelStart, bodyEnd)
    if (bodyEnd <= bodyStart || text.slice(bodyStart, bodyEnd) === FILTERED) continue
    result += text.slice(copied, bodyStart) + FILTERED
    copied = bodyEnd
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** Line breaks stay, real ones and those of a doubly encoded string (`\n` as two characters). */
function skipLineBreaks(text: string, from: number): number {
  let at = from
  while (text[at] === '\n' || text[at] === '\r' || text.startsWith('\\n', at) || text.startsWith('\\r', at)) {
    at += text[at] === '\\' ? 2 : 1
  }
  return at
}

function beforeLineBreaks(text: string, from: number, floor: number): number {
  let at = from
  while (at > floor && (text[at - 1] === '\n' || text[at - 1] === '\r')) at--
  while (at - 1 > floor && (text.startsWith('\\n', at - 2) || text.startsWith('\\r', at - 2))) at -= 2
  return at
}
