/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What Python prints above the calls; the error itself comes last. */
const HEADER = 'Traceback (most recent call last):'
const CONNECTING =
  /^(?:During handling of the above exception, another exception occurred:|The above exception was the direct cause of the following exception:)$/

/** Each traceback in a text as its last line, which says what went wrong; `place` is put behind it, as `in load`. */
export function withoutTracebacks(text: string, place: (innermost: string) => string): string {
  if (!text.includes(HEADER)) return text
  const kept: string[] = []
  let innermost: string | undefined
  let isWithin = false
  for (const line of text.split('\n')) {
    if (line.trimEnd().endsWith(HEADER)) {
      isWithin = true
      kept.push(line.slice(0, line.lastIndexOf(HEADER)))
    } else if (isWithin && (line.trim() === '' || /^\s/.test(line))) {
      innermost = calledIn(line) ?? innermost
    } else if (isWithin) {
      isWithin = false
      kept.push(innermost === undefined ? line : line.trimEnd() + place(innermost))
      innermost = undefined
    } else if (!CONNECTING.test(line)) kept.push(line)
  }
  if (isWithin && innermost !== undefined) kept.push(place(innermost))
  return kept.join('\n')
}

/** `load` of `File "/srv/cart.py", line 7, in load`. */
function calledIn(line: string): string | undefined {
  const at = line.lastIndexOf(', in ')
  return at === -1 || !line.includes('File "') ? undefined : line.slice(at + 5, at + 205).trimEnd()
}
