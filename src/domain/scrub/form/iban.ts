import { FILTERED } from '../secret/keys.ts'

/** A country and two check digits, then groups of four or one run; bounded, so linear. */
const SHAPE =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,4})?)(?![A-Za-z0-9])/g
/** How long an account's number is, by country (the registry of SWIFT, release 99). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    '15:NO 16:BE 18:DK,FK,FI,FO,GL,NL,SD 19:MK,SI 20:AT,BA,EE,KZ,LT,LU,XK 21:CH,HR,LI,LV ' +
    '22:BG,BH,BY,CR,DE,GB,GE,IE,ME,RS,VA 23:AE,GI,IL,IQ,OM,SO,TL 24:AD,CZ,ES,MD,PK,RO,SA,SE,SK,TN,VG ' +
    '25:LY,PT,ST 26:IS,TR 27:BI,DJ,FR,GR,IT,MC,MR,SM 28:AL,AZ,CY,DO,GT,HN,HU,LB,NI,PL,SV ' +
    '29:BR,EG,PS,QA,UA 30:JO,KW,MU,YE 31:MT,SC 32:LC 33:RU'
  )
    .split(' ')
    .flatMap((entry) => {
      const [length, countries] = entry.split(':') as [string, string]
      return countries.split(',').map((country) => [country, Number(length)])
    }),
)

/** Replaces numbers of bank accounts (ISO 13616): the length must be that of the country, and the check digits right. */
export function scrubAccountNumbers(text: string): string {
  return text.replace(SHAPE, (shape) => scrubbedShape(shape))
}

/** A word in capitals may follow the number: `DE89 3704 0044 0532 0130 00 WAS`. */
function scrubbedShape(shape: string): string {
  const length = LENGTHS.get(shape.slice(0, 2))
  if (length === undefined) return shape
  let end = 0
  for (let chars = 0; end < shape.length && chars < length; end++) if (!isGap(shape, end)) chars++
  const isWhole = end === shape.length || isGap(shape, end)
  const number = shape.slice(0, end).replace(/[ -]/g, '')
  return isWhole && number.length === length && isChecked(number) ? FILTERED + shape.slice(end) : shape
}

function isGap(shape: string, at: number): boolean {
  return shape[at] === ' ' || shape[at] === '-'
}

/** The first four characters go to the end, letters count from 10, and the remainder by 97 is 1. */
function isChecked(number: string): boolean {
  let remainder = 0
  for (const char of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(char, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
