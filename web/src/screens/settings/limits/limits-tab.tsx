import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../../api/project/project-settings.ts'
import type { Project } from '../../../api/wire.ts'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { plural } from '../../../format/number.ts'
import { ReadOnlyNote } from '../../../layout/settings/read-only-note.tsx'
import { useRole } from '../../../session/use-role.ts'
import { DroppedTable } from './dropped-table.tsx'
import { LimitsForm } from './limits-form.tsx'
import { RejectedTable } from './rejected-table.tsx'
import { UnprocessedTable } from './unprocessed-table.tsx'
import { DayUsage, HourUsage } from './usage-cards.tsx'

/** How much a project takes in, how much it may, and for how long it is kept. */
export function LimitsTab({ project }: { project: Project }) {
  const { may } = useRole()
  const mayChange = may('projects:write')
  const { data: usage, error, refetch } = useQuery(usageQuery(project.id))
  return (
    <>
      {error && !usage && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !usage && <UsageSkeleton />}
      {usage && (
        <div className="mt-5 grid gap-3.5 lg:grid-cols-2">
          <HourUsage hour={usage.hour} />
          <DayUsage usage={usage} />
        </div>
      )}
      {mayChange ? (
        <LimitsForm project={project} usage={usage} />
      ) : (
        <ReadOnlyNote>
          {capText(project, usage?.hour.cap)} {retentionText(project, usage?.retention_days)} Owners and
          admins can change these limits.
        </ReadOnlyNote>
      )}
      {usage && <DroppedTable dropped={usage.dropped} />}
      {usage && <RejectedTable rejected={usage.rejected} />}
      {usage && may('dead-letters:read') && <UnprocessedTable projectId={project.id} />}
    </>
  )
}

function capText({ ingest_hourly_cap: own }: Project, cap: number | undefined): string {
  const value = own ?? cap
  if (value === undefined) return ''
  return `At most ${plural(value, 'event')} an hour${own === null ? ', the server default' : ''}.`
}

function retentionText({ retention_days: own }: Project, days: number | undefined): string {
  const value = own ?? days
  if (value === undefined) return ''
  return `Events are kept for ${plural(value, 'day')}${own === null ? ', the server default' : ''}.`
}

function UsageSkeleton() {
  return (
    <div className="appear-late mt-5 grid gap-3.5 lg:grid-cols-2">
      <LoadingNote what="the usage" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}
