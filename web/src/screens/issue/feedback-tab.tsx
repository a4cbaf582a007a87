import type { UseQueryResult } from '@tanstack/react-query'
import type { Feedback } from '../../api/wire.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'

interface FeedbackTabProps {
  query: UseQueryResult<{ feedback: Feedback[] }>
  eventKnown: boolean
}

/** What people wrote when the shown event happened to them. */
export function FeedbackTab({ query, eventKnown }: FeedbackTabProps) {
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (eventKnown && query.isPending) return null
  const feedback = query.data?.feedback ?? []
  if (feedback.length === 0) {
    return (
      <EmptyState title="Nobody wrote about this event">
        Feedback comes from the crash dialog of your application. Other events of the issue may have some.
      </EmptyState>
    )
  }
  return (
    <ul className="mt-4 grid gap-3">
      {feedback.map((entry) => (
        <li key={entry.id} className="rounded-card border border-line bg-surface px-4 py-3">
          <FeedbackText entry={entry} />
        </li>
      ))}
    </ul>
  )
}

export function FeedbackText({ entry }: { entry: Feedback }) {
  return (
    <figure className="text-code">
      <blockquote className="break-words whitespace-pre-wrap">“{entry.comments ?? ''}”</blockquote>
      <figcaption className="mt-1 text-small text-ink-3">
        {[entry.name, entry.email].filter(Boolean).join(' · ') || 'Anonymous'}, <Ago at={entry.created_at} />
      </figcaption>
    </figure>
  )
}
