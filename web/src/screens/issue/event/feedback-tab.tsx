import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedFeedback } from '../../../api/wire.ts'
import { FeedbackText } from '../../../components/display/feedback-text.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/states.tsx'

interface FeedbackTabProps {
  issueId: string
  query: UseQueryResult<ListedFeedback[]>
}

/** User feedback about any event of the issue; each entry links to its event if it is stored. */
export function FeedbackTab({ issueId, query }: FeedbackTabProps) {
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return null
  if (query.data.length === 0) {
    return (
      <EmptyState icon="comment" title="No feedback for this issue">
        Feedback comes from the crash dialog or feedback widget of your application.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Feedback" className="mt-4 grid gap-3">
      {query.data.map((entry) => (
        <li key={entry.id} className="rounded-card border border-line bg-surface px-4 py-3">
          <FeedbackText entry={entry}>
            {entry.event_id !== null && entry.is_event_stored && (
              <>
                {' · '}
                <Link
                  to="/issues/$issueId"
                  params={{ issueId }}
                  search={({ range }) => ({ range, event: entry.event_id ?? undefined })}
                  className="text-ink-2 underline underline-offset-2 hover:text-ink"
                >
                  Show event
                </Link>
              </>
            )}
          </FeedbackText>
        </li>
      ))}
    </ul>
  )
}
