import { FILTERED } from '../secret/keys.ts'
import { isNoPlainWord, looksSecret } from '../secret/secret-value.ts'
import { noteScan } from '../work.ts'

/** What Rust prints of a type that holds a secret alone: `Secret { value: "…" }`, `Password("…")`. */
const WRAPPED =
  /(?<=\b(?:Secret|Password|Token|ApiKey)(?:String|Box|Value)?(?: \{ (?:value|inner|secret): |\()")[^"\n]{4,512}(?=")/g
/** How R prints an entry of a list, below its name: `$password`, and then `[1] "…"`. */
const ENTRY_OF_R =
  /(?<=\$[\w.]{0,40}(?:password|passwd|pwd|secret|token|api_?key)[ \t]{0,4}\r?\n\[1\] ")[^"\n]{4,512}(?=")/gi
/** Names and values of Erlang are binaries: `<<"password">> => <<"…">>`. */
const BINARY =
  /(?<=<<"[\w.-]{0,40}(?:password|passwd|pwd|secret|token|api_?key|authorization|cookie)">> ?(?:=>|,) ?<<")[^"\n]{1,2048}(?=")/gi
/** What code takes if a setting is missing: `process.env.JWT_SECRET || '…'`, `ENV.fetch("API_TOKEN") { "…" }`. */
const DEFAULT =
  /(?<=(?:password|passwd|secret|token|api_?key)["'\])]{0,3} {0,2}(?:\|\||\?\?|\{) {0,2}["'`])[^"'`\s]{8,256}(?=["'`])/gi
/** What signs a request to AWS; it is valid for some minutes. */
const SIGNATURE = /(?<=\bSignature=)[\da-f]{64}(?![\da-f])/g

/** Replaces secrets that stand where a language or a tool prints them, in a text that has a word for a secret. */
export function scrubPrinted(text: string): string {
  let scrubbed = text
  if (text.includes('"')) {
    noteScan(text.length)
    scrubbed = scrubbed.replace(WRAPPED, random)
    if (text.includes('[1] "')) scrubbed = scrubbed.replace(ENTRY_OF_R, odd)
    if (text.includes('">>')) scrubbed = scrubbed.replace(BINARY, FILTERED)
  }
  if (/\|\||\?\?|\) \{/.test(text)) scrubbed = scrubbed.replace(DEFAULT, random)
  return text.includes('AWS4-HMAC') ? scrubbed.replace(SIGNATURE, FILTERED) : scrubbed
}

function odd(value: string): string {
  return isNoPlainWord(value) ? FILTERED : value
}

function random(value: string): string {
  return looksSecret(value) ? FILTERED : value
}
