import { FILTERED } from '../secret/keys.ts'
import { noteScan } from '../work.ts'

/** The words that stand for a key of a wallet (BIP 39), behind what they are called. */
const PHRASE =
  /(?<=\b(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))(?:[ _-]?(?:phrase|words))?["']?(?: is)?[ \t]{0,2}[:=]?[ \t]{0,2}["'`]?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![a-z])/gi

/** Replaces the 12 to 24 words of `seed phrase: legal winner thank …`. */
export function scrubPhrases(text: string): string {
  if (!/mnemonic|phrase|words/i.test(text)) return text
  noteScan(text.length)
  return text.replace(PHRASE, FILTERED)
}
