import { Link } from '@tanstack/react-router'
import type { IssueWindow } from '../../api/wire.ts'
import { Cell } from '../../components/display/data-table.tsx'
import { EventText } from '../../components/display/event-text.tsx'
import { Sparkline } from '../../components/display/sparkline.tsx'
import { Ago } from '../../components/display/time.tsx'
import { IssueCount, type IssueCountProps } from '../../entities/issue/issue-count.tsx'
import { ConnectLink } from '../../entities/project/connect-link.tsx'
import { platformLabel } from '../../entities/project/platforms.ts'
import { showHidden } from '../../format/show-hidden.ts'
import type { CountedProject } from './sort-projects.ts'

interface ProjectRowProps extends CountedProject {
  /** Starts of the buckets of its trend. */
  starts: string[]
  window: IssueWindow
}

/** One project. Each number leads to the issues it counts; on a narrow screen they follow the name. */
export function ProjectRow({ project, stats, starts, window }: ProjectRowProps) {
  const numbers = numbersOf({ project, stats }, window)
  return (
    <tr className="relative h-14 hover:bg-hover">
      <Cell className="min-w-28">
        <Link
          to="/issues"
          search={{ project: project.id, window }}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          {project.name}
        </Link>
        <span className="block text-small text-ink-3">{platformLabel(project.platform)}</span>
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-3 md:hidden">
          <LastSeen project={project} stats={stats} />
          {numbers
            .filter(({ key, count }) => count > 0 || (key === 'events' && stats.last_seen_at !== null))
            .map(({ key, name, ...number }) => (
              <IssueCount key={key} {...number} name={name} />
            ))}
        </span>
      </Cell>
      <Cell className="w-px max-lg:hidden">
        <Sparkline buckets={starts.map((start, at) => ({ start, count: stats.event_counts[at] ?? 0 }))} />
      </Cell>
      {numbers.map(({ key, name: _, ...number }) => (
        <Cell key={key} numeric className="max-md:hidden">
          <IssueCount {...number} />
        </Cell>
      ))}
      <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">
        <LastSeen project={project} stats={stats} />
      </Cell>
      <Cell className="max-lg:hidden">
        {stats.latest_release !== null && (
          <Link
            to="/releases"
            search={{ project: project.id }}
            title={showHidden(`Releases of ${project.name}`)}
            className="relative z-1 line-clamp-2 max-w-64 font-mono text-small break-all text-ink-2 underline-offset-2 hover:underline"
          >
            <EventText>{stats.latest_release}</EventText>
          </Link>
        )}
      </Cell>
    </tr>
  )
}

function LastSeen({ project, stats: { last_seen_at } }: CountedProject) {
  if (last_seen_at !== null) return <Ago at={last_seen_at} className="relative" />
  // Its issues may all have been deleted.
  if (project.first_event_at !== null) return <span className="text-ink-3">No issues</span>
  return <ConnectLink project={project} />
}

function numbersOf(
  { project, stats }: CountedProject,
  window: IssueWindow,
): (IssueCountProps & { key: string; name: string })[] {
  const within = { project: project.id, window }
  return [
    {
      key: 'events',
      name: stats.event_count === 1 ? 'event' : 'events',
      count: stats.event_count,
      search: { ...within, q: '', sort: 'events_desc' },
      title: `All issues of ${project.name}, most events first`,
      className: 'font-semibold text-ink',
    },
    {
      key: 'open',
      name: 'open',
      count: stats.open_issues,
      search: within,
      title: `Open issues of ${project.name}`,
    },
    {
      key: 'new',
      name: 'new',
      count: stats.new_issues,
      search: { ...within, q: `first_seen:-${window}`, sort: 'first_seen_desc' },
      title: `New issues of ${project.name}`,
    },
    {
      key: 'regressions',
      name: stats.regressions === 1 ? 'regression' : 'regressions',
      count: stats.regressions,
      search: { ...within, q: 'is:regression' },
      title: `Regressions of ${project.name}`,
      className: 'text-accent',
    },
  ]
}
