import { Link } from '@tanstack/react-router'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { DAY_MS } from '#contract/time.ts'
import { serverNow } from '../../api/headers/server-clock.ts'
import type { ListedRelease } from '../../api/wire.ts'
import { Chip } from '../../components/chip.tsx'
import { classNames } from '../../components/class-names.ts'
import { Cell } from '../../components/display/data-table.tsx'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { IssueCount, type IssueCountProps } from '../../entities/issue/issue-count.tsx'
import { HideRelease } from '../../entities/release/hide-release.tsx'
import { showHidden } from '../../format/show-hidden.ts'

interface ReleaseRowProps {
  release: ListedRelease
  /** Its project, where the list spans several. */
  project: string | undefined
  mayHide: boolean
}

/** One release. Each number leads to the issues it counts; on a narrow screen they follow the version. */
export function ReleaseRow({ release, project, mayHide }: ReleaseRowProps) {
  const events = linkTo(release, 'release', 'Issues with events')
  const numbers = numbersOf(release, events)
  return (
    <tr className="relative hover:bg-hover">
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            to="/issues"
            search={events.search}
            title={showHidden(events.title)}
            className={classNames(
              'font-mono text-small font-medium break-all after:absolute after:inset-0',
              release.hidden && 'text-ink-3',
            )}
          >
            <EventText>{release.version}</EventText>
          </Link>
          {release.hidden && <Chip title="Ignored when looking for regressions">hidden</Chip>}
        </span>
        {project !== undefined && (
          <span className="block text-small wrap-anywhere text-ink-3">{project}</span>
        )}
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-3 md:hidden">
          <Ago at={release.first_seen_at} className="relative" />
          {numbers
            .filter(({ key, count }) => key === 'events' || count > 0)
            .map(({ key, name, ...number }) => (
              <IssueCount key={key} {...number} name={name} />
            ))}
        </span>
      </Cell>
      <TimeCell at={release.first_seen_at} />
      <TimeCell at={release.last_seen_at} />
      {numbers.map(({ key, name: _, ...number }) => (
        <Cell key={key} numeric className="max-md:hidden">
          <IssueCount {...number} />
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

function TimeCell({ at }: { at: string }) {
  return (
    <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">
      <Ago at={at} className="relative" />
    </Cell>
  )
}

type SearchTerm = 'release' | 'first_release' | 'regressed_in' | 'resolved_in'

function numbersOf(
  release: ListedRelease,
  events: ReturnType<typeof linkTo>,
): (IssueCountProps & { key: string; name: string })[] {
  const { new_issues: begun, regressions, resolved_issues: resolved } = release
  const note = release.event_count_partial ? OTHERS : undefined
  return [
    {
      key: 'events',
      name: release.event_count === 1 ? 'event' : 'events',
      count: release.event_count,
      isPartial: release.event_count_partial,
      search: events.search,
      title: note === undefined ? events.title : `${events.title}. ${note}`,
      note,
      className: 'font-semibold text-ink',
    },
    {
      key: 'new',
      name: 'new',
      count: begun.count,
      isPartial: begun.capped,
      ...linkTo(release, 'first_release', 'Issues first seen'),
    },
    {
      key: 'regressions',
      name: regressions.count === 1 ? 'regression' : 'regressions',
      count: regressions.count,
      isPartial: regressions.capped,
      ...linkTo(release, 'regressed_in', 'Issues that came back'),
      className: 'text-accent',
    },
    {
      key: 'resolved',
      name: 'resolved',
      count: resolved.count,
      isPartial: resolved.capped,
      ...linkTo(release, 'resolved_in', 'Issues resolved'),
    },
  ]
}

const OTHERS = 'There were more: an issue with over 1,000 releases counts rare old ones together'

/** The longest time that the list of issues goes back. */
const LISTED_DAYS = 90
const NOT_LISTED = `The list leaves out issues not seen for ${LISTED_DAYS} days`

/** Leads to the issues that a search for the release finds. `what`: these issues, in words; the version follows. */
function linkTo(release: ListedRelease, term: SearchTerm, what: string) {
  const { project_id: project, version } = release
  const isOld = serverNow() - Date.parse(release.first_seen_at) > LISTED_DAYS * DAY_MS
  return {
    search: { project, q: `${term}:${quoteQueryValue(version)}`, window: `${LISTED_DAYS}d` } as const,
    title: [`${what} in ${version}`, isOld && NOT_LISTED].filter(Boolean).join('. '),
  }
}
