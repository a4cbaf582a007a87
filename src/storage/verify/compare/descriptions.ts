import { searchText } from '#domain/text/search-text.ts'
import { OVERFLOW_FINGERPRINT } from '../../batch/overflow-issue.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, VerifiedIssue } from '../issue-facts.ts'
import type { ReadEvent } from '../read-documents.ts'
import type { RecomputedEvent } from './event.ts'

/** Issues that a search does not find by their own names. */
export function unfoundByName(facts: ReadonlyMap<number, IssueFacts>): Difference[] {
  return [...facts.values()].filter(({ issue }) => !isFoundByName(issue)).map(({ issue }) => unfound(issue))
}

/** Compares the description and search text of an issue with its newest stored event. @param event null if its document can't be read. */
export function compareDescription(
  { issue, own }: IssueFacts,
  row: Pick<ReadEvent, 'occurred_at'>,
  event: RecomputedEvent | null,
): Difference[] {
  if (issue.fingerprint === OVERFLOW_FINGERPRINT) return []
  const subject = `issue ${issue.uid}`
  // Names from before they followed the newest event are those of an older one.
  if (issue.described_at < row.occurred_at) return []
  if (issue.described_at > row.occurred_at) {
    if (own?.evicted_event_count !== 0) return []
    const message = 'described_at is not the time of its newest stored event'
    return [{ check: 'issue.described_at', subject, message }]
  }
  // That a document cannot be read is another difference.
  if (event === null) return []
  const { words, ...names } = event.description
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
