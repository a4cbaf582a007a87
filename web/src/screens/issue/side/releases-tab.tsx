import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { issueReleasesQuery } from '../../../api/issue.ts'
import { issueKeys } from '../../../api/issue-keys.ts'
import { releasesQuery } from '../../../api/project/releases.ts'
import type { IssueDetail, IssueReleases } from '../../../api/wire.ts'
import { Chip } from '../../../components/chip.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { HideRelease } from '../../../entities/release/hide-release.tsx'
import { formatCount } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { formatUtc } from '../../../format/time.ts'
import { useRole } from '../../../session/use-role.ts'
import { ReleaseLink } from './release-link.tsx'

/** The releases an issue was seen in, newest first: since when, how often, and their events. */
export function ReleasesTab({ issue }: { issue: IssueDetail }) {
  const query = useQuery(issueReleasesQuery(issue.id))
  return (
    <LoadedList
      query={query}
      rows={query.data?.seen}
      what="releases"
      empty={
        <EmptyState title="No releases yet">
          Its events name none. Give your SDK a <code className="font-mono text-small">release</code> to see
          which version brought an error, and to be told when a resolved one is back.
        </EmptyState>
      }
    >
      {(releases) => <ReleaseTable issue={issue} releases={releases} />}
    </LoadedList>
  )
}

type SeenRelease = Required<IssueReleases>['seen'][number]

function ReleaseTable({ issue, releases }: { issue: IssueDetail; releases: SeenRelease[] }) {
  const { data: ofProject } = useQuery(releasesQuery(issue.project_id))
  const mayHide = useRole().may('projects:write')
  const hidden = new Set(ofProject?.filter((release) => release.hidden).map(({ version }) => version))
  return (
    <DataTable
      label="Releases"
      head={
        <>
          <HeadCell>Release</HeadCell>
          <HeadCell>First seen</HeadCell>
          <HeadCell numeric>Events</HeadCell>
          <HeadCell className="hidden w-[34%] sm:table-cell">Share</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {releases.map((seen) => (
        <Row
          key={seen.release}
          issue={issue}
          seen={seen}
          hidden={hidden.has(seen.release)}
          mayHide={mayHide && ofProject !== undefined}
        />
      ))}
    </DataTable>
  )
}

interface RowProps {
  issue: IssueDetail
  seen: SeenRelease
  hidden: boolean
  mayHide: boolean
}

function Row({ issue, seen, hidden, mayHide }: RowProps) {
  const { release, first_seen_at: at, event_count: count } = seen
  const share = issue.event_count === 0 ? 0 : (count / issue.event_count) * 100
  return (
    <tr className="relative hover:bg-hover">
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue.id }}
            search={({ range }) => ({ range, tab: 'events' as const, release })}
            title={showHidden(`Show events from ${release}`)}
            className="font-mono text-small font-medium break-all after:absolute after:inset-0"
          >
            <EventText>{release}</EventText>
          </Link>
          {release === issue.first_release && <Chip>first</Chip>}
          {release === issue.release && <Chip>latest</Chip>}
          {release === issue.resolved_in_release && <Chip>resolved in</Chip>}
          {hidden && <Chip title="Ignored when looking for regressions">hidden</Chip>}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2">
        <Ago at={at} /> <span className="ml-1 hidden text-small text-ink-3 xl:inline">{formatUtc(at)}</span>
      </Cell>
      <Cell numeric className="font-semibold">
        {formatCount(count)}
      </Cell>
      <Cell className="hidden sm:table-cell">
        <span aria-hidden="true" className="block h-[5px] overflow-hidden rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-bar" style={{ width: `${share}%` }} />
        </span>
      </Cell>
      <Cell className="w-px text-right whitespace-nowrap">
        <ReleaseLink
          projectId={issue.project_id}
          release={release}
          label="All issues"
          className="relative z-1 mr-2 text-small text-ink-2 max-sm:hidden"
        >
          All issues
        </ReleaseLink>
        {mayHide && (
          <HideRelease
            projectId={issue.project_id}
            release={release}
            hidden={hidden}
            shownIn={[issueKeys.live(issue.id, 'detail'), issueKeys.live(issue.id, 'timeline')]}
          />
        )}
      </Cell>
    </tr>
  )
}
