/** A prefix, the characters after it as the inside of a class, and how many of them a token has at least. */
export type PrefixRule = [prefix: string, alphabet: string, least: number]

/** What a pattern asks for at one place: any of these characters, so many times at least. */
interface Piece {
  chars: Set<string>
  least: number
}

const WORD = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_']
const DIGITS = [...'0123456789']
const MIN_PREFIX_CHARS = 3
const MIN_BODY_CHARS = 10
const MAX_PREFIX_CHARS = 16
const MAX_SPELLED_OUT = 4
/** Beyond these one pattern is not a list of prefixes but a language. */
const MAX_VARIANTS = 40
/** Where the assignment of a rule with a vendor's name ends and the token begins. */
const VALUE_BEGINS = `[\\x60'"\\s=]{0,5}(`

/**
 * The rules that can be told by a distinct prefix, out of patterns of gitleaks; a prefix that is a word of its own or
 * shorter than three characters is none. Patterns that have no fixed beginning are left out.
 */
export function prefixRules(patterns: string[]): PrefixRule[] {
  const found = new Map<string, PrefixRule>()
  for (const pattern of patterns) {
    for (const pieces of variants(tokenPart(pattern)).flatMap(spelledOut)) {
      const rule = ruleOf(pieces)
      if (rule === null) continue
      const known = found.get(rule[0])
      if (!known) found.set(rule[0], rule)
      else found.set(rule[0], [rule[0], classOf(union(known[1], rule[1])), Math.min(known[2], rule[2])])
    }
  }
  return [...found.values()].sort(([a], [b]) => (a < b ? -1 : 1))
}

function tokenPart(pattern: string): string {
  const begins = pattern.indexOf(VALUE_BEGINS)
  const isCaseless = pattern.startsWith('(?i)')
  const part = begins < 0 ? pattern : pattern.slice(begins + VALUE_BEGINS.length - 1)
  return begins >= 0 && isCaseless ? `(?i)${part}` : part
}

/** Small classes at the beginning, as in `xox[os]-`, are as many prefixes. */
function spelledOut(pieces: Piece[]): Piece[][] {
  const at = pieces.findIndex(({ chars, least }) => chars.size > 1 || least > 1)
  const piece = pieces[at]
  if (!piece || at >= MAX_PREFIX_CHARS || piece.chars.size > MAX_SPELLED_OUT || piece.least > 1)
    return [pieces]
  return [...piece.chars].flatMap((char) => spelledOut(pieces.with(at, { chars: new Set([char]), least: 1 })))
}

function ruleOf(pieces: Piece[]): PrefixRule | null {
  let prefix = ''
  let at = 0
  for (; at < pieces.length; at++) {
    const { chars, least } = pieces[at]!
    if (chars.size !== 1 || least !== 1) break
    prefix += [...chars][0]
  }
  const body = pieces.slice(at)
  const least = body.reduce((sum, piece) => sum + piece.least, 0)
  const chars = new Set(body.flatMap((piece) => [...piece.chars]))
  const alphabet = classOf(chars)
  return isDistinct(prefix, alphabet) && least >= MIN_BODY_CHARS ? [prefix, alphabet, least] : null
}

/** `sgp_`, `SG.` and `AKIA` are distinct; `live_` is a word, and so are four small letters, but not before hex digits. */
function isDistinct(prefix: string, alphabet: string): boolean {
  if (/^[a-z]{4}$/.test(prefix) && /^0-9(?:A-F)?(?:a-f)?$/.test(alphabet)) return true
  if (
    prefix.length < MIN_PREFIX_CHARS ||
    /^(?:live|test|key|pubkey|access|https?:.*|bedrock-api-key-.*)\W?_?$/i.test(prefix)
  ) {
    return false
  }
  return /[-_.~:]$/.test(prefix) || (/[A-Z0-9]/.test(prefix) && prefix.length > MIN_PREFIX_CHARS)
}

/** Every sequence of pieces that a pattern stands for; none for what this reader does not know. */
function variants(pattern: string): Piece[][] {
  // Web tokens in Base64 once more: a list of parts of claims.
  if (pattern.includes('(?P<')) return []
  try {
    const reader = { text: pattern, at: 0, isCaseless: false }
    const all = alternatives(reader)
    return reader.at < pattern.length || all.length > MAX_VARIANTS ? [] : all
  } catch {
    return []
  }
}

interface Reader {
  text: string
  at: number
  isCaseless: boolean
}

function alternatives(reader: Reader): Piece[][] {
  const before = reader.isCaseless
  const all: Piece[][] = sequence(reader)
  while (reader.text[reader.at] === '|') {
    reader.at++
    all.push(...sequence(reader))
  }
  reader.isCaseless = before
  return all
}

function sequence(reader: Reader): Piece[][] {
  let all: Piece[][] = [[]]
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at]!)) {
    const next = atom(reader)
    const [least, most] = quantifier(reader)
    if (least === 0 && most === 1)
      all = all.flatMap((head) => [head, ...next.map((tail) => [...head, ...tail])])
    else all = all.flatMap((head) => next.map((tail) => [...head, ...repeated(tail, least)]))
    if (all.length > MAX_VARIANTS) throw new Error('too many variants')
  }
  return all
}

function repeated(pieces: Piece[], least: number): Piece[] {
  return least === 1 ? pieces : pieces.map((piece) => ({ ...piece, least: piece.least * least }))
}

const FLAGS = /\(\?(-)?i(\)|:)/y
const NAMED = /\(\?:|\(\?s:|\((?!\?)/y
/** What may follow a token, in gitleaks' words. */
const TAIL = /\(\?:\[[^\]]*\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)|\(\?:\[\^[^\]]*\]\|\\z\)/y

function atom(reader: Reader): Piece[][] {
  const { text } = reader
  if (skip(reader, TAIL)) return [[]]
  const flags = skip(reader, FLAGS)
  if (flags) {
    const before = reader.isCaseless
    reader.isCaseless = flags[1] !== '-'
    if (flags[2] === ')') return [[]]
    return closed(reader, alternatives(reader), before)
  }
  if (skip(reader, NAMED)) return closed(reader, alternatives(reader), reader.isCaseless)
  if (text[reader.at] === '[') return [[{ chars: cased(reader, readClass(reader)), least: 1 }]]
  if (text[reader.at] === '\\') return escaped(reader)
  if ('^$.*+?(){'.includes(text[reader.at]!)) throw new Error('not a fixed beginning')
  const char = text[reader.at++]!
  // A prefix is compared as it is written, which is how vendors write it.
  return [[{ chars: new Set([char]), least: 1 }]]
}

function closed(reader: Reader, all: Piece[][], isCaseless: boolean): Piece[][] {
  if (reader.text[reader.at++] !== ')') throw new Error('an open group')
  reader.isCaseless = isCaseless
  return all
}

function escaped(reader: Reader): Piece[][] {
  const char = reader.text[reader.at + 1]!
  reader.at += 2
  if (char === 'b' || char === 'z') return [[]]
  if (char === 'w') return [[{ chars: new Set(WORD), least: 1 }]]
  if (char === 'd') return [[{ chars: new Set(DIGITS), least: 1 }]]
  if (/[a-z]/i.test(char)) throw new Error(`\\${char} is not known`)
  return [[{ chars: new Set([char]), least: 1 }]]
}

function readClass(reader: Reader): Set<string> {
  const chars = new Set<string>()
  reader.at++
  while (reader.text[reader.at] !== ']') {
    if (reader.text.startsWith('[:alnum:]', reader.at)) {
      for (const char of WORD) if (char !== '_') chars.add(char)
      reader.at += '[:alnum:]'.length
      continue
    }
    const first = classChar(reader)
    for (const char of first) chars.add(char)
    if (first.length > 1 || reader.text[reader.at] !== '-' || reader.text[reader.at + 1] === ']') continue
    reader.at++
    const last = classChar(reader)[0]!
    for (let code = first[0]!.charCodeAt(0); code <= last.charCodeAt(0); code++)
      chars.add(String.fromCharCode(code))
  }
  reader.at++
  return chars
}

function classChar(reader: Reader): string[] {
  const char = reader.text[reader.at++]!
  if (char === '^') throw new Error('a negated class')
  if (char !== '\\') return [char]
  const kind = reader.text[reader.at++]!
  if (kind === 'w') return WORD
  if (kind === 'd') return DIGITS
  if (kind === 'S' || kind === 's') throw new Error('a class of blanks')
  return [kind]
}

function cased(reader: Reader, chars: Set<string>): Set<string> {
  if (!reader.isCaseless) return chars
  return new Set([...chars].flatMap((char) => [char, char.toLowerCase(), char.toUpperCase()]))
}

function quantifier(reader: Reader): [least: number, most: number] {
  const sign = reader.text[reader.at]
  if (sign === '?') reader.at++
  if (sign === '?') return [0, 1]
  if (sign === '*' || sign === '+') reader.at++
  if (sign === '*') return [0, Number.POSITIVE_INFINITY]
  if (sign === '+') return [1, Number.POSITIVE_INFINITY]
  const counts = skip(reader, /\{(\d+)(,(\d*))?\}\??/y)
  if (!counts) return [1, 1]
  const least = Number(counts[1])
  return [least, counts[2] === undefined ? least : Number(counts[3] || Number.POSITIVE_INFINITY)]
}

function skip(reader: Reader, sticky: RegExp): RegExpExecArray | null {
  sticky.lastIndex = reader.at
  const match = sticky.exec(reader.text)
  if (match) reader.at = sticky.lastIndex
  return match
}

function union(alphabet: string, other: string): Set<string> {
  return new Set([...charsOf(alphabet), ...charsOf(other)])
}

function charsOf(alphabet: string): Set<string> {
  return readClass({ text: `[${alphabet}]`, at: 0, isCaseless: false })
}

/** The inside of a class with its ranges written short, `-` last. */
function classOf(chars: Set<string>): string {
  const rest = new Set(chars)
  let text = ''
  for (const range of ['A-Z', 'a-z', '0-9', 'A-F', 'a-f']) {
    const all = [...charsOf(range)]
    if (!all.every((char) => rest.has(char))) continue
    text += range
    for (const char of all) rest.delete(char)
  }
  const dash = rest.delete('-') ? '-' : ''
  return text + [...rest].sort().join('') + dash
}
