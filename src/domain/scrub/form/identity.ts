import { afterMatch } from '../../text/text-scan.ts'
import { Filtering } from '../secret/filtering.ts'
import { noteKey } from '../work.ts'
import { IDENTITY_LABEL } from './identity-labels.ts'

/** `passport no. C01X00T47`, `Steuer-ID: 86 095 742 719`, `"tax_id": "…"`. */
const DOCUMENT = new RegExp(
  String.raw`(?:\b|_)${IDENTITY_LABEL}(?:[-_ ]?(?:card|number|nummer|no\.?|nr\.?|id|#)){0,2}(?:: {0,2}| {1,2}|\\{0,4}["']?\s{0,2}(?:=>?|:)\s{0,2}\\{0,4}["']?)`,
  'gi',
)
const NUMBER = /[A-Z\d]{1,20}(?:[ .-][A-Z\d]{2,7}){0,4}(?![\w-])/y
const LEAST_DIGITS = 5

/** Replaces the numbers of passports, licences and people, as sentences have them. */
export function scrubIdentityNumbers(text: string): string {
  const filtering = new Filtering(text)
  for (const document of text.matchAll(DOCUMENT)) {
    noteKey()
    const start = document.index + document[0].length
    const end = afterMatch(NUMBER, text, start)
    if (text.slice(start, end).replace(/\D/g, '').length < LEAST_DIGITS) continue
    filtering.replace(start, end)
  }
  return filtering.text
}
