import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { EventDetail } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { LoadingNote } from '../../../components/states.tsx'
import { showHidden } from '../../../format/show-hidden.ts'
import { groupedBy } from './grouped-by.ts'

const COMPONENTS_SHOWN = 8

const GroupingPanel = lazyRetry(() => import('./grouping-panel.tsx').then((module) => module.GroupingPanel))

interface GroupingCardProps {
  issueId: string
  grouping: NonNullable<EventDetail['grouping']>
  belongsTo: EventDetail['belongs_to']
}

/** The parts that made the key of the shown event; the panel says what did not count, and why. */
export function GroupingCard({ issueId, grouping, belongsTo }: GroupingCardProps) {
  const [open, setOpen] = useState(false)
  const components = [...new Set(grouping.components)]
  const more = components.length - COMPONENTS_SHOWN
  return (
    <Card title="Why it is grouped here">
      <p className="text-code text-ink-2">{groupedBy(grouping)}</p>
      <ul className="mt-1 grid gap-0.5 font-mono text-tiny text-ink-2">
        {components.slice(0, COMPONENTS_SHOWN).map((component) => (
          <li key={component} className="truncate" title={showHidden(component)}>
            <EventText>{component}</EventText>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-small text-ink-3">and {more} more</p>}
      {belongsTo && (
        <p className="mt-2 text-small text-ink-2">
          With the source maps uploaded since, this event belongs to{' '}
          <Link to="/issues/$issueId" params={{ issueId: belongsTo.issue_id }} className="underline">
            <EventText>{belongsTo.title}</EventText>
          </Link>
          . Merge the two issues to keep them together.
        </p>
      )}
      <Button size="small" className="mt-2" onClick={() => setOpen(true)}>
        Explain grouping
      </Button>
      <FramedDialog open={open} onClose={() => setOpen(false)} title="Grouping" side>
        <Suspense fallback={<LoadingNote what="the grouping" />}>
          <GroupingPanel issueId={issueId} />
        </Suspense>
      </FramedDialog>
    </Card>
  )
}
