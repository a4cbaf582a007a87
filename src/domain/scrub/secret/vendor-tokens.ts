import { charClass, endOfRun, endsEscape, isIn } from '../../text/text-scan.ts'
import { Filtering } from './filtering.ts'
import { FURTHER_TOKENS, type TokenRow } from './further-tokens.ts'
import { FILTERED } from './keys.ts'
import { VENDOR_TOKENS } from './vendor-token-data.ts'

interface TokenRule {
  prefix: string
  alphabet: Alphabet
  least: number
  needsDigit: boolean
}

/** One table for all rules with the same characters; `from` and `to` are the run that was found last. */
interface Alphabet {
  chars: Uint8Array
  from: number
  to: number
}

const ADDRESSES = [
  ['hooks.slack.com/services/', 16],
  ['hooks.slack.com/workflows/', 16],
  ['hooks.slack.com/triggers/', 16],
  ['discord.com/api/webhooks/', 32],
  ['discordapp.com/api/webhooks/', 32],
  ['webhook.office.com/webhookb2/', 32],
  ['outlook.office.com/webhook/', 32],
  ['outlook.office365.com/webhook/', 32],
  ['api.telegram.org/bot', 32],
  ['hooks.zapier.com/hooks/catch/', 8],
  ['maker.ifttt.com/use/', 16],
  ['/with/key/', 16],
  ['/open-apis/bot/v2/hook/', 20],
  ['infura.io/v3/', 32],
  ['alchemy.com/v2/', 24],
  ['quiknode.pro/', 32],
] as const
const ADDRESS_CHARS = charClass(/[\w/@:.-]/)
/** Behind the token of a bot stands the method: `/bot…/getUpdates`. */
const NAME_CHARS = charClass(/[\w:-]/)
/** Marks inside of the token: Telegram's bots, Entra ID, Twilio, Mailchimp, and Discord's bots, whose number comes
 * first in base 64. */
const INNER_MARK =
  /(?<![\w.-])[MNO][DTjz][AEIMQUYcgk][\w-]{20,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])|(?<!\d)\d{8,10}:AA[\w-]{32,35}(?![\w-])|(?<![\w.~-])[\w.~]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])|(?<![A-Za-z0-9])(?:SK[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/g
/** The same of Terraform Cloud. */
const TERRAFORM = /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g
/** A key of AWS behind its ID, as settings, calls and files of credentials list both; of letters in both cases. */
const KEY_OF_AWS =
  /((?<![A-Z\d])A[KS]IA[A-Z\d]{16}[^\nA-Za-z\d]{1,8}(?:[A-Za-z_]{1,30}[^\nA-Za-z\d]{1,8})?)(?=[A-Z\d+/]{0,39}[a-z])(?=[a-z\d+/]{0,39}[A-Z])[A-Za-z\d+/]{40}(?![A-Za-z\d+/=])/g
/** A separator at its end makes a prefix so distinct that a token may be shorter than the vendor's are today. */
const SEPARATED = /^.{3,}[-_.~]$/
const SHORTENED_LEAST = 24
const DIGIT = /\d/
const JUDGED_CHARS = 32
/** Three characters, by the last five bits of each: upper and lower case are the same. */
export const HASHES = 1 << 15

const alphabets = new Map<string, Alphabet>()
const rules = Map.groupBy(
  [...FURTHER_TOKENS, ...VENDOR_TOKENS].map((row) => ruleOf(row)),
  ({ prefix }) => hashAt(prefix, 0),
)
const OTHER_BEGINNING =
  /(?:bearer|basic)(?: |%20|\+)|BEGIN |Private-Lines:|kty|RSAKeyValue|eyJ|(?<=:)AA|(?<=-)us\d|SK[0-9a-f]|hooks?[./]|discord|webhook[./]|api\.tel|ifttt\.|infura\.|alchemy\.|quiknode\.|atlasv1|[mno][dtjz][aeimquyckg][\w-]{20,25}\./iy
const OTHER_HASHES = [
  'bea',
  'bas',
  'beg',
  'eyj',
  'hoo',
  'dis',
  'web',
  'api',
  'pri',
  'kty',
  'rsa',
  'ift',
  'inf',
  'alc',
  'qui',
  'atl',
]
  .concat(
    [...'abcdefghijklmnopqrstuvwxyz0123456789_-'].flatMap((char) => [`AA${char}`, `us${char}`, `SK${char}`]),
    ['m', 'n', 'o'].flatMap((first) =>
      [...'dtjz'].flatMap((second) => [...'aeimquyckg'].map((third) => first + second + third)),
    ),
  )
  .map((beginning) => hashAt(beginning, 0))
const PREFIX = 1
const OTHER = 2
/** By `hashAt`: what begins so, a prefix, `OTHER_BEGINNING` or both. */
export const BEGINNINGS = new Uint8Array(HASHES)
for (const hash of rules.keys()) BEGINNINGS[hash] = PREFIX
for (const hash of OTHER_HASHES) BEGINNINGS[hash]! |= OTHER
const IN_WORD = charClass(/[A-Za-z0-9]/)

/** Replaces tokens with a vendor's prefix, and the secret paths of well-known webhooks. One pass over the text. */
export function scrubVendorTokens(written: string): string {
  const text = written.includes('IA') ? written.replace(KEY_OF_AWS, `$1${FILTERED}`) : written
  const filtering = new Filtering(text)
  for (const alphabet of alphabets.values()) alphabet.to = 0
  for (let at = nextBeginning(text, 0); at >= 0; at = nextBeginning(text, at)) {
    const end = tokenEnd(text, at)
    if (end === 0) {
      at++
      continue
    }
    filtering.replace(at, end)
    at = end
  }
  const marked = scrubAddresses(filtering.text).replace(INNER_MARK, FILTERED)
  return marked.includes('.atlasv1.') ? marked.replace(TERRAFORM, FILTERED) : marked
}

export function beginsWord(text: string, at: number): boolean {
  return isIn(IN_WORD, text, at) && (at === 0 || !isIn(IN_WORD, text, at - 1) || endsEscape(text, at))
}

export function beginsToken(text: string, at: number): boolean {
  const hash = hashAt(text, at)
  if ((BEGINNINGS[hash]! & PREFIX) !== 0)
    for (const { prefix } of rules.get(hash)!) if (text.startsWith(prefix, at)) return true
  if ((BEGINNINGS[hash]! & OTHER) === 0) return false
  OTHER_BEGINNING.lastIndex = at
  return OTHER_BEGINNING.test(text)
}

/** The next position from which three characters are those of a prefix, at the beginning of a word; or -1. */
function nextBeginning(text: string, from: number): number {
  let hash = 0
  for (let at = from; at < text.length; at++) {
    hash = ((hash << 5) | (text.charCodeAt(at) & 31)) & (HASHES - 1)
    if (BEGINNINGS[hash] !== 0 && at - 2 >= from && beginsWord(text, at - 2)) return at - 2
  }
  return -1
}

export function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  )
}

function tokenEnd(text: string, at: number): number {
  const candidates = rules.get(hashAt(text, at))
  if (!candidates) return 0
  for (const { prefix, alphabet, least, needsDigit } of candidates) {
    if (!text.startsWith(prefix, at)) continue
    const start = at + prefix.length
    const end = runEnd(text, start, alphabet)
    if (end - start < least) continue
    if (!needsDigit || isUnlikeWords(text.slice(start, Math.min(end, start + JUDGED_CHARS)))) return end
  }
  return 0
}

function runEnd(text: string, start: number, alphabet: Alphabet): number {
  if (start >= alphabet.from && start <= alphabet.to) return alphabet.to
  const end = endOfRun(alphabet.chars, text, start)
  alphabet.from = start
  alphabet.to = end
  return end
}

function isUnlikeWords(body: string): boolean {
  return DIGIT.test(body) || !(body.includes('-') || body.includes('_'))
}

function scrubAddresses(text: string): string {
  let scrubbed = text
  for (const [address, least] of ADDRESSES) {
    if (scrubbed.includes(address)) scrubbed = scrubAddress(scrubbed, address, least)
  }
  return scrubbed
}

function scrubAddress(text: string, address: string, least: number): string {
  const filtering = new Filtering(text)
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at)) {
    const start = at + address.length
    at = endOfRun(address.endsWith('/bot') ? NAME_CHARS : ADDRESS_CHARS, text, start)
    if (at - start < least) continue
    filtering.replace(start, at)
  }
  return filtering.text
}

function ruleOf([prefix, chars, least, isAlsoWord = false]: TokenRow): TokenRule {
  const oneOfChars = new RegExp(`[${chars}]`)
  const alphabet = alphabets.get(chars) ?? { chars: charClass(oneOfChars), from: 0, to: 0 }
  alphabets.set(chars, alphabet)
  const isShortenable = SEPARATED.test(prefix) && !isAlsoWord
  return {
    prefix,
    alphabet,
    least: isShortenable ? Math.min(least, SHORTENED_LEAST) : least,
    needsDigit: isAlsoWord,
  }
}
