import { afterMatch, isQuote, skipBackslashes, skipBlanks } from '../text/text-scan.ts'

export interface Key {
  text: string
  start: number
  end: number
}

export interface Separator {
  end: number
  /** `=`, `:`, `==` (a comparison, `!=` as well), `>` (the end of an XML tag), a blank line (in a form) or `--` (an option). */
  kind: '=' | ':' | '==' | '>' | 'blank line' | '--'
  /** True when no blank was around it, or it was an arrow: surely a pair, not prose. */
  tight: boolean
  loose: boolean
  spaced: boolean
  quoted: boolean
  /** True when the quote behind `=` or `: ` ends what began before the key: `'session='`. */
  closesOther: boolean
}

const MAX_TAG_CHARS = 256
/** `=` and `:` in URLs, with the quotes of JSON around them, or the bracket of a form (`user%5Bpassword%5D=`). */
const ENCODED =
  /(?:%(?:25){0,2}5[Cc])?(?:%(?:25){0,2}(?:22|5[Dd]))?(?:%(?:25){0,2}3[AaDd]|(?<=22|5[Dd])[:=])(?:%(?:25){0,2}20|\+)?(?:%(?:25){0,2}5[Cc])?(?:%(?:25){0,2}22)?/y
/** `=` and `:` as JSON, JavaScript and HTML escape them. */
const ESCAPED = /\\{1,8}(?:u003|x3)[aAdD] {0,2}|&(?:amp;){0,2}#(?:61|58|x3[aAdD]); {0,2}/y
const CDATA = '<![CDATA['
/** `(?<token>…)` in a regular expression. */
const GROUP_OF_PATTERN = /\(\?P?<$/
const OPENS_TAG = /<(?:[A-Za-z][\w.-]{0,30}:)?$/
/** What is in front of a type's argument: `Deque<Cookie>`, `parse::<Token>`. */
const BEFORE_TYPE = /(?:\w|::)$/
const MAX_CONTENT_CHARS = 512
/** Between a name and its text, as PHP writes values: `s:8:"password";s:4:"…"`. */
const PHP_TEXT = /;s:\d{1,7}:(?=\\{0,4}")/y
/** As PHP prints properties that are not public: `["password":"App\User":private]`. */
const PHP_VISIBILITY = /:(?:"?[\w\\]{1,128}"?:)?(?:private|protected)(?=\])/y
/** A value in a list: `password[0]: …`, `password[]=…`, `Unseal Key 1: …`. */
const INDEX = /\[(?:\d{1,4}\](?=:)|\](?==[^\s=]))| \d{1,2}(?=: )/y
/** PHP prints a value below its key. */
const BLANKS_AND_LINES = /\s{0,64}/y
/**
 * What declares a variable between its name and a literal: `password: str = "…"`, `password string = "…"`,
 * `password[] = "…"`, `password <- "…"`, `(password . "…")`.
 */
const DECLARED =
  /(?:[?!]?[ \t]{0,2}:[ \t]{0,2}(?:&(?:'\w{1,16} )?)?[A-Za-z_][\w.<>[\]|?]{0,40}(?: \| \w{1,16}){0,2} {1,2}= |[ \t]{1,2}(?:\*?string|\[\]byte) {1,2}=|\[(?:\d{2,4})?\] {0,2}=|[ \t]{0,2}<-|[ \t]\.)[ \t]{0,4}(?:[bru]{1,2}(?=["']))?(?=["'`])/y
/** `-define(PASSWORD, "…")`, as Erlang has its constants. */
const DEFINED = /,[ \t]{0,2}(?=")/y
const DEFINE = '-define('
/** From a name to its value in a printed list: `Password . . . : …`, `Password ....... …`. */
const DOTS = /[ \t]?(?:(?:\. ?){3,40}:|\.{4,64})[ \t]{1,8}(?=[^\s.])/y
/** The type of a value in YAML. */
const TYPED = /!!(?:str|binary)[ \t]{1,4}(?=[^\s|>])/y
/** The widest gap between columns of names and values. */
const MAX_COLUMN_CHARS = 64
const GROUP_ID = /^(?:com|org|io|net|dev|edu|software|jakarta|javax?)\.[\w.-]{1,80}$/
const ARTIFACT_ID = /[a-z][a-z\d]{0,30}(?:(?:[-._][a-z\d]{1,30}){1,12}|(?=:))/y
const LOGGER_BEGINS = /(?:^|\s)\[$/
const COMPARISON = /[!=]==?(?!=)[ \t]{0,8}/y
const BLANK_LINE = /\r?\n(?:Content-[A-Za-z-]{4,30}: [^\r\n]{1,120}\r?\n){0,3}\r?\n|(?:\\r)?\\n(?:\\r)?\\n/y

/** Reads what is between a key and its value; null when no value follows. */
export function separatorAfter(text: string, key: Key): Separator | null {
  const tagEnd = endOfTag(text, key)
  if (tagEnd > 0) return { ...pairs('>', tagEnd), tight: true }
  let at = skipBackslashes(text, key.end)
  let quoted = isQuote(text[at])
  if (quoted) at++
  else at = key.end
  at = afterMatch(PHP_VISIBILITY, text, at)
  if (text[at] === ')' && text.startsWith('[Symbol(', key.start - 8)) at++
  if (text[at] === ']') {
    at++
    // A field of a form in quotes: `"user[password]": "…"`.
    const closing = skipBackslashes(text, at)
    if (!quoted && isQuote(text[closing])) {
      quoted = true
      at = closing + 1
    }
  }
  if (text[at] === '[' || text[at] === ' ') at = afterMatch(INDEX, text, at)
  const blanksBefore = skipColumn(text, at)
  const spaced = blanksBefore !== at
  at = blanksBefore
  if (quoted) {
    const end = afterMatch(BLANK_LINE, text, at)
    if (end > at) return { ...pairs('blank line', end), tight: true, quoted }
    const literal = afterMatch(PHP_TEXT, text, at)
    if (literal > at) return { ...pairs('=', literal), tight: true, quoted }
  }
  if (text[at] === '%') return encodedSeparator(text, at)
  const declared = quoted ? 0 : endOfDeclaration(text, key)
  if (declared > key.end) return { ...pairs('=', declared), tight: true }
  if (text[at] === '.' || text[at - 1] === '.') return afterDots(text, key)
  const escaped = afterMatch(ESCAPED, text, at)
  if (escaped > at) return { ...pairs('=', escaped), tight: true }
  if (spaced && isOption(key.text) && text[at] !== '-' && text[at] !== '=') return pairs('--', at)
  return signAt(text, key, { at, spaced, quoted })
}

/** Many blanks only stand between a name and its value if a sign follows. */
function skipColumn(text: string, from: number): number {
  const near = skipBlanks(text, from)
  if (text[near] !== ' ') return near
  const far = skipBlanks(text, near, MAX_COLUMN_CHARS)
  return text[far] === '=' || text[far] === ':' ? far : near
}

function afterDots(text: string, key: Key): Separator | null {
  const start = key.start + key.text.replace(/\.{1,64}$/, '').length
  const end = afterMatch(DOTS, text, start)
  return end === start ? null : { ...pairs(':', end), loose: true, spaced: true }
}

function endOfDeclaration(text: string, key: Key): number {
  const isDefined = text.startsWith(DEFINE, key.start - DEFINE.length)
  return afterMatch(isDefined ? DEFINED : DECLARED, text, key.end)
}

/** As Maven and Gradle name a library: `io.jsonwebtoken:jjwt-api:0.11.5`. */
export function isArtifact(text: string, key: Key, separator: Separator): boolean {
  if (separator.kind !== ':' || !separator.tight || !GROUP_ID.test(key.text)) return false
  return afterMatch(ARTIFACT_ID, text, separator.end) > separator.end
}

/** `[next-auth]: …`, as the name of a logger is written before what it says. */
export function isLogger(text: string, key: Key, { kind, loose, quoted }: Separator): boolean {
  if (kind !== ':' || !loose || quoted || text[key.end] !== ']') return false
  return LOGGER_BEGINS.test(text.slice(Math.max(0, key.start - 2), key.start))
}

/** `--password`, and `-storepass` as Java and Windows write it; `-p` says too little. */
function isOption(name: string): boolean {
  return name.startsWith('--') || (name.startsWith('-') && name.length > 4)
}

function pairs(kind: Separator['kind'], end: number): Separator {
  return { end, kind, tight: false, loose: false, spaced: false, quoted: false, closesOther: false }
}

function signAt(
  text: string,
  key: Key,
  { at, spaced, quoted }: { at: number; spaced: boolean; quoted: boolean },
): Separator | null {
  const sign = text[at] === '：' ? ':' : text[at]
  const next = text[at + 1]
  const comparison = afterMatch(COMPARISON, text, at)
  if (comparison > at) return { ...pairs('==', comparison), tight: quoted, quoted }
  if (sign !== '=' && sign !== ':') return null
  if (sign === ':' && next === ':') return encodedLine(text, at, quoted)
  if (sign === ':' && text.startsWith('//', at + 1)) return null
  if (sign === '=' && next === '~') return null
  const isArrow = (sign === '=' && next === '>') || (sign === ':' && next === '=')
  const end = isArrow ? afterMatch(BLANKS_AND_LINES, text, at + 2) : valueStart(text, at)
  // `session= for` is a method, `PASSWORD = "x"` a pair.
  const tight = isArrow || (!spaced && next !== ' ' && next !== '\t')
  const closesOther =
    !quoted &&
    !spaced &&
    (end === at + 1 ? isSameQuote(text[key.start - 1], next) : isPrompt(text, key.start - 1, end))
  return {
    end,
    kind: isArrow ? '=' : sign,
    tight,
    loose: end > at + (isArrow ? 2 : 1),
    spaced,
    quoted,
    closesOther,
  }
}

function valueStart(text: string, sign: number): number {
  const start = skipBlanks(text, sign + 1, MAX_COLUMN_CHARS)
  return text[start] === '!' ? afterMatch(TYPED, text, start) : start
}

/** `userPassword:: aHVudGVyMg==`, as LDIF has values in base 64; `Token::new` is code. */
function encodedLine(text: string, at: number, quoted: boolean): Separator | null {
  const end = skipBlanks(text, at + 2)
  return end === at + 2 || quoted ? null : { ...pairs('=', end), tight: true }
}

/** `read -p "Password: " name`: the quotes hold the key alone. */
function isPrompt(text: string, opening: number, closing: number): boolean {
  return (
    isSameQuote(text[opening], text[closing]) && /^(?:[\s);,]|$)/.test(text.slice(closing + 1, closing + 2))
  )
}

function isSameQuote(opening: string | undefined, closing: string | undefined): boolean {
  return isQuote(opening) && (opening === closing || (opening === '`' && closing === "'"))
}

function encodedSeparator(text: string, at: number): Separator | null {
  const end = afterMatch(ENCODED, text, at)
  return end === at ? null : { ...pairs('=', end), tight: true, quoted: true }
}

function endOfTag(text: string, key: Key): number {
  const next = text[key.end]
  if (next !== '>' && next !== ' ') return 0
  const before = text.slice(Math.max(0, key.start - 33), key.start)
  const opening = OPENS_TAG.exec(before)
  if (opening === null || GROUP_OF_PATTERN.test(before)) return 0
  const tag = text.slice(key.end, key.end + MAX_TAG_CHARS)
  const end = tag.search(/[<>]/)
  if (end < 0 || tag[end] !== '>' || tag[end - 1] === '/') return 0
  const content = key.end + end + 1
  if (isQuote(text[content]) && !text.includes('</', content)) return 0
  if (BEFORE_TYPE.test(before.slice(0, opening.index)) && isTypeArgument(text, key, content)) return 0
  return text.startsWith(CDATA, content) ? content + CDATA.length : content
}

/** An element behind a word has an end, or the capitals of SGML: `<USERID>jo<USERPASS>…`. */
function isTypeArgument(text: string, key: Key, content: number): boolean {
  if (key.text === key.text.toUpperCase()) return false
  return !text.slice(content, content + MAX_CONTENT_CHARS).includes('</')
}
