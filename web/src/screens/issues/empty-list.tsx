import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type IssueFilter, issueCountQuery } from '../../api/issues.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { buttonClass } from '../../components/form/button.tsx'
import { searchOf, tabOf, WINDOWS, withoutStatus } from '../../entities/issue/issue-filter.ts'
import { NewProjectButton } from '../../entities/project/new-project-button.tsx'
import { NoProjects } from '../../entities/project/no-projects.tsx'
import { plural } from '../../format/number.ts'
import { DidYouMean, ElsewhereText, useOtherEnvironments } from './search/other-environments.tsx'

/** Says which kind of nothing this is: no project, no event ever, nothing to do, or a filter that hides all. */
export function EmptyList({ filter }: { filter: IssueFilter }) {
  const { data: projects } = useQuery(projectsQuery)
  if (!projects) return null
  const [first] = projects
  if (!first) return <NoProjects action={<NewProjectButton />} />
  const shown = projects.filter(({ id }) => filter.project === undefined || id === filter.project)
  if (shown.every((project) => project.first_event_at === null)) {
    return <NoEvents projectId={filter.project ?? first.id} />
  }
  if (tabOf(filter.q)?.key === 'open' && withoutStatus(filter.q) === '')
    return <NothingOpen filter={filter} />
  return <NoMatch filter={filter} />
}

function NoEvents({ projectId }: { projectId: string }) {
  const action = (
    <Link to="/projects/$projectId/setup" params={{ projectId }} className={buttonClass({ kind: 'primary' })}>
      Connect an application
    </Link>
  )
  return (
    <EmptyState title="No events yet" action={action}>
      Set the DSN in your application, or send a test event from the setup page.
    </EmptyState>
  )
}

function NothingOpen({ filter }: { filter: IssueFilter }) {
  const days = WINDOWS.find((choice) => choice.value === filter.window)?.short
  const action = (
    <>
      <LongerWindow filter={filter} what="open issue" />
      <Link to="/issues" search={(current) => ({ ...current, q: '' })} className={buttonClass()}>
        Show all issues
      </Link>
    </>
  )
  return (
    <EmptyState icon="check" title={`No open issues in the last ${days}`} action={action}>
      Every issue seen in that time is resolved, ignored or snoozed.
    </EmptyState>
  )
}

/** Issues that are out of the window only. */
function LongerWindow({ filter, what }: { filter: IssueFilter; what: string }) {
  const { sort: _, ...scope } = filter
  const { data } = useQuery({
    ...issueCountQuery({ ...scope, window: '90d' }),
    enabled: filter.window !== '90d',
  })
  if (!data || data.total === 0) return null
  return (
    <Link to="/issues" search={(current) => ({ ...current, window: '90d' })} className={buttonClass()}>
      {plural(data.total, what)} in the last 90 days
    </Link>
  )
}

function NoMatch({ filter }: { filter: IssueFilter }) {
  const elsewhere = useOtherEnvironments(filter)
  return (
    <EmptyState
      icon="search"
      title="No results"
      action={
        <>
          <DidYouMean filter={filter} />
          {elsewhere && (
            <Link
              to="/issues"
              search={(current) => ({ ...current, q: searchOf(elsewhere.q) })}
              className={buttonClass()}
            >
              {plural(elsewhere.issues, 'issue')} in all environments
            </Link>
          )}
          <LongerWindow filter={filter} what="issue" />
          <Link
            to="/issues"
            search={filter.project === undefined ? {} : { project: filter.project }}
            className={buttonClass({ kind: 'quiet' })}
          >
            Clear filters
          </Link>
        </>
      }
    >
      {filter.q === '' ? 'No issues were seen in this window.' : <Searched q={filter.q} />}
      {elsewhere && <ElsewhereText elsewhere={elsewhere} />}
    </EmptyState>
  )
}

function Searched({ q }: { q: string }) {
  return (
    <>
      No issues match{' '}
      <code className="rounded-tag bg-sunken px-1.5 py-px font-mono text-small break-words">
        <EventText>{q}</EventText>
      </code>
    </>
  )
}
