import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectsQuery } from '../../api/projects.ts'
import type { EventDetail, FacetValue, Feedback, IssueDetail, IssueSummary } from '../../api/wire.ts'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Meter } from '../../components/meter.tsx'
import { formatUtc } from '../../format/time.ts'
import { quoteValue } from '../issues/completion.ts'
import { AlertsCard } from './alerts-card.tsx'
import { FeedbackText } from './feedback-tab.tsx'

const SHOWN = 6
const COMPONENTS_SHOWN = 8
const FACET_LINK = 'underline-offset-2 hover:underline'

interface SideCardsProps {
  issue: IssueDetail
  grouping: EventDetail['grouping']
  feedback: Feedback[]
}

/** What holds for the issue as a whole, beside whichever event is shown. */
export function SideCards({ issue, grouping, feedback }: SideCardsProps) {
  const { environments, releases, browsers, operating_systems: systems } = issue.facets
  const [latest] = feedback
  return (
    <aside aria-label="About the issue" className="grid content-start gap-3">
      <Facet
        title="Where"
        values={environments}
        linkTo={(value) => (
          <Link
            to="/issues"
            search={{ project: issue.project_id, q: `env:${quoteValue(value)}` }}
            className={FACET_LINK}
            title={`All issues of ${value}`}
          >
            {value}
          </Link>
        )}
      />
      <Facet
        title="Releases"
        values={releases.filter(({ value }) => value !== '')}
        mono
        linkTo={(value) => (
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue.id }}
            search={({ range }) => ({ range, tab: 'events' as const, release: value })}
            className={FACET_LINK}
            title={`Events of ${value}`}
          >
            {value}
          </Link>
        )}
      />
      <Facet title="Browser" values={browsers} />
      <Facet title="System" values={systems} />
      <AlertsCard issueId={issue.id} />
      {grouping && <Grouping grouping={grouping} />}
      {latest && (
        <Card title="User feedback">
          <FeedbackText entry={latest} />
        </Card>
      )}
      <Details issue={issue} />
    </aside>
  )
}

/** The parts that made the key of the shown event: the same parts lead to the same issue. */
function Grouping({ grouping }: { grouping: NonNullable<EventDetail['grouping']> }) {
  return (
    <Card title="Why grouped here">
      <p className="text-code text-ink-2">By {grouping.method}:</p>
      <ul className="mt-1 grid gap-0.5 font-mono text-[11.5px] text-ink-2">
        {[...new Set(grouping.components)].slice(0, COMPONENTS_SHOWN).map((component) => (
          <li key={component} className="truncate" title={component}>
            {component}
          </li>
        ))}
      </ul>
      {grouping.components.length > COMPONENTS_SHOWN && (
        <p className="mt-1 text-small text-ink-3">and {grouping.components.length - COMPONENTS_SHOWN} more</p>
      )}
    </Card>
  )
}

interface FacetProps {
  title: string
  values: FacetValue[]
  mono?: boolean
  /** A value that leads somewhere. */
  linkTo?: (value: string) => ReactNode
}

function Facet({ title, values, mono = false, linkTo }: FacetProps) {
  if (values.length === 0) return null
  const total = values.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={title}>
      {values.slice(0, SHOWN).map((value) => (
        <Meter
          key={value.value}
          facet={value}
          total={total}
          mono={mono}
          link={value.value === '' ? undefined : linkTo?.(value.value)}
        />
      ))}
      {values.length > SHOWN && <p className="text-small text-ink-3">and {values.length - SHOWN} more</p>}
    </Card>
  )
}

function Details({ issue }: { issue: IssueSummary }) {
  const { data: projects } = useQuery(projectsQuery)
  const project = projects?.find((candidate) => candidate.id === issue.project_id)
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-code">
        {project && (
          <Detail name="Project">
            <Link
              to="/settings/projects/$projectId"
              params={{ projectId: project.id }}
              className="underline decoration-line-2 underline-offset-2 hover:decoration-ink"
            >
              {project.name}
            </Link>
          </Detail>
        )}
        {issue.platform && <Detail name="Platform">{issue.platform}</Detail>}
        <Detail name="First seen">{formatUtc(issue.first_seen_at)}</Detail>
        <Detail name="Last seen">{formatUtc(issue.last_seen_at)}</Detail>
        <Detail name="Fingerprint">
          <span className="flex items-center">
            <span className="truncate font-mono text-small" title={issue.fingerprint}>
              {issue.fingerprint}
            </span>
            <CopyButton text={issue.fingerprint} label="Copy the fingerprint" />
          </span>
        </Detail>
      </dl>
    </Card>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="self-center text-ink-3">{name}</dt>
      <dd className="min-w-0 self-center">{children}</dd>
    </>
  )
}
