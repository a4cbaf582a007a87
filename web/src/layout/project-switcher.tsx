import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { issueQuery } from '../api/issues.ts'
import { projectsQuery } from '../api/project/projects.ts'
import { runCommand } from '../command/bound-commands.ts'
import { Select } from '../components/form/select.tsx'
import { rememberProject } from './last-project.ts'
import { LISTS, presentList } from './pages.ts'

const ALL = 'all'
/** More are found by their name: their menu would cover the page. */
const FEW = 12
const FIND = [
  { key: 'find', label: 'Find a project…', onSelect: () => runCommand('go.anywhere') },
  { key: 'line', separator: true as const },
]

/** Which project the screen is of; on lists it lives in the URL like every other filter. */
export function ProjectSwitcher() {
  const { data: projects = [], isPending } = useQuery(projectsQuery)
  const chosen = useSearch({ strict: false }).project
  const { projectId } = useParams({ strict: false })
  const project = useProjectOfIssue() ?? projectId ?? chosen
  const onList = useLocation({ select: ({ pathname }) => LISTS.some((path) => path === pathname) })
  const isGone = (id: string | undefined) =>
    id !== undefined && !isPending && projects.every((known) => known.id !== id)
  const remembered = isGone(chosen) ? undefined : chosen
  useEffect(() => {
    if (onList) rememberProject(remembered)
  }, [onList, remembered])
  const navigate = useNavigate()
  // It keeps its place until the projects are known: the links beside it must not move.
  if (projects.length === 0 && !isPending) return null
  const choices = [
    { value: ALL, label: 'All projects' },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(project !== undefined && (isPending || isGone(project))
      ? [{ value: project, label: isPending ? 'Loading…' : 'Unknown project' }]
      : []),
  ]
  const choose = (value: string) => {
    if (projectId !== undefined && value !== ALL) {
      const to = location.pathname.endsWith('/setup')
        ? '/projects/$projectId/setup'
        : '/settings/projects/$projectId'
      return void navigate({ to, params: { projectId: value }, search: true })
    }
    const { project: _, ...rest } = currentListSearch()
    const to = presentList() ?? '/issues'
    void navigate({ to, search: value === ALL ? rest : { ...rest, project: value } })
  }
  return (
    <Select
      label="Project"
      before={projects.length > FEW ? FIND : []}
      value={project ?? ALL}
      choices={choices}
      onChange={choose}
    />
  )
}

/** The project of the open issue, once its screen has read it. */
function useProjectOfIssue(): string | undefined {
  const { issueId } = useParams({ strict: false })
  return useQuery({ ...issueQuery(issueId ?? ''), enabled: false }).data?.project_id
}

/** On a list its other filters stay; from any other screen the issues open with their defaults. */
function currentListSearch(): Record<string, string> {
  if (!presentList()) return {}
  return Object.fromEntries(new URLSearchParams(location.search))
}
