import { Filtering } from '../secret/filtering.ts'

/** A network as its QR code has it: `WIFI:S:name;T:WPA;P:password;;`. */
const CODE = /WIFI:(?=[STPHRAEI]\d?:)/gi
/** A field with its sign; `\` is in front of what would end it. */
const FIELD = /([A-Z]\d?):((?:[^\\;\r\n"]|\\.){0,256})(?:;|$|(?=["\r\n]))/iy
const MAX_FIELDS = 12

/** Replaces the passwords of networks in their codes. */
export function scrubNetworkCodes(text: string): string {
  const filtering = new Filtering(text)
  CODE.lastIndex = 0
  while (CODE.test(text)) {
    FIELD.lastIndex = CODE.lastIndex
    for (let count = 0; count < MAX_FIELDS; count++) {
      const field = FIELD.exec(text)
      if (field === null) break
      CODE.lastIndex = FIELD.lastIndex
      if (!/^(?:P|PH2)$/i.test(field[1]!) || field[2] === '') continue
      const start = field.index + field[1]!.length + 1
      filtering.replace(start, start + field[2]!.length)
    }
  }
  return filtering.text
}
