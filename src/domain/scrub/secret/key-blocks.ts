import { noteScan } from '../work.ts'
import { Filtering } from './filtering.ts'
import { FILTERED } from './keys.ts'

const LABEL_CHARS = 64
/** PEM (RFC 7468), and SSH2 (RFC 4716) with blanks around its label. */
const BLOCK_BEGINNINGS = [
  { begin: '-----BEGIN ', dashes: '-----', end: '-----END' },
  { begin: '---- BEGIN ', dashes: ' ----', end: '---- END' },
] as const
type BlockShape = (typeof BLOCK_BEGINNINGS)[number]
/** The private lines of a PuTTY key; their number comes first. */
const PUTTY_LINES = /Private-Lines: {1,2}\d{1,4}(?:\r?\n|(?:\\r)?\\n)/g
const PUTTY_END = 'Private-MAC'
/** Private numbers of a JSON web key (RFC 7518, section 6), and of .NET's XML. */
const JWK_NUMBER = /(["'](?:d|p|q|dp|dq|qi|k)\\{0,4}["']\s{0,4}:\s{0,4}\\{0,4}["'])[\w-]{8,4096}/g
const XML_NUMBER = /(<(?:D|P|Q|DP|DQ|InverseQ)>)[\w+/=\s]{8,4096}/g
const JWK_MEMBERS = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])

/** Replaces what is private in keys that are written out: PEM, SSH2, PuTTY, JSON web keys and .NET's XML. */
export function scrubKeyBlocks(text: string): string {
  let scrubbed = text
  for (const shape of BLOCK_BEGINNINGS) scrubbed = scrubBlocks(scrubbed, shape)
  if (scrubbed.includes('Private-Lines:')) scrubbed = scrubPuttyKeys(scrubbed)
  if (scrubbed.includes('kty')) scrubbed = scrubbed.replace(JWK_NUMBER, `$1${FILTERED}`)
  return scrubbed.includes('RSAKeyValue') ? scrubbed.replace(XML_NUMBER, `$1${FILTERED}`) : scrubbed
}

export function isPrivateMember(object: Readonly<Record<string, unknown>>, name: string): boolean {
  return name.length <= 2 && JWK_MEMBERS.has(name) && typeof object.kty === 'string'
}

/** Empties blocks whose label names a key; a block without its end is emptied to the text's end. */
function scrubBlocks(text: string, { begin, dashes, end }: BlockShape): string {
  const filtering = new Filtering(text)
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at)) {
    noteScan(LABEL_CHARS)
    const labelStart = at + begin.length
    const label = text.slice(labelStart, labelStart + LABEL_CHARS)
    const labelEnd = label.indexOf(dashes)
    at = labelStart
    if (labelEnd < 0 || !/KEY|PRIVATE/.test(label.slice(0, labelEnd))) continue
    const bodyStart = skipLineBreaks(text, labelStart + labelEnd + dashes.length)
    const ending = text.indexOf(end, bodyStart)
    const bodyEnd = ending < 0 ? text.length : beforeLineBreaks(text, ending, bodyStart)
    at = Math.max(labelStart, bodyEnd)
    if (bodyEnd <= bodyStart || text.slice(bodyStart, bodyEnd) === FILTERED) continue
    filtering.replace(bodyStart, bodyEnd)
  }
  return filtering.text
}

function scrubPuttyKeys(text: string): string {
  const filtering = new Filtering(text)
  PUTTY_LINES.lastIndex = 0
  for (let match = PUTTY_LINES.exec(text); match !== null; match = PUTTY_LINES.exec(text)) {
    const start = PUTTY_LINES.lastIndex
    const ending = text.indexOf(PUTTY_END, start)
    const end = ending < 0 ? text.length : beforeLineBreaks(text, ending, start)
    if (end > start) {
      filtering.replace(start, end)
    }
    PUTTY_LINES.lastIndex = end
  }
  return filtering.text
}

/** Line breaks stay, real ones and those of a doubly encoded string (`\n` as two characters). */
function skipLineBreaks(text: string, from: number): number {
  let at = from
  while (text[at] === '\n' || text[at] === '\r' || text.startsWith('\\n', at) || text.startsWith('\\r', at)) {
    at += text[at] === '\\' ? 2 : 1
  }
  return at
}

function beforeLineBreaks(text: string, from: number, floor: number): number {
  let at = from
  while (at > floor && (text[at - 1] === '\n' || text[at - 1] === '\r')) at--
  while (at - 1 > floor && (text.startsWith('\\n', at - 2) || text.startsWith('\\r', at - 2))) at -= 2
  return at
}
