/** A place in a script, both counting from 0. */
export interface ScriptPlace {
  line: number
  column: number
}

/** How minifiers name functions: `pT`, `$e`. A method keeps its name. */
const MINIFIED = /^(?:async )?([\w$]{1,3})$/
const WORD = /[\w$]/
const FUNCTION_BEFORE = /\bfunction\*? {0,2}$/
const FUNCTION_AFTER = /^ ?= ?(?:async ?)?(?:function\b|[\w$]{1,9} ?=>|\([^()]{0,200}\) ?=>)/
const NAMED = /^(?:(?:async )?function\*? )?([A-Za-z_$][\w$]{0,100})/
const KEYWORD = /^(?:async|class|const|default|export|function|let|new|return|var)$/
/** `async function* ` and a name. */
export const MAX_DECLARATION_CHARS = 120
const BEFORE_CHARS = 20
const AFTER_CHARS = 240
/** How far before a place its function may begin. */
const MAX_CHARS = 64 * 1024
/** Most uses of a name that are looked at: a long script has thousands of `e`. */
const MAX_USES = 500
const MAX_LINE = 2_000

export function isMinifiedName(name: string | null): boolean {
  return name !== null && MINIFIED.test(name)
}

/** The nearest declaration of a minified function before a place inside of it, or null; looks at that line only, as
 * minified scripts have few. */
export function declarationBefore(script: string, place: ScriptPlace, called: string): ScriptPlace | null {
  const name = MINIFIED.exec(called)?.[1]
  const start = name === undefined ? -1 : startOfLine(script, place.line)
  if (name === undefined || start === -1) return null
  const from = Math.max(start, start + place.column - MAX_CHARS)
  const before = script.slice(from, start + place.column)
  let at = before.length
  for (let uses = 0; uses < MAX_USES && at > 0; uses++) {
    at = before.lastIndexOf(name, at - 1)
    if (at === -1) return null
    if (isDeclared(script, from + at, name)) return { line: place.line, column: from + at - start }
  }
  return null
}

/** The name that a text of a source begins with, also behind `function`; null if it begins with something else. */
export function beginningName(text: string): string | null {
  const name = NAMED.exec(text)?.[1]
  return name === undefined || KEYWORD.test(name) ? null : name
}

function isDeclared(script: string, at: number, name: string): boolean {
  const end = at + name.length
  if (WORD.test(script.charAt(at - 1)) || WORD.test(script.charAt(end))) return false
  return (
    FUNCTION_BEFORE.test(script.slice(Math.max(0, at - BEFORE_CHARS), at)) ||
    (script.charAt(at - 1) !== '.' && FUNCTION_AFTER.test(script.slice(end, end + AFTER_CHARS)))
  )
}

function startOfLine(script: string, line: number): number {
  if (line > MAX_LINE) return -1
  let start = 0
  for (let n = 0; n < line; n++) {
    const end = script.indexOf('\n', start)
    if (end === -1) return -1
    start = end + 1
  }
  return start
}
