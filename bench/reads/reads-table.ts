/** What bench/RESULTS.md says of the reads that `bench/queries.ts` has timed. */

import type { Question } from './question.ts'

export interface TimedRead extends Omit<Question, 'ask'> {
  medianMs: number
  isWithinGoal: boolean
}

/**
 * Markdown. A cell has the median of its reads, the slowest of them in brackets, and how many of those with a goal miss
 * it. Lines and columns are in the order of the reads.
 */
export function readsTable(title: string, reads: TimedRead[]): string {
  const columns = [...new Set(reads.map(({ column }) => column))]
  const lines = [...new Set(reads.map(({ line }) => line))]
  const rows = lines.map((line) => {
    const cells = columns.map((column) =>
      cell(reads.filter((read) => read.line === line && read.column === column)),
    )
    return [line, ...cells]
  })
  return [[title, ...columns], columns.map(() => '---').concat('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function cell(reads: TimedRead[]): string {
  if (reads.length === 0) return ''
  const times = reads.map(({ medianMs }) => medianMs).toSorted((a, b) => a - b)
  const [middle, slowest] = [times[Math.floor(times.length / 2)]!, times.at(-1)!]
  const missed = reads.filter(({ hasGoal, isWithinGoal }) => hasGoal && !isWithinGoal).length
  const range = reads.length === 1 ? shown(middle) : `${shown(middle)} (${shown(slowest)})`
  return missed === 0 ? range : `${range}, ${missed} of ${reads.length} missed`
}

function shown(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0)
}
