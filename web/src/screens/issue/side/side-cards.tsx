import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { issueAlertsQuery } from '../../../api/alerts.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { EventDetail, FacetValue, IssueDetail, IssueSummary, ListedFeedback } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { Detail, DetailList } from '../../../components/detail/facts.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { FeedbackText } from '../../../components/display/feedback-text.tsx'
import { Meter } from '../../../components/display/meter.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { CopyButton } from '../../../components/form/copy-button.tsx'
import { alertKind } from '../../../entities/alert/alert-text.ts'
import { showDirections } from '../../../format/direction.ts'
import { plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { GroupingCard } from '../grouping/grouping-card.tsx'
import { SearchLink } from './search-link.tsx'
import { TagCards } from './tag-cards.tsx'

const SHOWN = 6
const FACET_LINK = 'underline-offset-2 hover:underline'

interface SideCardsProps {
  issue: IssueDetail
  grouping: EventDetail['grouping']
  feedback: ListedFeedback[]
}

/** Data about the issue as a whole, next to the shown event. */
export function SideCards({ issue, grouping, feedback }: SideCardsProps) {
  const { environments, releases, browsers, operating_systems: systems } = issue.facets
  const other = issue.facets_other
  const [latest] = feedback
  const searchLink = (key: string) => (value: string) => (
    <SearchLink projectId={issue.project_id} searchKey={key} value={value} />
  )
  return (
    <>
      <Facet
        title="Environment"
        values={environments}
        other={other?.environments}
        linkTo={searchLink('env')}
      />
      <Facet
        title="Releases"
        values={releases}
        other={other?.releases}
        mono
        linkTo={(value) => (
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue.id }}
            search={({ range }) => ({ range, tab: 'events' as const, release: value })}
            className={FACET_LINK}
            title={showDirections(`Show events from ${value}`)}
          >
            <EventText>{value}</EventText>
          </Link>
        )}
      />
      <Facet title="Browser" values={browsers} other={other?.browsers} linkTo={searchLink('browser')} />
      <Facet title="OS" values={systems} other={other?.operating_systems} linkTo={searchLink('os')} />
      <TagCards issueId={issue.id} projectId={issue.project_id} />
      <AlertsCard issueId={issue.id} />
      {grouping && <GroupingCard issueId={issue.id} grouping={grouping} />}
      {latest && (
        <Card title="User feedback">
          <FeedbackText entry={latest} />
        </Card>
      )}
      <Details issue={issue} />
    </>
  )
}

interface FacetProps {
  title: string
  values: FacetValue[]
  /** Events with values that are not listed. */
  other: number | undefined
  mono?: boolean
  /** A value that leads somewhere. */
  linkTo?: (value: string) => ReactNode
}

function Facet({ title, values, other = 0, mono = false, linkTo }: FacetProps) {
  if (values.length === 0) return null
  const total = values.reduce((sum, { count }) => sum + count, other)
  return (
    <Card title={title}>
      {values.slice(0, SHOWN).map((value) => (
        <Meter key={value.value} facet={value} total={total} mono={mono} link={linkTo?.(value.value)} />
      ))}
      {values.length > SHOWN && (
        <p className="text-small text-ink-3">
          and {values.length - SHOWN} more
          {other > 0 && `, and ${plural(other, 'event')} with other values`}
        </p>
      )}
    </Card>
  )
}

function Details({ issue }: { issue: IssueSummary }) {
  const { data: projects } = useQuery(projectsQuery)
  const project = projects?.find((candidate) => candidate.id === issue.project_id)
  return (
    <Card title="Details">
      <DetailList>
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
        {issue.platform && (
          <Detail name="Platform">
            <EventText>{issue.platform}</EventText>
          </Detail>
        )}
        <Detail name="First seen">{formatUtc(issue.first_seen_at)}</Detail>
        <Detail name="Last seen">{formatUtc(issue.last_seen_at)}</Detail>
        <Detail name="Fingerprint">
          <span className="flex items-center">
            <span className="truncate font-mono text-small" title={showDirections(issue.fingerprint)}>
              <EventText>{issue.fingerprint}</EventText>
            </span>
            <CopyButton text={issue.fingerprint} label="Copy the fingerprint" />
          </span>
        </Detail>
      </DetailList>
    </Card>
  )
}

/** Alerts of the issue; no card if there are none. */
function AlertsCard({ issueId }: { issueId: string }) {
  const { data: alerts } = useQuery(issueAlertsQuery(issueId))
  if (!alerts || alerts.length === 0) return null
  return (
    <Card title="Alerts">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 text-code">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">{alertKind(alert)}</span>
            <Ago at={alert.fired_at} className="flex-none text-small text-ink-3" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
