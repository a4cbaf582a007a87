import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deadLettersQuery, retryDeadLetter } from '../../../api/dead-letters.ts'
import { EVENT_KEY } from '../../../api/events.ts'
import { issueKeys } from '../../../api/issue-keys.ts'
import type { DeadLetter } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

/** Events that could not be processed, each with its reason and another try. */
export function UnprocessedTable({ projectId }: { projectId: string }) {
  const query = useInfiniteQuery(deadLettersQuery(projectId))
  const letters = query.data?.pages.flatMap((page) => page.dead_letters)
  return (
    <Section title="Not processed" note="counted in their issue, not stored">
      <LoadedList
        query={query}
        rows={letters}
        what="events that could not be processed"
        empty={<p className="text-ink-2">All events were processed.</p>}
      >
        {(shown) => (
          <DataTable
            label="Events that could not be processed"
            head={
              <>
                <HeadCell>Received</HeadCell>
                <HeadCell>Reason</HeadCell>
                <HeadCell className="max-sm:hidden">Event ID</HeadCell>
                <HeadCell>
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </>
            }
          >
            {shown.map((letter) => (
              <LetterRow key={letter.id} letter={letter} />
            ))}
          </DataTable>
        )}
      </LoadedList>
    </Section>
  )
}

function LetterRow({ letter }: { letter: DeadLetter }) {
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        <Ago at={letter.received_at} />
      </Cell>
      <Cell className="wrap-anywhere">
        <EventText>{letter.reason}</EventText>
        {letter.issue_id !== null && (
          <>
            {' · '}
            <Link
              to="/issues/$issueId"
              params={{ issueId: letter.issue_id }}
              className="text-ink-2 underline underline-offset-2 hover:text-ink"
            >
              issue
            </Link>
          </>
        )}
      </Cell>
      <Cell className="font-mono text-small max-sm:hidden">{letter.event_id}</Cell>
      <Cell className="text-right">
        {letter.retryable ? <Retry letter={letter} /> : <NotRetryable letter={letter} />}
      </Cell>
    </tr>
  )
}

function NotRetryable({ letter }: { letter: DeadLetter }) {
  const why = letter.issue_id === null ? 'its issue was deleted' : 'it could not be kept'
  return <span className="text-small text-ink-3">no retry: {why}</span>
}

function Retry({ letter }: { letter: DeadLetter }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryDeadLetter(letter.id),
    onSuccess: () => {
      showToast({ kind: 'done', text: 'Event processed and stored' })
      for (const queryKey of [issueKeys.any, EVENT_KEY]) void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't process the event: ${error.message}` }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: deadLettersQuery(letter.project_id).queryKey }),
  })
  return (
    <Button
      size="small"
      busy={retry.isPending}
      aria-label={`Retry event ${letter.event_id}`}
      onClick={() => retry.mutate()}
    >
      {retry.isPending ? 'Retrying…' : 'Retry'}
    </Button>
  )
}
