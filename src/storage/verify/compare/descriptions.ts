import { searchText } from '#domain/text/search-text.ts'
import { OVERFLOW_FINGERPRINT } from '../../batch/overflow-issue.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, IssueRange, VerifiedIssue } from '../issue-facts.ts'
import { type ReadEvent, readNewestEvents } from '../read-documents.ts'
import { recomputeEvent } from './event.ts'

/** Compares descriptions and search text with the newest stored event. */
export async function compareDescriptions(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  range: IssueRange,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { issue } of facts.values()) if (!isFoundByName(issue)) found.push(unfound(issue))
  for await (const row of readNewestEvents(scope, range)) {
    const entry = facts.get(row.issue_id)
    if (entry && entry.issue.fingerprint !== OVERFLOW_FINGERPRINT) found.push(...differences(entry, row))
  }
  return found
}

function differences({ issue, own }: IssueFacts, row: ReadEvent): Difference[] {
  const subject = `issue ${issue.uid}`
  // Names from before they followed the newest event are those of an older one.
  if (issue.described_at < row.occurred_at) return []
  if (issue.described_at > row.occurred_at) {
    if (own?.evicted_event_count !== 0) return []
    const message = 'described_at is not the time of its newest stored event'
    return [{ check: 'issue.described_at', subject, message }]
  }
  // That a document cannot be read is another difference.
  if (row.document === null) return []
  const { words, ...names } = recomputeEvent(row, row.document).description
  const isNamed = (Object.keys(names) as (keyof typeof names)[]).every(
    (column) => names[column] === issue[column],
  )
  if (!isNamed) {
    const message = 'its title, culprit, type or platform differs from its newest event'
    return [{ check: 'issue.title', subject, message }]
  }
  return words.split('\n').every((line) => issue.search_text.includes(line)) ? [] : [unfound(issue)]
}

function isFoundByName({ title, culprit, exception_type, search_text }: VerifiedIssue): boolean {
  const named = searchText([title, culprit, exception_type ?? ''])
  return search_text === named || search_text.startsWith(`${named}\n`)
}

function unfound({ uid }: VerifiedIssue): Difference {
  const message = 'a search does not find it by its title, culprit, type or newest message'
  return { check: 'issue.search_text', subject: `issue ${uid}`, message }
}
