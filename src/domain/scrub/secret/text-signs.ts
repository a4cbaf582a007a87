import { charClass, endsEscape, isIn } from '../../text/text-scan.ts'
import { DEVICE_WORDS } from '../form/device-keys.ts'
import { IDENTITY_WORDS } from '../form/identity-labels.ts'
import { LETTING_WORDS } from '../form/letting-links.ts'
import { SIGN_IN_WORDS } from '../form/sign-in-words.ts'
import { CALL_WORDS } from '../statement/calls.ts'
import { RARE_FOREIGN_WORDS } from './secret-key-words.ts'
import { CODE_NAME_WORDS, CODE_WORDS_ABROAD, TYPED_CODE_WHOLE_WORDS, TYPED_CODE_WORDS } from './typed-code.ts'
import { BEGINNINGS, beginsToken, beginsWord, HASHES, hashAt } from './vendor-tokens.ts'

/** Bits for what a text may hold: a missing one is certain, a set one only says that it is worth a look. */
export const SIGN = {
  token: 1,
  key: 2,
  rareKey: 4,
  /** A character that every pair, URL and number has, and what can't be stored. */
  trigger: 8,
  /** NUL, or half of a surrogate pair, perhaps. */
  unstorable: 16,
  /** Not in trace, event and request ids, which are longer than card numbers, but in every token. */
  notHex: 32,
  at: 64,
  equals: 128,
  /** What options of commands begin with: `-`, and `/` on Windows; or a command that needs none. */
  option: 256,
  digit: 512,
  /** What links end with before the secret that lets their reader in. */
  link: 1024,
  dollar: 2048,
  /** A call that takes a name and a password. */
  call: 4096,
  /** A form that only a few texts have: `WIFI:…`, settings of devices, a name and a password behind `login`. */
  form: 16384,
} as const

/** Words that `scrubPairs` looks for. */
const KEY_WORDS =
  'pass pwd secret token auth cookie session sessid csrf xsrf credential creds key jwt cvv bearer'.split(' ')
/** Words of `ANY_SENSITIVE_WORD` and of phrases, beside those of other languages. */
const RARE_WORDS = [
  ...'pswd pasword otp clave parola verifier answer cvc remember bypass seed: seed" crumb: crumb= crumb"'.split(
    ' ',
  ),
  ...['_pat=', '_pat:', '_pat"', '_pat '],
  ...CODE_NAME_WORDS,
  ...['devicecode', 'device_code', 'device-code'],
  ...'samlre identified mnemonic phrase bindpw rootpw dbpw userpw adminpw ldappw'.split(' '),
  ...['sess:', ' is your ', ' login ', 'setuser ', ' on >', ' on ~', 'ugfzc3dvcmq6', 'pragma ', 'attach '],
  ...['sha}', 'sha256}', 'sha512}', 'md5}', 'crypt}'],
  ...CODE_WORDS_ABROAD,
  ...RARE_FOREIGN_WORDS,
]
/** These count only where no letter comes before them: `pin` is a part of many words. */
const RARE_WHOLE_WORDS = ['pin', 'psw', 'psk', 'mdp', 'senha']
/** What can follow `pw` where it is a key. */
const AFTER_PW = ' \t\n=:"\'\\]_0123456789'
/** What `mayHoldCommand` and `scrubPipedPasswords` look for beside options. */
const COMMAND_WORDS = [
  ...'aws vault cargo snyk nuget ngrok rabbitmqctl sqlplus impdp expdp sqlldr rman npm yarn git gcloud pip rclone consul etcdctl mysqladmin pulumi composer'
    .split(' ')
    .map((name) => `${name} `),
  ...['<<<', 'assword', 'kinit', 'cryptsetup'],
]
/** What `scrubForms` looks for. */
const FORM_WORDS = [
  ...TYPED_CODE_WORDS,
  ...SIGN_IN_WORDS,
  ...DEVICE_WORDS,
  'wifi:',
  'snmp',
  'key content',
  'otp for',
  'otp code',
  ...IDENTITY_WORDS,
]
/** Letters of code and prose, from the most common to the rarest; what is missing here is rarer. */
const COMMON_FIRST = 'eta oinsrlcdumpfghvbywkxqjz'
/** These are together more often than each of them alone would have it. */
const COMMON_LETTERS = new Set(['con', 'ord', 'par', 'for', 'log', 'cur'])
/** What three letters may belong to: signs, and the mark inside of tokens of Entra ID. */
const MARK = 8192
const HINTS = new Uint16Array(HASHES)
/** What `_` is with the bit of the case. */
const UNDERSCORE = '\x7f'
for (let hash = 0; hash < HASHES; hash++) if (BEGINNINGS[hash] !== 0) HINTS[hash]! |= SIGN.token
/** A word, where in it its rarest three letters stand, and what it is a sign of. */
interface SignWord {
  word: string
  lettersAt: number
  sign: number
  /** No letter may come before it. */
  isWhole: boolean
}
/** Words by `hashAt` of their letters: lists of them, and which list a hash has. */
const WORD_LISTS: SignWord[][] = [[]]
const WORD_LIST_AT = new Uint16Array(HASHES)
for (const word of [
  ...signWords(KEY_WORDS, SIGN.key),
  ...signWords(RARE_WORDS, SIGN.rareKey),
  ...signWords(RARE_WHOLE_WORDS, SIGN.rareKey, true),
  ...signWords(COMMAND_WORDS, SIGN.option),
  ...signWords(LETTING_WORDS, SIGN.link),
  ...signWords(CALL_WORDS, SIGN.call),
  ...signWords(FORM_WORDS, SIGN.form),
  ...signWords(TYPED_CODE_WHOLE_WORDS, SIGN.form, true),
]) {
  const hash = hashAt(word.word, word.lettersAt)
  if (WORD_LIST_AT[hash] === 0) WORD_LIST_AT[hash] = WORD_LISTS.push([]) - 1
  WORD_LISTS[WORD_LIST_AT[hash]!]!.push(word)
  HINTS[hash]! |= word.sign
}
for (const quote of ' "\'')
  for (const letter of '-abcdefghijklmnopqrstuvwxyz')
    for (const dash of '-/') HINTS[hashAt(quote + dash + letter, 0)]! |= SIGN.option
for (const char of AFTER_PW) HINTS[hashAt(`pw${char}`, 0)]! |= SIGN.rareKey
for (const digit of '0123456789') HINTS[hashAt(`${digit}Q~`, 0)]! |= MARK

const SIGNS = new Uint16Array(128)
for (let code = 0; code < 128; code++) SIGNS[code] = signsOfCharacter(String.fromCharCode(code))
const DASH = 45
const SLASH = 47
const BEFORE_OPTION = charClass(/[ "']/)
const LETTERS = charClass(/[A-Za-z]/)
const FULL_WIDTH_COLON = 0xff1a
const WORD_SIGNS = SIGN.key | SIGN.rareKey | SIGN.option | SIGN.link | SIGN.call | SIGN.form
/** All that tells an upper-case letter from its lower-case one in ASCII; `-`, `/` and space have it. */
const CASE_BIT = 0x20

function signWords(words: readonly string[], sign: number, isWhole = false): SignWord[] {
  return words
    .map((word) => word.replaceAll('_', UNDERSCORE))
    .map((word) => ({ word, lettersAt: rarestLettersAt(word), sign, isWhole }))
}

function rarestLettersAt(word: string): number {
  const rarity = (at: number) =>
    COMMON_LETTERS.has(word.slice(at, at + 3))
      ? 0
      : [...word.slice(at, at + 3)].reduce((sum, letter) => sum + rankOf(letter), 0)
  let rarest = 0
  for (let at = 1; at + 3 <= word.length; at++) if (rarity(at) > rarity(rarest)) rarest = at
  return rarest
}

function rankOf(letter: string): number {
  const rank = COMMON_FIRST.indexOf(letter)
  return rank < 0 ? COMMON_FIRST.length : rank
}

/** The signs of a text, from one look at each of its characters. */
export function signsOf(text: string): number {
  let found = 0
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    found |= code < 128 ? SIGNS[code]! : signsBeyondAscii(code)
    hash = ((hash << 5) | (code & 31)) & (HASHES - 1)
    const hint = HINTS[hash]!
    // Most letters give no hint, and most hints were found before.
    if (hint !== 0 && at > 1 && (hint & ~found) !== 0) found |= confirmed(text, at - 2, hint)
  }
  return found
}

function signsOfCharacter(char: string): number {
  let signs = 0
  if (/[=:<%0-9"'\0]/.test(char)) signs |= SIGN.trigger
  if (char === '\0') signs |= SIGN.unstorable
  if (!/[\da-fA-Fj-lo]/.test(char)) signs |= SIGN.notHex
  if (char === '@') signs |= SIGN.at
  if (char === '=') signs |= SIGN.equals
  if (/\d/.test(char)) signs |= SIGN.digit
  if (char === '$') signs |= SIGN.dollar
  return signs
}

/** Words of other languages and letters that look alike may be keys. */
function signsBeyondAscii(code: number): number {
  const signs = SIGN.notHex | SIGN.rareKey
  if ((code & 0xf800) === 0xd800) return signs | SIGN.trigger | SIGN.unstorable
  return code === FULL_WIDTH_COLON ? signs | SIGN.trigger : signs
}

function confirmed(text: string, at: number, hint: number): number {
  let signs = (hint & WORD_SIGNS) === 0 ? 0 : signsOfWords(text, at)
  if ((hint & SIGN.option) !== 0 && isOptionAt(text, at)) signs |= SIGN.option
  const isToken = (hint & SIGN.token) !== 0 && beginsWord(text, at) && beginsToken(text, at)
  const isMark = (hint & MARK) !== 0 && text.startsWith('Q~', at + 1)
  return signs | (isToken || isMark ? SIGN.token : 0)
}

function signsOfWords(text: string, at: number): number {
  const words = WORD_LISTS[WORD_LIST_AT[hashAt(text, at)]!]!
  let signs = isPwAt(text, at) ? SIGN.rareKey : 0
  for (let index = 0; index < words.length; index++) {
    const { word, lettersAt, sign, isWhole } = words[index]!
    const start = at - lettersAt
    if (isWordAt(text, start, word) && !(isWhole && isInsideWord(text, start))) signs |= sign
  }
  return signs
}

function isPwAt(text: string, at: number): boolean {
  return isWordAt(text, at, 'pw') && !isInsideWord(text, at)
}

function isOptionAt(text: string, at: number): boolean {
  const dash = text.charCodeAt(at + 1)
  return (dash === DASH || dash === SLASH) && isIn(BEFORE_OPTION, text, at)
}

function isInsideWord(text: string, at: number): boolean {
  return at > 0 && isIn(LETTERS, text, at - 1) && !endsEscape(text, at)
}

/** In upper or lower case. */
function isWordAt(text: string, start: number, word: string): boolean {
  if (start < 0 || start + word.length > text.length) return false
  for (let at = 0; at < word.length; at++) {
    if ((text.charCodeAt(start + at) | CASE_BIT) !== word.charCodeAt(at)) return false
  }
  return true
}
