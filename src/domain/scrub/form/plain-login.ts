import { charClass, isIn } from '../../text/text-scan.ts'
import { Filtering } from '../secret/filtering.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isMixedWord, isNoPlainWord } from '../secret/secret-value.ts'
import { noteScan } from '../work.ts'

/** `jo:hunter2@db:5432`, as tools write an address without its scheme. */

const NAME_CHARS = charClass(/[\w.$+-]/)
const VALUE_ENDS = charClass(/[\s:@/'"`,;()<>[\]{}=\\]/)
const MAX_NAME_CHARS = 64
const MAX_VALUE_CHARS = 128
const COLON = 58
/** A host with its port, which addresses of mail have not. */
const WITH_PORT = /[A-Za-z\d][\w-]{0,62}(?:\.[\w-]{1,63}){0,8}:\d{2,5}(?![\w.:])/y
const HOST = /[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){0,8}(?![\w.@:-])/y
const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/y
/** Schemes of addresses with a person in them, and labels in front of an address. */
const OTHER_NAME =
  /^(?:mailto|sips?|xmpp|acct|tel|ssh|git|npm|pypi|gem|to|from|b?cc|by|re|user|username|name|e?-?mail|id|login|owner|author|contact|assigned|assignee|recipient|sender|reply-to|member|customer|creator|at|on|in)$/i
const VERSION = /^[v^~]?\d{1,9}(?:[.-]\d{1,9}){0,4}$/

export function scrubPlainLogins(text: string): string {
  const filtering = new Filtering(text)
  for (let at = text.indexOf('@'); at > 0; at = text.indexOf('@', at + 1)) {
    const start = passwordStart(text, at)
    if (start < filtering.end || !isLogin(text, start, at)) continue
    filtering.replace(start, at)
  }
  return filtering.text
}

/** Behind the colon between a name and what ends at this sign; -1 if there is none. */
function passwordStart(text: string, sign: number): number {
  let at = sign - 1
  const least = Math.max(0, sign - MAX_VALUE_CHARS)
  while (at >= least && !isIn(VALUE_ENDS, text, at)) at--
  noteScan(sign - at)
  return at > 0 && at < sign - 3 && text.charCodeAt(at) === COLON ? at + 1 : -1
}

function isLogin(text: string, start: number, sign: number): boolean {
  if (start < 0) return false
  let first = start - 1
  while (first > 0 && start - first <= MAX_NAME_CHARS && isIn(NAME_CHARS, text, first - 1)) first--
  const name = text.slice(first, start - 1)
  if (!/[A-Za-z]/.test(name) || OTHER_NAME.test(name) || /[:/@\\]/.test(text[first - 1] ?? ' ')) return false
  const value = text.slice(start, sign)
  if (VERSION.test(value) || !isFilled(value)) return false
  if (matchesAt(WITH_PORT, text, sign + 1)) return isNoPlainWord(value)
  if (!matchesAt(IPV4, text, sign + 1) && !matchesAt(HOST, text, sign + 1)) return false
  return isMixedWord(value) || /[#$!%^&*]/.test(value)
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
