import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queueQuery } from '../../../api/queue.ts'
import type { QueueEntry } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { LevelIcon } from '../../../components/display/level-icon.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { splitTitle } from '../../../entities/issue/issue-title.ts'
import { claimText, fixText } from '../../../entities/issue/work-text.ts'

const SHOWN = 5

/** The queue that agents work through, for people: what to fix next, and why. */
export function StartHere({ project }: { project: string | undefined }) {
  const { data, error, refetch } = useQuery(queueQuery(project, SHOWN))
  return (
    <section aria-label="Start here" className="my-3 rounded-card border border-line bg-surface px-3.5 py-3">
      <h2 className="mb-2 text-small font-semibold text-ink-2">What to fix next, most urgent first</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingNote what="the queue" />}
      {data?.queue.length === 0 && <p className="text-ink-2">Nothing to fix in the last 7 days.</p>}
      <ol className="grid gap-2.5">
        {data?.queue.map((entry) => (
          <Entry key={entry.issue.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry: { issue, reasons, claim, fix } }: { entry: QueueEntry }) {
  const { type, rest } = splitTitle(issue)
  return (
    <li className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        <LevelIcon level={issue.level} />
        <Link
          to="/issues/$issueId"
          params={{ issueId: issue.id }}
          className="min-w-0 truncate underline-offset-2 hover:underline"
        >
          <b className="font-semibold">
            <EventText>{type}</EventText>
          </b>{' '}
          <span className="text-ink-2">
            <EventText>{rest}</EventText>
          </span>
        </Link>
      </div>
      <p className="pl-[1.4375rem] text-small text-ink-3">
        {reasons.map((reason) => reason.replace(/ \(\+\d+\)$/, '')).join(' · ')}
        {claim && ` · ${claimText(claim)}`}
        {fix && ` · ${fixText(fix)}`}
      </p>
    </li>
  )
}
