import { FILTERED } from '../secret/keys.ts'
import { YOUR_CODE_ABROAD } from '../secret/typed-code.ts'
import { noteScan } from '../work.ts'

/** The words that stand for a key of a wallet (BIP 39), behind what they are called. */
const PHRASE =
  /(?<=\b(?:mnemonic|seed(?=["']?:)|(?:seed|recovery|backup|secret)[ _-]?phrase)(?:[ _-]?(?:phrase|words))?["']?(?: is)?[ \t]{0,2}[:=]?[ \t]{0,2}["'`]?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![a-z])/gi
/** A one-time password without a sign in front of it: `Use OTP 482913`. */
const ONE_TIME = /(?<=\bT?OTP )\d{6,8}(?![\w-]|\.\d)/g

/** `482913 is your verification code`. */
const CODE_FIRST =
  /(?<![\w.])(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{4,8})(?= is your (?:[\w'-]{1,20} ){0,3}(?:code|otp|pin|passcode)\b)/gi

/** What an encrypted file of SQLite is opened with. */
const KEYED = /\bpragma (?:hex)?(?:re)?key|\battach\b/i
const KEY_OF_FILE =
  /(?<=\bPRAGMA (?:hex)?(?:re)?key[ \t]{0,2}[=(][ \t]{0,2}["']|\bATTACH (?:DATABASE )?["'][^"'\n]{1,256}["'] AS ["'\w]{1,64} KEY ["'])[^"'\n]{1,256}/gi

/** Replaces the 12 to 24 words of `seed phrase: legal winner thank …`, and the digits of `OTP 482913`. */
export function scrubPhrases(text: string): string {
  const codeless = text.includes(' is your ') ? text.replace(CODE_FIRST, FILTERED) : text
  const said = /\d{3}/.test(codeless) ? codeless.replace(YOUR_CODE_ABROAD, FILTERED) : codeless
  const scrubbed = said.includes('OTP ') ? said.replace(ONE_TIME, FILTERED) : said
  const opened = KEYED.test(scrubbed) ? scrubbed.replace(KEY_OF_FILE, FILTERED) : scrubbed
  if (!/nemonic|hrase|seed["']?:/i.test(opened)) return opened
  noteScan(opened.length)
  return opened.replace(PHRASE, FILTERED)
}
