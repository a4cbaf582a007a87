/** Characters that an issue keeps of what its earlier events said, beside what the newest one says. */
const EARLIER_CHARS = 800

/** The newest event's words, then earlier ones, newest first. Of earlier words that differ only in numbers
 * and ids, all but the newest go first if there are too many: ten thousand ids must not push out the one
 * other message. @param newest lines of `eventWords`, like `others`, of the same batch, newest first. */
export function followWords(newest: string, others: readonly string[], known: string): string {
  const kept = newest.split('\n')
  const own = kept.length
  for (const line of [...others, known].flatMap((words) => words.split('\n')))
    if (!kept.some((text) => text.includes(line))) kept.push(line)
  return [...kept.slice(0, own), ...withinRoom(kept.slice(own))].join('\n')
}

function withinRoom(lines: readonly string[]): string[] {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= EARLIER_CHARS) return [...lines]
  const shapes = new Set<string>()
  const repeats: string[] = []
  const firsts: string[] = []
  for (const line of lines) {
    const shape = shapeOf(line)
    if (shapes.has(shape)) repeats.push(line)
    else firsts.push(line)
    shapes.add(shape)
  }
  let room = EARLIER_CHARS
  const fitting = new Set<string>()
  for (const line of [...firsts, ...repeats]) {
    if (line.length + 1 > room) continue
    room -= line.length + 1
    fitting.add(line)
  }
  return lines.filter((line) => fitting.has(line))
}

/** A text without what values mostly are: words with a digit in them. Much cheaper than a message template. */
export function shapeOf(text: string): string {
  return text
    .split(' ')
    .map((word) => (/\d/.test(word) ? '0' : word))
    .join(' ')
}
