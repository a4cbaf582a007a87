import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reasonsText } from '#contract/reasons-text.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import { queueQuery } from '../../../api/queue.ts'
import type { QueueEntry } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { LevelIcon } from '../../../components/display/level-icon.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { splitTitle } from '../../../entities/issue/issue-title.ts'
import { claimText, fixText } from '../../../entities/issue/work-text.ts'

const ROWS = [1, 2, 3, 4, 5]

/** The queue that agents work through, for people: what to fix next, and why. */
export function StartHere({ project }: { project: string | undefined }) {
  const { data, error, refetch } = useQuery(queueQuery(project, ROWS.length))
  const names = useProjectNames(project)
  return (
    <section aria-label="Start here" className="my-3 rounded-card border border-line bg-surface px-3.5 py-3">
      <h2 className="mb-2 text-small font-semibold text-ink-2">What to fix next, most urgent first</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting />}
      {data?.queue.length === 0 && <p className="text-ink-2">Nothing to fix in the last 7 days.</p>}
      <ol className="grid gap-2.5">
        {data?.queue.map((entry) => (
          <Entry key={entry.issue.id} entry={entry} project={names.get(entry.issue.project_id)} />
        ))}
      </ol>
    </section>
  )
}

/** Of all projects, if the queue spans several. */
function useProjectNames(project: string | undefined): ReadonlyMap<string, string> {
  const { data: projects = [] } = useQuery(projectsQuery)
  const spansSeveral = project === undefined && projects.length > 1
  return new Map(spansSeveral ? projects.map(({ id, name }) => [id, name]) : [])
}

/** As high as a full queue: the list below must not move away from the pointer. */
function Waiting() {
  return (
    <div className="grid gap-2.5">
      <LoadingNote what="the queue" />
      {ROWS.map((row) => (
        <Skeleton key={row} className="appear-late h-9 w-1/2" />
      ))}
    </div>
  )
}

interface EntryProps {
  entry: QueueEntry
  project: string | undefined
}

function Entry({ entry: { issue, reasons, claim, fix }, project }: EntryProps) {
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
        {project !== undefined && (
          <>
            <span className="mr-0.5 text-ink-2">{project}</span>{' '}
          </>
        )}
        {reasonsText(reasons)}
        {claim && ` · ${claimText(claim)}`}
        {fix && ` · ${fixText(fix)}`}
      </p>
    </li>
  )
}
