/** Lines of the program as it runs, and those of the source that they came from; all inclusive. */
export interface LineRange {
  first: number
  last: number
}

export interface MethodLine {
  obfuscated: string
  /** Of another class where its code was inlined or moved; null: of the class in whose block it stands. */
  class: string | null
  method: string
  /** Null: at any line; `0:0`: where the program has no lines. */
  lines: LineRange | null
  /** Null: nothing is known. `last` is null if all lines came from the call in line `first`. */
  source: { first: number; last: number | null } | null
}

const RANGE = /^(\d{1,9}):(\d{1,9}):/
const SOURCE = /^:(\d{1,9})(?::(\d{1,9}))?/

/** `1:3:void com.shop.Cart.pay(int):10:12 -> a`, without blanks around it; null for a field, and what is none. */
export function readMethodLine(line: string): MethodLine | null {
  const arrow = line.lastIndexOf(' -> ')
  const open = line.indexOf('(')
  const close = line.lastIndexOf(')', arrow)
  if (arrow === -1 || open === -1 || close < open) return null
  const range = RANGE.exec(line)
  const head = line.slice(range?.[0].length ?? 0, open)
  const name = head.slice(head.lastIndexOf(' ') + 1)
  const dot = name.lastIndexOf('.')
  return {
    obfuscated: line.slice(arrow + 4).trim(),
    class: dot === -1 ? null : name.slice(0, dot),
    method: name.slice(dot + 1),
    lines: range === null ? null : { first: Number(range[1]), last: Number(range[2]) },
    source: sourceOf(SOURCE.exec(line.slice(close + 1, arrow))),
  }
}

function sourceOf(found: RegExpExecArray | null): MethodLine['source'] {
  if (found === null) return null
  const [first, last] = [Number(found[1]), found[2] === undefined ? null : Number(found[2])]
  return last !== null && last < first ? null : { first, last }
}

/** Where in the source a line of the running program came from; null if unknown. */
export function sourceLine({ lines, source }: MethodLine, line: number | null): number | null {
  if (source === null) return line
  if (source.last === null || source.last === source.first) return source.first || null
  if (line === null || lines === null || lines.last === 0) return null
  return Math.min(source.first + line - lines.first, source.last) || null
}
