import { FILTERED } from '../secret/keys.ts'
import { noteScan } from '../work.ts'

/** The words that stand for a key of a wallet (BIP 39), behind what they are called. */
const PHRASE =
  /(?<=\b(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?phrase)(?:[ _-]?(?:phrase|words))?["']?(?: is)?[ \t]{0,2}[:=]?[ \t]{0,2}["'`]?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![a-z])/gi
/** A one-time password without a sign in front of it: `Use OTP 482913`. */
const ONE_TIME = /(?<=\bT?OTP )\d{6,8}(?![\w-]|\.\d)/g

/** Replaces the 12 to 24 words of `seed phrase: legal winner thank …`, and the digits of `OTP 482913`. */
export function scrubPhrases(text: string): string {
  const scrubbed = text.includes('OTP ') ? text.replace(ONE_TIME, FILTERED) : text
  if (!scrubbed.includes('nemonic') && !scrubbed.includes('hrase')) return scrubbed
  noteScan(scrubbed.length)
  return scrubbed.replace(PHRASE, FILTERED)
}
