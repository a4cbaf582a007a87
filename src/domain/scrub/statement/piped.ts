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
  const printed = text.includes('|') ? scrubPrinted(text) : text
  const given = printed.includes('<<<') ? scrubHereStrings(printed) : printed
  return given.includes('send') ? scrubAnswers(given) : given
}

function scrubAnswers(text: string): string {
  const filtering = new Filtering(text)
  ANSWERED.lastIndex = 0
  for (let match = ANSWERED.exec(text); match !== null; match = ANSWERED.exec(text)) {
    const start = ANSWERED.lastIndex
    const [said = ''] = lineFrom(text, start, MAX_PRINTED_CHARS).split(/["'\\]/, 1)
    if (said === '' || said.startsWith('$') || said.includes(FILTERED)) continue
    filtering.replace(start, start + said.length)
    ANSWERED.lastIndex = filtering.end
  }
  return filtering.text
}

function scrubPrinted(text: string): string {
  const filtering = new Filtering(text)
  PRINTED.lastIndex = 0
  for (let match = PRINTED.exec(text); match !== null; match = PRINTED.exec(text)) {
    const start = PRINTED.lastIndex
    const said = lineFrom(text, start, MAX_PRINTED_CHARS)
    const pipe = said.indexOf('|')
    if (pipe < 0 || !READER.test(lineFrom(text, start + pipe + 1, MAX_READER_CHARS))) continue
    const place = inside(said.slice(0, pipe))
    if (place === null) continue
    filtering.replace(start + place.start, start + place.end)
    PRINTED.lastIndex = filtering.end
  }
  return filtering.text
}

function scrubHereStrings(text: string): string {
  const filtering = new Filtering(text)
  HERE_STRING.lastIndex = 0
  for (let match = HERE_STRING.exec(text); match !== null; match = HERE_STRING.exec(text)) {
    const start = HERE_STRING.lastIndex
    const [word = ''] = lineFrom(text, start, MAX_PRINTED_CHARS).split(/[\s;&|]/, 1)
    const place = inside(word)
    if (place === null) continue
    filtering.replace(start + place.start, start + place.end)
    HERE_STRING.lastIndex = filtering.end
  }
  return filtering.text
}

function lineFrom(text: string, start: number, length: number): string {
  const line = text.slice(start, start + length)
  const end = line.indexOf('\n')
  return end < 0 ? line : line.slice(0, end)
}

/** Without the blanks and quotes around it, and without the name in `name:password`; null for a variable. */
function inside(said: string): { start: number; end: number } | null {
  const word = said.trim()
  if (word === '' || word.includes(FILTERED) || VARIABLE.test(word)) return null
  const isQuoted = word.length > 2 && /["']/.test(word[0]!) && word.at(-1) === word[0]
  const start = said.indexOf(word) + (isQuoted ? 1 : 0)
  const end = start + word.length - (isQuoted ? 2 : 0)
  const named = /^[\w.-]{1,32}:(?=\S)/.exec(said.slice(start, end))
  return { start: start + (named?.[0].length ?? 0), end }
}
