import { Link } from '@tanstack/react-router'
import { type FocusEvent, memo, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import type { IssueSummary, TrendBucket } from '../../api/wire.ts'
import { Avatar } from '../../components/avatar.tsx'
import { classNames } from '../../components/class-names.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { LevelIcon } from '../../components/display/level-icon.tsx'
import { Sparkline } from '../../components/display/sparkline.tsx'
import { StatusPill } from '../../components/display/status-pill.tsx'
import { Ago, FirstSeen } from '../../components/display/time.tsx'
import { splitCulprit, splitTitle } from '../../entities/issue/issue-title.ts'
import { formatCount, formatShortCount } from '../../format/number.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { COLUMNS, ROLES, ROW } from './columns.ts'
import type { ListCursor } from './list-cursor.ts'

interface IssueRowProps {
  issue: IssueSummary
  trend: TrendBucket[] | undefined
  /** Its project, where the list spans several. */
  project: string | undefined
  selected: boolean
  cursor: ListCursor
  /** The same function at each drawing, as `onVisit` is. */
  onToggle: (id: string, through: boolean) => void
  /** The issue is being opened: no state of the list may change, it would draw all rows once more first. */
  onVisit: (id: string) => void
}

/** One issue in two lines. The title's link covers the row; the checkbox stays above it. Drawn again only if it changed. */
export const IssueRow = memo(function IssueRow({
  issue,
  trend,
  project,
  selected,
  cursor,
  onToggle,
  onVisit,
}: IssueRowProps) {
  return (
    <tr
      {...ROLES.row}
      id={`issue-${issue.id}`}
      className={classNames(
        'relative h-(--row) border-t border-line',
        ROW,
        selected ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      <CursorCell cursor={cursor} id={issue.id}>
        {/* Around the box, too, a finger means it: the rest of the row opens the issue. */}
        <label className="relative z-10 -m-2.5 block p-2.5 select-none">
          <input
            type="checkbox"
            checked={selected}
            readOnly
            onClick={(event) => onToggle(issue.id, event.shiftKey)}
            aria-label={showHidden(`Select ${issue.title}`)}
            className="block"
          />
        </label>
      </CursorCell>
      <RowCell>
        <Title issue={issue} onVisit={() => onVisit(issue.id)} />
        <Details issue={issue} project={project} />
      </RowCell>
      <RowCell className={COLUMNS.trend}>{trend && <Sparkline buckets={trend} />}</RowCell>
      <RowCell numeric className={classNames('text-[0.84375rem] font-semibold', COLUMNS.events)}>
        <span title={formatCount(issue.event_count)} className="sm:hidden">
          {formatShortCount(issue.event_count)}
        </span>
        <span className="hidden sm:inline">{formatCount(issue.event_count)}</span>
      </RowCell>
      <RowCell numeric className={classNames('text-ink-2', COLUMNS.users)}>
        {formatCount(issue.unique_user_count)}
      </RowCell>
      <RowCell className={COLUMNS.seen}>
        <div className="relative">
          <Ago at={issue.last_seen_at} className="block" />
          <FirstSeen at={issue.first_seen_at} className="block text-small text-ink-3" />
        </div>
      </RowCell>
      <RowCell className={classNames('truncate font-mono text-small text-ink-2', COLUMNS.release)}>
        <span title={showHidden(issue.release)}>
          <EventText>{issue.release}</EventText>
        </span>
      </RowCell>
    </tr>
  )
})

/** The cell that shows whether the cursor is on the row, by a shadow: the browser lays out nothing for it. */
function CursorCell({ cursor, id, children }: { cursor: ListCursor; id: string; children: ReactNode }) {
  const cell = useRef<HTMLTableCellElement>(null)
  useLayoutEffect(
    () => cursor.watch(id, (current) => cell.current?.toggleAttribute('data-current', current)),
    [cursor, id],
  )
  return (
    <RowCell ref={cell} className="data-current:[box-shadow:inset_3px_0_0_var(--accent)]">
      {children}
    </RowCell>
  )
}

interface RowCellProps {
  children: ReactNode
  ref?: Ref<HTMLTableCellElement>
  className?: string | false
  numeric?: boolean
}

/** The line between rows is the row's: a line for each cell would be a third of what the browser paints. */
function RowCell({ children, ref, className, numeric = false }: RowCellProps) {
  return (
    <td
      ref={ref}
      {...ROLES.cell}
      className={classNames('content-center px-2.5 py-2', numeric && 'num', className)}
    >
      {children}
    </td>
  )
}

/** The cursor, which moves the focus, fetches ahead by itself, and only where it rests. */
function keepBack(event: FocusEvent): void {
  event.preventDefault()
}

function Title({ issue, onVisit }: { issue: IssueSummary; onVisit: () => void }) {
  const { type, rest } = splitTitle(issue)
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:items-start">
      <LevelIcon level={issue.level} />
      <Link
        to="/issues/$issueId"
        params={{ issueId: issue.id }}
        onClick={onVisit}
        onFocus={keepBack}
        className="min-w-0 flex-1 outline-none max-md:line-clamp-2 max-md:wrap-anywhere md:truncate after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        <b className="font-semibold">
          <EventText>{type}</EventText>
        </b>
        {rest !== '' && (
          <span className="ml-1 text-ink-2">
            {/* A space: the line may break there, and the two are read as two words. */}{' '}
            <EventText>{rest}</EventText>
          </span>
        )}
      </Link>
    </div>
  )
}

/**
 * One line. On a narrow screen state and time come first, then as much of the project as there is room for, and the
 * function at the end; what no longer fits wraps below the edge of the line.
 */
function Details({ issue, project }: { issue: IssueSummary; project: string | undefined }) {
  const { where, file } = splitCulprit(issue.culprit)
  return (
    <div className="mt-[3px] flex min-w-0 items-center gap-x-2 overflow-hidden pl-[1.4375rem] text-small whitespace-nowrap text-ink-3 max-lg:h-5 max-lg:flex-wrap max-md:*:max-w-full max-lg:*:py-0 max-lg:*:leading-5 max-[22rem]:pl-0 max-[22rem]:[&_svg]:hidden">
      <StatusPill issue={issue} />
      <Ago at={issue.last_seen_at} className="flex-none lg:hidden" />
      {project !== undefined && (
        <span
          title={project}
          className="max-w-48 flex-none truncate font-medium text-ink-2 max-md:max-w-max! max-md:flex-[1_1_128px] md:-order-1"
        >
          {project}
        </span>
      )}
      {where !== '' && (
        <span className="truncate max-lg:order-1 max-lg:max-w-max! max-lg:flex-[1_1_5rem]">
          <EventText>{where}</EventText>
        </span>
      )}
      {file !== '' && (
        <span className="hidden min-w-0 truncate font-mono text-tiny lg:inline">
          <EventText>{file}</EventText>
        </span>
      )}
      {issue.environment !== 'production' && issue.environment !== '' && (
        <span className={classNames('max-w-48 truncate md:flex-none', where !== '' && 'max-md:hidden')}>
          {where !== '' && '· '}
          last in <EventText>{issue.environment}</EventText>
        </span>
      )}
      {issue.merged_count > 0 && (
        <span className="flex-none max-md:hidden">· {formatCount(issue.merged_count)} merged</span>
      )}
      {issue.assignee && (
        <span className="flex flex-none max-md:hidden">
          <Avatar person={issue.assignee} titled />
        </span>
      )}
    </div>
  )
}
