import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstIssueQuery, sendTestEvent } from '../../api/projects.ts'
import type { DsnKey, IssueSummary } from '../../api/wire.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Ago } from '../../components/time.tsx'

/** Waits for the first event of a project and says when it is there. */
export function FirstEvent({ dsnKey }: { dsnKey: DsnKey }) {
  const { data: issue } = useQuery(firstIssueQuery(dsnKey.project_id))
  const test = useMutation({ mutationFn: () => sendTestEvent(dsnKey) })
  return (
    <div className="rounded-field border border-line bg-surface p-3.5">
      <div role="status">{issue ? <Arrived issue={issue} /> : <Waiting sent={test.isSuccess} />}</div>
      {test.error && (
        <p role="alert" className="mt-2 text-error">
          The test event was refused: {test.error.message}
        </p>
      )}
      {!issue && (
        <Button className="mt-3" disabled={test.isPending} onClick={() => test.mutate()}>
          Send a test event
        </Button>
      )}
    </div>
  )
}

function Waiting({ sent }: { sent: boolean }) {
  return (
    <p className="flex items-center gap-2.5">
      <span className="size-2 animate-pulse rounded-full bg-accent" />
      {sent ? 'The test event was accepted; its issue appears in a moment…' : 'Waiting for the first event…'}
    </p>
  )
}

function Arrived({ issue }: { issue: IssueSummary }) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <span className="grid size-6 flex-none place-items-center rounded-full bg-good-soft text-good">
        <Icon name="check" />
      </span>
      <span className="min-w-0 flex-1 break-words">
        Received <b className="font-semibold">{issue.title}</b> <Ago at={issue.last_seen_at} />
      </span>
      <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={buttonClass({ kind: 'primary' })}>
        Open the issue
      </Link>
    </div>
  )
}
