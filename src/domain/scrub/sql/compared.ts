import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { looksSecret } from '../secret/secret-value.ts'
import { noteScan } from '../work.ts'

/** A row of secrets that is looked up by one: `SELECT … FROM tokens WHERE hash = '…'`. */
const LOOKED_UP =
  /(?<=\b(?:from|update)\s{1,4}["`[]?(?:\w{1,64}\.)?([A-Za-z_]\w{0,63})["`\]]?\s[^';]{0,160}\b(?:key|hash|value|id|code|digest)["`\]]?\s{0,2}=\s{0,2}N?')[^'\n]{6,512}(?=')/gi
const MAY_LOOK_UP = /\b(?:from|update) {1,4}["`[\w]/i
/** The key of a row, which may be one of any table. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_CHARS = 8192

export function scrubLookedUp(text: string): string {
  if (text.length > MAX_CHARS || !text.includes("'") || !MAY_LOOK_UP.test(text)) return text
  noteScan(text.length)
  return text.replace(LOOKED_UP, (value, table: string) =>
    keyVerdict(table) === 'secret' && looksSecret(value) && !UUID.test(value) ? FILTERED : value,
  )
}
