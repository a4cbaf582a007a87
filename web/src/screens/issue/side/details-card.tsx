import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { IssueSummary } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Detail, DetailList } from '../../../components/detail/facts.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { showHidden } from '../../../format/show-hidden.ts'
import { formatUtc } from '../../../format/time.ts'

/** Where an issue belongs, and when it was seen. */
export function DetailsCard({ issue }: { issue: IssueSummary }) {
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
            <span className="truncate font-mono text-small" title={showHidden(issue.fingerprint)}>
              <EventText>{issue.fingerprint}</EventText>
            </span>
            <CopyButton text={issue.fingerprint} label="Copy the fingerprint" />
          </span>
        </Detail>
      </DetailList>
    </Card>
  )
}
