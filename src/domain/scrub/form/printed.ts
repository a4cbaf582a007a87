import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { isNoPlainWord, looksSecret } from '../secret/secret-value.ts'
import { isEverydayKey } from '../statement/companions.ts'
import { noteScan } from '../work.ts'

/** What Rust prints of a type that holds one value: `Secret { value: "…" }`, `Password("…")`. */
const WRAPPED = /\b([A-Za-z]\w{0,63})(?: \{ (?:value|inner|secret): |\()"([^"\n]{4,512})(?=")/g
/** How R prints an entry of a list, below its name: `$password`, and then `[1] "…"`. */
const ENTRY_OF_R = /\$([\w.]{1,64})[ \t]{0,4}\r?\n\[1\] "([^"\n]{4,512})(?=")/g
/** Names and values of Erlang are binaries: `<<"password">> => <<"…">>`. */
const BINARY = /<<"([\w.-]{1,64})">> ?(?:=>|,) ?<<"([^"\n]{1,2048})(?=")/g
/** What code takes if a setting is missing: `process.env.JWT_SECRET || '…'`, `ENV.fetch("API_TOKEN") { "…" }`. */
const DEFAULT =
  /\b([A-Za-z_]\w{0,63})["'\])]{0,3} {0,2}(?:(?:\|\||\?\?)=?|\?:|or|\{) {0,2}["'`]([^"'`\s]{6,256})(?=["'`])/g
const HAS_DEFAULT = /\|\||\?\?|\?:|\) \{| or ["'`]/
/** What signs a request to AWS; it is valid for some minutes. */
const SIGNATURE = /(?<=\bSignature=)[\da-f]{64}(?![\da-f])/g

/** Replaces secrets that stand where a language or a tool prints them, in a text that has a word for a secret. */
export function scrubPrinted(text: string): string {
  let scrubbed = text
  if (text.includes('"')) {
    noteScan(text.length)
    scrubbed = scrubNamed(scrubbed, WRAPPED, looksSecret)
    if (text.includes('[1] "')) scrubbed = scrubNamed(scrubbed, ENTRY_OF_R, isNoPlainWord)
    if (text.includes('">>')) scrubbed = scrubNamed(scrubbed, BINARY, () => true)
  }
  if (HAS_DEFAULT.test(text)) scrubbed = scrubNamed(scrubbed, DEFAULT, isDefaultSecret)
  return text.includes('AWS4-HMAC') ? scrubbed.replace(SIGNATURE, FILTERED) : scrubbed
}

/** `session || 'v2'` names a version. */
function isDefaultSecret(value: string, name: string): boolean {
  return looksSecret(value) || (isNoPlainWord(value) && !isEverydayKey(name))
}

/** @param pattern a name, and at its end a value that is replaced if the name is that of a secret */
function scrubNamed(
  text: string,
  pattern: RegExp,
  isSecret: (value: string, name: string) => boolean,
): string {
  return text.replace(pattern, (all: string, name: string, value: string) =>
    keyVerdict(name) === 'secret' && isSecret(value, name) ? all.slice(0, -value.length) + FILTERED : all,
  )
}
