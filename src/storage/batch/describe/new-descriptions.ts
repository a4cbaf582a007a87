import type { Selectable } from 'kysely'
import { searchText } from '#domain/text/search-text.ts'
import { followWords, linesOfOtherShapes, shapeOf } from '#domain/words/issue-words.ts'
import type { BulkStatement } from '../../engine/bulk-write.ts'
import type { IssueTable } from '../../schema/schema.ts'
import type { PlacedItem, StoredItem } from '../batch.ts'
import { OVERFLOW_FINGERPRINT } from '../overflow-issue.ts'

type NamedIssue = Pick<
  Selectable<IssueTable>,
  'title' | 'culprit' | 'exception_type' | 'platform' | 'fingerprint' | 'search_text' | 'described_at'
>

/** Messages looked at per batch and issue, each of another shape: senders decide how many there are. */
const MAX_MESSAGES = 16

/** An issue's description after a batch. Absent: unchanged. */
interface NewDescription {
  /** Epoch ms of the newest stored event. */
  describedAt: number
  names?: Pick<StoredItem['event'], 'title' | 'culprit' | 'exceptionType' | 'platform'>
  words?: string
  /** Lines that `words` have no room for. */
  gone?: string[]
}

/** By row key. A root is described by its own events. */
export type NewDescriptions = Map<number, NewDescription>

/** What `describedValues` are sent as, after the thirteen columns of an addition. */
export const DESCRIBED_COLUMNS: BulkStatement['columns'] = [
  ['title', 'text'],
  ['culprit', 'text'],
  ['exception_type', 'text'],
  ['platform', 'text'],
  ['search_text', 'text'],
  ['described_at', 'bigint'],
]
export const DESCRIBED_SQL = `
  exception_type = CASE WHEN v.column14 IS NULL THEN issue.exception_type ELSE v.column16 END,
  title = coalesce(v.column14, issue.title), culprit = coalesce(v.column15, issue.culprit),
  platform = coalesce(v.column17, issue.platform), search_text = coalesce(v.column18, issue.search_text),
  described_at = coalesce(v.column19, issue.described_at)`

export function describedValues(said: NewDescription | undefined): unknown[] {
  const { names, words = null, describedAt = null } = said ?? {}
  if (!names) return [null, null, null, null, words, describedAt]
  return [names.title, names.culprit, names.exceptionType, names.platform, words, describedAt]
}

/** Descriptions follow the newest stored event; searches find all events' words, bounded. `rows`: before. */
export function newDescriptions(
  placed: readonly PlacedItem[],
  rows: ReadonlyMap<number, NamedIssue>,
): NewDescriptions {
  const descriptions: NewDescriptions = new Map()
  for (const [issueId, said] of gatherWords(placed)) {
    const description = describe(said, rows.get(issueId)!)
    if (description !== null) descriptions.set(issueId, description)
  }
  return descriptions
}

interface Said {
  newest: StoredItem
  /** Words of the newest event of each shape, the latest one last. */
  words: Map<string, string>
  /** Words of further shapes, in any order. */
  more: string[]
  last: string
}

function gatherWords(placed: readonly PlacedItem[]): Map<number, Said> {
  const found = new Map<number, Said>()
  for (const { item, issueId } of placed) {
    if (item.kind !== 'stored') continue
    const { words, occurredAt } = item.event
    const said = found.get(issueId)
    if (!said) {
      const first = new Map([[shapeOf(words), words]])
      found.set(issueId, { newest: item, last: words, words: first, more: [] })
      continue
    }
    if (occurredAt >= said.newest.event.occurredAt) said.newest = item
    if (words === said.last) continue
    said.last = words
    noteWords(said, words)
  }
  return found
}

function noteWords({ words: kept, more }: Said, words: string): void {
  const shape = shapeOf(words)
  if (!kept.delete(shape) && kept.size >= MAX_MESSAGES) more.push(words)
  else kept.set(shape, words)
}

function describe(said: Said, row: NamedIssue): NewDescription | null {
  const { newest } = said
  const { event } = newest
  const isOverflow = row.fingerprint === OVERFLOW_FINGERPRINT
  if (isOverflow || event.occurredAt < row.described_at) {
    const own = searchText([row.title, row.culprit, row.exception_type ?? ''])
    const told = newWords(own, said, row)
    return told === null ? null : { describedAt: row.described_at, ...told }
  }
  const { title, culprit, exceptionType, platform } = event
  const isNamed =
    title === row.title &&
    culprit === row.culprit &&
    exceptionType === row.exception_type &&
    platform === row.platform
  const told = newWords(event.words, said, row)
  return {
    describedAt: event.occurredAt,
    ...(!isNamed && { names: { title, culprit, exceptionType, platform } }),
    ...told,
  }
}

/** Null: as before, which they mostly are. */
function newWords(
  own: string,
  { words: said, more }: Said,
  { search_text: known }: NamedIssue,
): Pick<NewDescription, 'words' | 'gone'> | null {
  if (said.size === 1 && said.values().next().value === own && `${known}\n`.startsWith(`${own}\n`))
    return null
  const { words, gone } = followWords(own, [...said.values()].reverse(), known)
  if (words === known && gone.length === 0 && more.length === 0) return null
  const lines = more.flatMap((text) => text.split('\n'))
  const further = lines.length === 0 ? [] : linesOfOtherShapes(lines, [...words.split('\n'), ...gone])
  return { words, gone: [...gone, ...further] }
}
