import { Link } from '@tanstack/react-router'
import type { EventDetail, IssueDetail, ListedFeedback } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { FeedbackText } from '../../../components/display/feedback-text.tsx'
import { showHidden } from '../../../format/show-hidden.ts'
import { GroupingCard } from '../grouping/grouping-card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { FacetCard } from './facet-card.tsx'
import { SearchLink } from './search-link.tsx'
import { TagCards } from './tag-cards.tsx'

const FACET_LINK = 'underline-offset-2 hover:underline'

interface SideCardsProps {
  issue: IssueDetail
  grouping: EventDetail['grouping']
  belongsTo: EventDetail['belongs_to']
  feedback: ListedFeedback[]
}

/** Data about the issue as a whole, next to the shown event. */
export function SideCards({ issue, grouping, belongsTo, feedback }: SideCardsProps) {
  const { environments, releases, browsers, operating_systems: systems } = issue.facets
  const { facets_other: other, event_count: events } = issue
  const [latest] = feedback
  const searchLink = (key: string) => (value: string) => (
    <SearchLink projectId={issue.project_id} searchKey={key} value={value} />
  )
  return (
    <>
      <FacetCard
        title="Environment"
        values={environments}
        other={other?.environments}
        events={events}
        linkTo={searchLink('env')}
      />
      <FacetCard
        title="Releases"
        values={releases}
        other={other?.releases}
        events={events}
        mono
        linkTo={(value) => (
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue.id }}
            search={({ range }) => ({ range, tab: 'events' as const, release: value })}
            className={FACET_LINK}
            title={showHidden(`Show events from ${value}`)}
          >
            <EventText>{value}</EventText>
          </Link>
        )}
      />
      <FacetCard
        title="Browser"
        values={browsers}
        other={other?.browsers}
        events={events}
        linkTo={searchLink('browser')}
      />
      <FacetCard
        title="OS"
        values={systems}
        other={other?.operating_systems}
        events={events}
        linkTo={searchLink('os')}
      />
      <TagCards issueId={issue.id} projectId={issue.project_id} />
      <AlertsCard issueId={issue.id} />
      {grouping && <GroupingCard issueId={issue.id} grouping={grouping} belongsTo={belongsTo} />}
      {latest && (
        <Card title="User feedback">
          <FeedbackText entry={latest} />
        </Card>
      )}
      <DetailsCard issue={issue} />
    </>
  )
}
