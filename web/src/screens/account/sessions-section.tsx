import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessionsQuery } from '../../api/account/account.ts'
import type { SessionList } from '../../api/wire.ts'
import { Section } from '../../components/card.tsx'
import { Chip } from '../../components/chip.tsx'
import { Cell, DataTable, HeadCell } from '../../components/display/data-table.tsx'
import { Ago } from '../../components/display/time.tsx'
import { Button } from '../../components/form/button.tsx'
import { showToast } from '../../components/overlay/toast.ts'
import { ErrorState, LoadingNote } from '../../components/states.tsx'
import { plural } from '../../format/number.ts'
import { describeClient } from './describe-client.ts'

type OwnSession = SessionList['sessions'][number]

/** The reader's sessions. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const end = useEndSessions()
  const others = sessions?.filter((session) => !session.current).length ?? 0
  return (
    <Section
      title="Sessions"
      note="where you are signed in"
      end={
        others > 0 && (
          <Button busy={end.isPending} onClick={() => end.mutate('others')}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && !sessions && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && <LoadingNote what="your sessions" />}
      {sessions && (
        <SessionTable sessions={sessions} disabled={end.isPending} onEnd={(session) => end.mutate(session)} />
      )}
    </Section>
  )
}

function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: OwnSession | 'others') =>
      which === 'others' ? endOtherSessions() : endSession(which.id),
    onSuccess: ({ ended }) => showToast({ kind: 'done', text: `${plural(ended, 'session')} signed out` }),
    onError: (error) => showToast({ kind: 'failed', text: `Signing out failed: ${error.message}` }),
    // After a failure too: the session may have expired.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

interface SessionTableProps {
  sessions: OwnSession[]
  disabled: boolean
  onEnd: (session: OwnSession) => void
}

function SessionTable({ sessions, disabled, onEnd }: SessionTableProps) {
  return (
    <DataTable
      label="Sessions"
      head={
        <>
          <HeadCell>Client</HeadCell>
          <HeadCell className="max-sm:hidden">Address</HeadCell>
          <HeadCell>Last seen</HeadCell>
          <HeadCell className="max-sm:hidden">Signed in</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {sessions.map((session) => (
        <tr key={session.id} className="h-11">
          <Cell className="font-medium sm:whitespace-nowrap">
            <span title={session.user_agent}>{describeClient(session.user_agent)}</span>
          </Cell>
          <Cell className="font-mono text-small text-ink-2 max-sm:hidden">{session.ip}</Cell>
          <Cell className="whitespace-nowrap text-ink-2">
            <Ago at={session.last_seen_at} />
          </Cell>
          <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">
            <Ago at={session.created_at} />
          </Cell>
          <Cell className="text-right whitespace-nowrap">
            {session.current ? (
              <Chip>this session</Chip>
            ) : (
              <Button
                disabled={disabled}
                onClick={() => onEnd(session)}
                aria-label={`Sign out ${describeClient(session.user_agent)}, ${session.ip}`}
              >
                Sign out
              </Button>
            )}
          </Cell>
        </tr>
      ))}
    </DataTable>
  )
}
