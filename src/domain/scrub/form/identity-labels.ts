/** What numbers of people and their documents are called, in lower case. */
const LABELS = [
  ...['social security', 'ssn', 'passport', 'national insurance', 'social insurance', 'nhs', 'aadhaar'],
  ...["driver's licen", 'drivers licen', 'driver licen', 'driving licen'].flatMap((stem) => [
    `${stem}ce`,
    `${stem}se`,
  ]),
  ...['national id', 'national identity', 'identity card', 'id card', 'tax id', 'taxpayer id', 'cpf', 'nif'],
  ...['personalausweis', 'ausweisnummer', 'steuer-id', 'steuernummer', 'sozialversicherungsnummer', 'ahv'],
  ...['codice fiscale', 'dni', 'bsn', 'personnummer', 'pesel', 'curp', 'tfn'],
]

/** Source of a pattern for them, as a name or in a sentence: `tax_id`, `taxId`, `tax id`. */
export const IDENTITY_LABEL = `(?:${LABELS.join('|').replaceAll(/[ -]/g, '[-_ ]?')})`
/** A shorter one is a part of many words: it counts with what may follow it. */
const LONG_CHARS = 6
const JOINTS = ['', ' ', '-', '_']
/** Lower-case texts, one of which is in each text with such a label and what may follow it. */
export const IDENTITY_WORDS = LABELS.flatMap((label) =>
  /[ -]/.test(label) ? JOINTS.map((joint) => label.replaceAll(/[ -]/g, joint)) : [label],
).flatMap((label) =>
  label.length < LONG_CHARS ? [' ', ':', '-', '_', '=', '"', "'"].map((sign) => label + sign) : [label],
)
