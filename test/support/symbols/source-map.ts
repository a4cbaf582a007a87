/** A token of generated code on its one line, and where it came from; lines and columns count from 0. */
export interface MappedToken {
  column: number
  line: number
  sourceColumn: number
  /** Some minifiers leave it out. */
  name?: string
}

export interface MapSource {
  source: string
  content: string | null
  tokens: readonly MappedToken[]
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A source map of one source, version 3, as an object. */
export function sourceMap({ source, content, tokens }: MapSource): object {
  const names = [...new Set(tokens.flatMap(({ name }) => name ?? []))]
  let last = [0, 0, 0, 0, 0]
  const segments = tokens.map(({ column, line, sourceColumn, name }) => {
    const next = [column, 0, line, sourceColumn, ...(name === undefined ? [] : [names.indexOf(name)])]
    const segment = next.map((value, at) => variableLength(value - last[at]!)).join('')
    last = [...next, ...last.slice(next.length)]
    return segment
  })
  return { version: 3, sources: [source], sourcesContent: [content], names, mappings: segments.join(',') }
}

function variableLength(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const more = rest >>> 5
    text += DIGITS[(rest & 31) | (more > 0 ? 32 : 0)]
    rest = more
  } while (rest > 0)
  return text
}

/** A small program in two functions, as a bundler writes it in one line, each time with other names and columns. */
export class ShopBuild {
  static readonly source = [
    'function pay(cart) {',
    '  return cart.total.amount',
    '}',
    '',
    'pay(undefined)',
  ].join('\n')
  readonly script: string
  readonly #shift: number
  readonly #letter: string

  constructor(shift: number, letter: string) {
    this.#shift = shift
    this.#letter = letter
    this.script = `${' '.repeat(shift)}function ${letter}(t){return t.total.amount}${letter}(void 0);`
  }

  map(source = 'webpack://shop/./src/pay.js', content: string | null = ShopBuild.source): object {
    const at = this.#shift
    const tokens = [
      { column: at, line: 0, sourceColumn: 0, name: 'pay' },
      { column: at + 9, line: 0, sourceColumn: 9, name: 'pay' },
      { column: at + 20, line: 1, sourceColumn: 9, name: 'total' },
      { column: at + 40, line: 4, sourceColumn: 0, name: 'pay' },
    ]
    return sourceMap({ source, content, tokens })
  }

  /** The event of this build: the program at the URL fails in `pay`. */
  event(url: string, fields: object = {}): object {
    const frame = { abs_path: url, filename: url, lineno: 1, in_app: true }
    const frames = [
      { ...frame, function: '?', colno: this.#shift + 41 },
      { ...frame, function: this.#letter, colno: this.#shift + 21 },
    ]
    const value = "Cannot read properties of undefined (reading 'total')"
    const exception = { values: [{ type: 'TypeError', value, stacktrace: { frames } }] }
    return { platform: 'javascript', exception, ...fields }
  }
}
