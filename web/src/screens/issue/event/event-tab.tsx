import type { IssueSummary } from '../../../api/wire.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { StackSection } from '../stack/stack-section.tsx'
import { BreadcrumbsSection } from './breadcrumbs-section.tsx'
import { TotalCutNote } from './cut-note.tsx'
import { DataSections } from './data-sections.tsx'
import { DetailsSection } from './details-section.tsx'
import { EventBar } from './event-bar.tsx'
import { ListsSection } from './lists-section.tsx'
import { MessageSection } from './message-section.tsx'
import { RawSection } from './raw-section.tsx'
import type { ShownEvent } from './use-shown-event.ts'

/** One event in full: what failed, what led to it, and everything that was sent with it. */
export function EventTab(props: { issue: IssueSummary; shown: ShownEvent; newEvents: number }) {
  const { issue, shown, newEvents } = props
  const { query, event } = shown
  if (query.isPending) return <EventSkeleton />
  if (query.isError && !event) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!event) return <NoStoredEvent issue={issue} />
  const stored = Object.keys(event.payload_json).length > 0
  return (
    <article aria-label={`Event ${event.id}`}>
      <EventBar shown={shown} event={event} newEvents={newEvents} />
      <div className={shown.waiting ? 'opacity-60 transition-opacity' : ''}>
        {stored ? (
          <>
            <TotalCutNote payload={event.payload_json} />
            <MessageSection event={event} />
            <StackSection key={`stack-${event.id}`} event={event} issue={issue} />
            <BreadcrumbsSection key={`breadcrumbs-${event.id}`} event={event} />
            <DetailsSection event={event} />
            <DataSections key={`data-${event.id}`} event={event} />
            <ListsSection key={`lists-${event.id}`} event={event} />
            <RawSection key={`raw-${event.id}`} event={event} />
          </>
        ) : (
          <NoBody note={event.payload_note} />
        )}
      </div>
    </article>
  )
}

function NoBody({ note }: { note: string | undefined }) {
  if (note !== undefined) return <EmptyState title="This event is damaged">{note}</EmptyState>
  return (
    <EmptyState icon="mute" title="This event was not stored">
      Spike protection counted it without storing its data.
    </EmptyState>
  )
}

function NoStoredEvent({ issue }: { issue: IssueSummary }) {
  const text =
    issue.event_count > 0
      ? 'Its events were counted, but none are stored: spike protection kept only the count, or retention deleted them.'
      : 'No events have been counted for it yet.'
  return <EmptyState title="No stored events">{text}</EmptyState>
}

function EventSkeleton() {
  return (
    <div className="appear-late">
      <LoadingNote what="the event" />
      <Skeleton className="mt-4 h-5 w-2/3" />
      <Skeleton className="mt-6 h-60" />
      <Skeleton className="mt-6 h-32" />
    </div>
  )
}
