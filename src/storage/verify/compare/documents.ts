import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts } from '../issue-facts.ts'
import type { IssueRange } from '../range.ts'
import { type ReadEvent, readEventsAfter, readEventsBySeq } from '../read-documents.ts'
import { compareDescription } from './descriptions.ts'
import { type ComparedEvent, type RecomputedEvent, recomputeEvent } from './event.ts'
import { compareKeys } from './keys.ts'

const LOOKED_UP_TOGETHER = 500

export interface DocumentPart {
  range: IssueRange
  /** Row key of the event that the part before ended with; -1 for the first. */
  after: number
}

export interface ReadDocuments {
  count: number
  differences: Difference[]
  /** Row key of the last event, if more may follow; else null. */
  next: number | null
}

/** Compares some hundred documents with derived rows. */
export async function compareDocuments(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  part: DocumentPart,
): Promise<ReadDocuments> {
  const found: ReadDocuments = { count: 0, differences: [], next: null }
  const batch: ComparedEvent[] = []
  for await (const row of readEventsAfter(scope, part)) {
    found.count += 1
    const issue = facts.get(row.issue_id)?.issue
    if (issue) {
      const event = row.document === null ? null : recomputeEvent(row, row.document)
      found.differences.push(...documentProblems(`issue ${issue.uid}`, row, event))
      if (event !== null) batch.push(withoutDocument(row, event))
    }
    if (found.count < LOOKED_UP_TOGETHER) continue
    found.next = row.seq
    break
  }
  found.differences.push(...(await compareKeys(scope, facts, batch)))
  return found
}

/**
 * Reads the document of each issue's newest event, which it is described by, and one per dictionary, each once: the newest is
 * nearly always one of these. @param isDeep leaves the latter to `compareDocuments`, which reads all
 */
export async function compareChosenDocuments(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  isDeep: boolean,
): Promise<Pick<ReadDocuments, 'count' | 'differences'>> {
  const newest = new Set([...facts.values()].map(({ newestSeq }) => newestSeq))
  const sampled = new Set(isDeep ? [] : [...facts.values()].flatMap(({ sampledSeqs }) => sampledSeqs))
  const seqs = [...newest.union(sampled)].filter((seq) => seq !== null).sort((a, b) => a - b)
  const differences: Difference[] = []
  const batch: ComparedEvent[] = []
  for await (const row of readEventsBySeq(scope, seqs)) {
    const entry = facts.get(row.issue_id)
    if (!entry) continue
    const event = row.document === null ? null : recomputeEvent(row, row.document)
    if (newest.has(row.seq)) differences.push(...compareDescription(entry, row, event))
    if (!sampled.has(row.seq)) continue
    differences.push(...documentProblems(`issue ${entry.issue.uid}`, row, event))
    if (event !== null) batch.push(withoutDocument(row, event))
  }
  for (const some of slicesOf(batch, LOOKED_UP_TOGETHER)) {
    differences.push(...(await compareKeys(scope, facts, some)))
  }
  return { count: sampled.size, differences }
}

/** What is kept until its keys are looked up: documents can be megabytes. */
function withoutDocument(
  { document: _, damage: __, ...row }: ReadEvent,
  { keys, userHash }: RecomputedEvent,
): ComparedEvent {
  return { row, event: { keys, userHash } }
}

function documentProblems(subject: string, row: ReadEvent, event: RecomputedEvent | null): Difference[] {
  const found = (event?.problems ?? []).map(([check, message]) => ({ check, subject, message }))
  if (row.damage === null) return found
  const message = `the document of event row ${row.seq} cannot be read: ${row.damage}`
  return [{ check: 'event.document', subject, message }, ...found]
}
