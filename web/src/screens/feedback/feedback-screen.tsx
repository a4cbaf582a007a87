import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { feedbackQuery } from '../../api/feedback.ts'
import { LoadedList } from '../../components/display/loaded-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { FeedbackRow } from './feedback-row.tsx'

const route = getRouteApi('/signed-in/feedback')

/** Everything people wrote, newest first, about events and in general. */
export function FeedbackScreen() {
  usePageTitle('Feedback')
  const { project } = route.useSearch()
  return (
    <div className="mx-auto max-w-page">
      <div className="flex min-h-[3.625rem] items-center border-b border-line pt-3 pb-2">
        <h1 className="text-title font-semibold tracking-tight">Feedback</h1>
      </div>
      <FeedbackList project={project} />
    </div>
  )
}

function FeedbackList({ project }: { project: string | undefined }) {
  const query = useInfiniteQuery(feedbackQuery(project))
  const entries = query.data?.pages.flatMap((page) => page.feedback)
  return (
    <LoadedList
      query={query}
      rows={entries}
      what="feedback"
      empty={
        <EmptyState icon="comment" title="No feedback yet">
          Messages from the crash dialog or feedback widget of your application show up here.
        </EmptyState>
      }
    >
      {(shown) => (
        <ul aria-label="Feedback">
          {shown.map((entry) => (
            <FeedbackRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </LoadedList>
  )
}
