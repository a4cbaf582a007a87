import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DAY_MS } from '#contract/time.ts'
import { serverNow } from '../../api/headers/server-clock.ts'
import type { ListedRelease } from '../../api/wire.ts'
import { Chip } from '../../components/chip.tsx'
import { classNames } from '../../components/class-names.ts'
import { Cell } from '../../components/display/data-table.tsx'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago, FirstSeen } from '../../components/display/time.tsx'
import { quoteValue } from '../../entities/issue/issue-filter.ts'
import { HideRelease } from '../../entities/release/hide-release.tsx'
import { showDirections } from '../../format/direction.ts'
import { formatCount } from '../../format/number.ts'

interface ReleaseRowProps {
  release: ListedRelease
  /** Its project, where the list spans several. */
  project: string | undefined
  mayHide: boolean
}

/** One release. Each number leads to the issues it counts; on a narrow screen they follow the version. */
export function ReleaseRow({ release, project, mayHide }: ReleaseRowProps) {
  const numbers = numbersOf(release)
  return (
    <tr className="relative hover:bg-hover">
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <IssuesLink
            release={release}
            term="release"
            what="Issues with events"
            className={classNames(
              'font-mono text-small font-medium break-all after:absolute after:inset-0',
              release.hidden && 'text-ink-3',
            )}
          >
            <EventText>{release.version}</EventText>
          </IssuesLink>
          {release.hidden && <Chip title="Ignored when looking for regressions">hidden</Chip>}
        </span>
        {project !== undefined && <span className="block text-small text-ink-3">{project}</span>}
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-3 md:hidden">
          <Ago at={release.last_seen_at} className="relative" />
          {numbers
            .filter(({ key, count }) => key === 'events' || count > 0)
            .map(({ key, name, ...number }) => (
              <Count key={key} release={release} {...number} name={name} />
            ))}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">
        <Ago at={release.last_seen_at} className="relative block" />
        <FirstSeen at={release.first_seen_at} className="relative block text-small text-ink-3" />
      </Cell>
      {numbers.map(({ key, name: _, ...number }) => (
        <Cell key={key} numeric className="max-md:hidden">
          <Count release={release} {...number} />
        </Cell>
      ))}
      {mayHide && (
        <Cell className="w-px text-right whitespace-nowrap">
          <HideRelease projectId={release.project_id} release={release.version} hidden={release.hidden} />
        </Cell>
      )}
    </tr>
  )
}

interface ShownNumber {
  term: SearchTerm
  what: string
  count: number
  /** There are more. */
  isPartial: boolean
  className?: string
}

type SearchTerm = 'release' | 'first_release' | 'regressed_in' | 'resolved_in'

function numbersOf(release: ListedRelease): (ShownNumber & { key: string; name: string })[] {
  const { new_issues: begun, regressions, resolved_issues: resolved } = release
  return [
    {
      key: 'events',
      name: release.event_count === 1 ? 'event' : 'events',
      term: 'release',
      what: 'Issues with events',
      count: release.event_count,
      isPartial: release.event_count_partial,
      className: 'font-semibold text-ink',
    },
    {
      key: 'new',
      name: 'new',
      term: 'first_release',
      what: 'Issues first seen',
      count: begun.count,
      isPartial: begun.capped,
    },
    {
      key: 'regressions',
      name: regressions.count === 1 ? 'regression' : 'regressions',
      term: 'regressed_in',
      what: 'Issues that came back',
      count: regressions.count,
      isPartial: regressions.capped,
      className: 'text-accent',
    },
    {
      key: 'resolved',
      name: 'resolved',
      term: 'resolved_in',
      what: 'Issues resolved',
      count: resolved.count,
      isPartial: resolved.capped,
    },
  ]
}

const OTHERS = 'There were more: an issue with over 1,000 releases counts rare old ones together'

interface CountProps extends ShownNumber {
  release: ListedRelease
  /** What is counted, where no column says so. */
  name?: string
}

function Count({ release, term, what, count, isPartial, name, className = 'text-ink' }: CountProps) {
  const number = `${formatCount(count)}${isPartial ? '+' : ''}`
  const text = name === undefined ? number : `${number} ${name}`
  const note = isPartial && term === 'release' ? OTHERS : undefined
  if (count === 0) {
    return (
      <span title={note} className="relative whitespace-nowrap text-ink-3">
        {text}
      </span>
    )
  }
  return (
    <IssuesLink
      release={release}
      term={term}
      what={what}
      note={note}
      className={classNames('relative z-1 whitespace-nowrap underline-offset-2 hover:underline', className)}
    >
      {text}
    </IssuesLink>
  )
}

interface IssuesLinkProps {
  release: ListedRelease
  term: SearchTerm
  /** The issues it leads to; the version follows. */
  what: string
  note?: string | undefined
  className: string
  children: ReactNode
}

/** The longest time that the list of issues goes back. */
const LISTED_DAYS = 90
const NOT_LISTED = `The list leaves out issues not seen for ${LISTED_DAYS} days`

/** Leads to the issues that a search for the release finds. */
function IssuesLink({ release, term, what, note, className, children }: IssuesLinkProps) {
  const { project_id: project, version } = release
  const isOld = serverNow() - Date.parse(release.first_seen_at) > LISTED_DAYS * DAY_MS
  const title = [`${what} in ${version}`, isOld && NOT_LISTED, note].filter(Boolean).join('. ')
  return (
    <Link
      to="/issues"
      search={{ project, q: `${term}:${quoteValue(version)}`, window: `${LISTED_DAYS}d` }}
      title={showDirections(title)}
      className={className}
    >
      {children}
    </Link>
  )
}
