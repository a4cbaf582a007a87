import { Link } from '@tanstack/react-router'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { showHidden } from '../../../format/show-hidden.ts'

interface SearchLinkProps {
  projectId: string
  /** A key of the issue search. */
  searchKey: string
  value: string
}

/** A value of an event that leads to all issues of the project with it. */
export function SearchLink({ projectId, searchKey, value }: SearchLinkProps) {
  return (
    <Link
      to="/issues"
      search={{ project: projectId, q: `${searchKey}:${quoteQueryValue(value)}` }}
      className="underline-offset-2 hover:underline"
      title={showHidden(`All issues with ${searchKey}:${value}`)}
    >
      <EventText>{value}</EventText>
    </Link>
  )
}
