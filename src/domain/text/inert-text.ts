import { headOf } from './plain-text.ts'

/** Strangers' text for a reader that might obey, render or be misled by it: an agent, a terminal, a page.
 * Nothing in it is invisible, moves text, loads anything or closes its fence. */

/** Controls, formats (bidirectional, zero-width, tags), surrogates, private and unassigned characters, line
 * separators, all that draws nothing, and the blank of Braille. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Look like a backtick, or become one where a reader normalises its text (NFC, NFKC). */
const TICK_ALIKE = /[\u02CB\u02F4\u1FEF\u2035\uFF40]/g
/** So many marks on a letter cover the lines around it. */
const MANY_MARKS = /\p{M}{6,}/gu
const VISIBLE_LINE = /^[\x20-\x7e]*$/
/** Sequences that colour or move in a terminal; what is left of a broken one is shown as any control. */
const TERMINAL = /\p{Cc}\[[0-9;?]{0,20}[@-~]/gu
/** From this many backticks in a row, only the number is shown. */
const LONG_TICKS = /`{9,}/g
/** Where Markdown and HTML would load something or make a link; also in wide letters, which NFKC makes the same. */
const LINK_TARGET = /[\]\uFF3D](?=[(\uFF08\uFE59])/g
const REFERENCE = /[\]\uFF3D](?=[:\uFF1A\uFE55])/g
const MARKUP = /[<\uFF1C\uFE64](?=[a-z/!?%\uFF41-\uFF5A\uFF21-\uFF3A\uFF0F\uFF01\uFF1F])/gi
/** `@/etc/passwd`: programs that agents run in take a file along where a prompt names it so. */
const FILE_MENTION = /(?<=^|\s)@(?=[/~.\\]|[a-z]:)/gi
const NEXT_LINE = /\r\n|[\n\r\u0085\u2028\u2029]/g

/** One line: line ends are shown as `\n`, tabs as blanks. */
export function inertLine(text: string): string {
  const line = text.replace(NEXT_LINE, '\\n').replaceAll('\t', ' ')
  return VISIBLE_LINE.test(line) ? withoutMarkup(line) : inert(line)
}

export function inertLines(text: string): string[] {
  return text.split(NEXT_LINE).map(inertLine)
}

function inert(line: string): string {
  const visible = line.replace(TERMINAL, '').replace(INVISIBLE, escaped).replace(TICK_ALIKE, escaped)
  return withoutMarkup(visible.replace(MANY_MARKS, (run) => `(${run.length} marks)`))
}

function withoutMarkup(line: string): string {
  return line
    .replace(LONG_TICKS, (run) => `(${run.length} backticks)`)
    .replace(LINK_TARGET, '$& ')
    .replace(REFERENCE, '$& ')
    .replace(MARKUP, '$& ')
    .replace(FILE_MENTION, '$& ')
}

/** `\u{200B}`, as JavaScript writes it. */
function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16).toUpperCase()}}`
}

/** At most `limit` characters, and then how many more there were. */
export function cutLine(line: string, limit: number): string {
  if (line.length <= limit) return line
  const more = line.length - limit
  const count = more < 1000 ? String(more) : `${(more / 1000).toFixed(1)}k`
  return `${headOf(line, limit)}… +${count} chars`
}

export function fenceFor(lines: readonly string[]): string {
  const longest = lines.reduce((most, line) => Math.max(most, longestTicks(line)), 0)
  return '`'.repeat(Math.max(3, longest + 1))
}

function longestTicks(line: string): number {
  let longest = 0
  let run = 0
  for (const char of line) {
    run = char === '`' ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

/** An e-mail address that still tells people apart: `a***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}
