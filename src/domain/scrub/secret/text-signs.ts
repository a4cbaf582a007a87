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
} as const

/** Words that `scrubPairs` looks for, and three of their letters that ordinary words have least. */
const KEY_WORDS: [word: string, letters: string][] = [
  ['pass', 'pas'],
  ['pwd', 'pwd'],
  ['secret', 'ecr'],
  ['token', 'oke'],
  ['auth', 'uth'],
  ['cookie', 'oki'],
  ['session', 'ses'],
  ['sessid', 'ses'],
  ['csrf', 'srf'],
  ['xsrf', 'srf'],
  ['credential', 'ede'],
  ['creds', 'eds'],
  ['key', 'key'],
  ['jwt', 'jwt'],
  ['cvv', 'cvv'],
  ['bearer', 'rer'],
]
const RARE_LETTERS = (
  'tif mdp pin otp psw nha lav aro ort oor nor kod asl esl ntr ifr ozi dat imn and dga las pw= pw: pw" pw\' pw\\ pw] ' +
  'cov kup mfa tfa rif nsw mne phr cvc psk pw_ pw0 pw1 pw2 pw3 pw4 pw5 pw6 pw7 pw8 pw9 ' +
  'asw mlr jet kha iav e-t'
).split(' ')
const COMMAND_WORDS: [word: string, letters: string][] = [
  ['vault login', 'ult'],
  ['aws configure', 'aws'],
  ['rabbitmqctl', 'mqc'],
  // `expect "*assword:"`
  ['assword', 'swo'],
]
/** Only words with three letters that are rare in code and in hashes. */
const LINK_WORDS: [word: string, letters: string][] = [
  ['invit', 'nvi'],
  ['magic', 'gic'],
  ['verify/', 'fy/'],
  ['confirm', 'irm'],
  ['reset/', 'et/'],
  ['hook/', 'ok/'],
  ['hooks/', 'oks'],
]
const CALL_WORDS: [word: string, letters: string][] = [
  ['login(', 'ogi'],
  ['connect(', 'ct('],
  ['construct(', 'ct('],
  ['pdo(', 'pdo'],
  ['mysqli(', 'qli'],
  ['signin(', 'nin'],
  ['authenticate(', 'te('],
  ['attempt(', 'pt('],
  ['credentials(', 'ls('],
  ['credential(', 'al('],
  ['bind(', 'nd('],
  ['password(', 'rd('],
]
/** What three letters may belong to: signs, and the mark inside of tokens of Entra ID. */
const MARK = 8192
const HINTS = new Uint16Array(HASHES)
for (let hash = 0; hash < HASHES; hash++) if (BEGINNINGS[hash] !== 0) HINTS[hash]! |= SIGN.token
/** A word, where in it its letters stand, and what it is a sign of. */
interface KeyWord {
  word: string
  lettersAt: number
  sign: number
}
/** Words by `hashAt` of their letters: lists of them, and which list a hash has. */
const WORD_LISTS: KeyWord[][] = [[]]
const WORD_LIST_AT = new Uint8Array(HASHES)
for (const word of [
  ...signWords(KEY_WORDS, SIGN.key),
  ...signWords(COMMAND_WORDS, SIGN.option),
  ...signWords(LINK_WORDS, SIGN.link),
  ...signWords(CALL_WORDS, SIGN.call),
]) {
  const hash = hashAt(word.word, word.lettersAt)
  if (WORD_LIST_AT[hash] === 0) WORD_LIST_AT[hash] = WORD_LISTS.push([]) - 1
  WORD_LISTS[WORD_LIST_AT[hash]!]!.push(word)
  HINTS[hash]! |= word.sign
}
for (const letters of [...RARE_LETTERS, 'pw ', 'pw\t', 'pw\n']) HINTS[hashAt(letters, 0)]! |= SIGN.rareKey
for (const digit of '0123456789') HINTS[hashAt(`${digit}Q~`, 0)]! |= MARK

const SIGNS = new Uint16Array(128)
for (let code = 0; code < 128; code++) SIGNS[code] = signsOfCharacter(String.fromCharCode(code))
const FULL_WIDTH_COLON = 0xff1a
/** All that tells an upper-case letter from its lower-case one in ASCII; `-`, `/` and space have it. */
const CASE_BIT = 0x20

function signWords(words: readonly [word: string, letters: string][], sign: number): KeyWord[] {
  return words.map(([word, letters]) => ({ word, lettersAt: word.indexOf(letters), sign }))
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
  if (char === '-' || char === '/') signs |= SIGN.option
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
  let signs = hint & SIGN.rareKey
  for (const word of WORD_LISTS[WORD_LIST_AT[hashAt(text, at)]!]!) {
    if (isWordAt(text, at - word.lettersAt, word.word)) signs |= word.sign
  }
  const isToken = (hint & SIGN.token) !== 0 && beginsWord(text, at) && beginsToken(text, at)
  const isMark = (hint & MARK) !== 0 && text.startsWith('Q~', at + 1)
  return signs | (isToken || isMark ? SIGN.token : 0)
}

/** In upper or lower case; `_` has none. */
function isWordAt(text: string, start: number, word: string): boolean {
  if (start < 0 || start + word.length > text.length) return false
  for (let at = 0; at < word.length; at++) {
    if ((text.charCodeAt(start + at) | CASE_BIT) !== word.charCodeAt(at)) return false
  }
  return true
}
