import { isQuote } from '../../text/text-scan.ts'
import { closingQuote } from '../pair-value.ts'
import { keyVerdict } from '../secret/keys.ts'

/** The column that a place is compared with or assigned to. */
const COLUMN = /([\w$]{1,64})["'`\]]?\s{0,4}(?:=|<>|!=|i?like)\s{0,4}$/i
const COLUMN_CHARS = 80
const INSERTED =
  /\binto\s{1,4}[^\s(]{1,128}\s{0,4}\(([^()]{1,4096})\)\s{0,4}(?:output [^\n]{1,256}\s{1,4})?values?\s{0,4}(?=\()/gi
const NO_NAME = /[\s"'`[\]\\]/g

/** From the list of columns in brackets, without quotes and blanks. */
export function columnNames(list: string): string[] {
  return list.split(',').map((name) => name.replace(NO_NAME, ''))
}

/** The columns that the places for values in a text belong to, asked for from first to last. */
export class Columns {
  readonly #text: string
  readonly #statements: Iterator<RegExpExecArray>
  #next: RegExpExecArray | undefined
  /** Names of the columns whose rows are being read: `INSERT INTO users (name, password) VALUES (…), (…)`. */
  #names: string[] = []
  #at = 0
  #depth = 0
  #column = 0

  constructor(text: string) {
    this.#text = text
    this.#statements = text.matchAll(INSERTED)
    this.#next = this.#statements.next().value
  }

  /** Whether the value at a place belongs to a column with the name of a secret. */
  isSecretAt(place: number): boolean {
    const compared = COLUMN.exec(this.#text.slice(Math.max(0, place - COLUMN_CHARS), place))?.[1]
    const column = compared ?? this.#insertedAt(place)
    return column !== undefined && keyVerdict(column) === 'secret'
  }

  #insertedAt(place: number): string | undefined {
    for (; this.#next && this.#next.index < place; this.#next = this.#statements.next().value) {
      this.#names = columnNames(this.#next[1]!)
      this.#at = this.#next.index + this.#next[0].length
      this.#depth = 0
    }
    for (; this.#at < place && this.#names.length > 0; this.#at++) this.#read(this.#text[this.#at]!)
    return this.#at === place && this.#depth > 0 ? this.#names[this.#column] : undefined
  }

  /** Calls inside of a value have brackets and commas of their own: `VALUES ($1, crypt($2, gen_salt('bf')))`. */
  #read(char: string): void {
    if (isQuote(char)) this.#at = closingQuote(this.#text, char, this.#at + 1)
    else if (char === '(' && ++this.#depth === 1) this.#column = 0
    else if (char === ')') this.#depth--
    else if (char === ',' && this.#depth === 1) this.#column++
    else if (this.#depth <= 0 && /[^\s,(]/.test(char)) this.#names = []
  }
}
