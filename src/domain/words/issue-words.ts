/**
 * Characters of an issue's row for what its events said. The newest event may take more; earlier ones share what it
 * leaves. With the other columns of SQLite's index `issue_text`, so many mostly fit the 1,002 bytes of a cell: a longer one
 * takes a page of 4 KiB more, which is written again whenever the issue has a new event.
 */
const ROW_CHARS = 700

export interface FollowedWords {
  words: string
  /** Lines for which there was no room, each of another shape than all that stay. */
  gone: string[]
}

/** The newest event's words, then earlier ones, newest first. Of earlier words that differ only in numbers
 * and ids, all but the newest go first if there are too many: ten thousand ids must not push out the one
 * other message. @param newest lines of `eventWords`, like `others`, of the same batch, newest first. */
export function followWords(newest: string, others: readonly string[], known: string): FollowedWords {
  const kept = newest.split('\n')
  const own = kept.length
  for (const line of [...others, known].flatMap((words) => words.split('\n')))
    if (!kept.some((text) => text.includes(line))) kept.push(line)
  const earlier = kept.slice(own)
  const fitting = withinRoom(earlier, ROW_CHARS - newest.length)
  const words = [...kept.slice(0, own), ...fitting]
  const gone = fitting.length === earlier.length ? [] : linesOfOtherShapes(earlier, words)
  return { words: words.join('\n'), gone }
}

/** Of each shape that `kept` lacks, the first line. */
export function linesOfOtherShapes(lines: readonly string[], kept: readonly string[]): string[] {
  const shapes = new Set(kept.map(shapeOf))
  return lines.filter((line) => {
    const shape = shapeOf(line)
    if (shapes.has(shape)) return false
    shapes.add(shape)
    return true
  })
}

function withinRoom(lines: readonly string[], chars: number): readonly string[] {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= chars) return lines
  const firsts = linesOfOtherShapes(lines, [])
  const isFirst = new Set(firsts)
  const repeats = lines.filter((line) => !isFirst.has(line))
  let room = chars
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
