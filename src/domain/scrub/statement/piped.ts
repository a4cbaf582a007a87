import { Filtering } from '../secret/filtering.ts'
import { FILTERED } from '../secret/keys.ts'

/** What is printed into another command, in one line. */
const PRINTED =
  /\b(?:echo|printf|Write-Output)(?:[ \t]{1,4}-[neE]{1,3})?(?:[ \t]{1,4}["']%s(?:\\n)?["'])?[ \t]{1,4}/g
/** Commands that read a password, or `user:password`, from their input. */
const READER =
  /^[ \t]{0,4}(?:sudo[ \t](?:[^|\n]{0,100}[ \t])?(?:-[A-Za-z]{0,6}S[A-Za-z]{0,6}|--stdin)(?=\s|$)|(?:sudo[ \t]{1,4})?(?:chpasswd|cryptsetup|kinit|smbpasswd)\b|[^|\n]{0,120}[ \t](?:--[a-z]{0,12}-?(?:password|passphrase|token|secret|pass)-?stdin|--with-token|--stdin|--passphrase-fd[ =]0|-pass(?:in|out)[ \t]stdin)(?=\s|$))/
/** What such a command is given without a pipe. */
const HERE_STRING =
  /(?:\b(?:sudo[ \t](?:[^|\n<]{0,100}[ \t])?-[A-Za-z]{0,6}S|(?:chpasswd|cryptsetup|kinit|passwd|smbpasswd)\b)|[ \t]--(?:(?:password|passphrase|token)-?(?:stdin|fd[ =]0)|with-token|stdin))[^|\n<]{0,100}<<<[ \t]{0,4}/g
/** What a script of `expect` answers to a prompt: `expect "Password:" { send "…\\r" }`. */
const ANSWERED =
  /ass(?:word|phrase)[^"'\n]{0,20}["'][^"'\n]{0,40}\n?[^"'\n]{0,40}\bsend(?:line)?[ \t(]{1,4}(?:--[ \t])?["']/g
const VARIABLE = /^["']?\$(?:\w{1,64}|\{[^}]{1,80}\}|\([^)]{1,120}\))["']?$/
/** Longest text that is looked at in front of the pipe, and behind it. */
const MAX_PRINTED_CHARS = 300
const MAX_READER_CHARS = 240

/** Replaces what is printed into commands that read a password: `echo hunter2 | sudo -S reboot`. */
export function scrubPipedPasswords(text: string): string {
  const printed = text.includes('|') ? scrubBehind(text, PRINTED, printedSecret) : text
  const given = printed.includes('<<<') ? scrubBehind(printed, HERE_STRING, givenSecret) : printed
  return given.includes('send') ? scrubBehind(given, ANSWERED, answeredSecret) : given
}

interface Place {
  start: number
  end: number
}

/** Replaces what `secretIn` finds in the line behind each match. */
function scrubBehind(text: string, pattern: RegExp, secretIn: (line: string) => Place | null): string {
  const filtering = new Filtering(text)
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = pattern.lastIndex
    const [line = ''] = text.slice(at, at + MAX_PRINTED_CHARS + MAX_READER_CHARS).split('\n', 1)
    const place = secretIn(line)
    if (place === null) continue
    filtering.replace(at + place.start, at + place.end)
    pattern.lastIndex = filtering.end
  }
  return filtering.text
}

function printedSecret(line: string): Place | null {
  const pipe = line.slice(0, MAX_PRINTED_CHARS).indexOf('|')
  const reader = line.slice(pipe + 1, pipe + 1 + MAX_READER_CHARS)
  return pipe >= 0 && READER.test(reader) ? inside(line.slice(0, pipe)) : null
}

function givenSecret(line: string): Place | null {
  return inside(firstOf(line, /[\s;&|]/))
}

function answeredSecret(line: string): Place | null {
  const said = firstOf(line, /["'\\]/)
  return said === '' || said.startsWith('$') || said.includes(FILTERED)
    ? null
    : { start: 0, end: said.length }
}

function firstOf(line: string, ends: RegExp): string {
  return line.slice(0, MAX_PRINTED_CHARS).split(ends, 1)[0]!
}

/** Without the blanks and quotes around it, and without the name in `name:password`; null for a variable. */
function inside(said: string): Place | null {
  const word = said.trim()
  if (word === '' || word.includes(FILTERED) || VARIABLE.test(word)) return null
  const isQuoted = word.length > 2 && /["']/.test(word[0]!) && word.at(-1) === word[0]
  const start = said.indexOf(word) + (isQuoted ? 1 : 0)
  const end = start + word.length - (isQuoted ? 2 : 0)
  const named = /^[\w.-]{1,32}:(?=\S)/.exec(said.slice(start, end))
  return { start: start + (named?.[0].length ?? 0), end }
}
