import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectStatsQuery } from '../../api/project/project-stats.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import type { IssueWindow } from '../../api/wire.ts'
import { DataTable, HeadCell } from '../../components/display/data-table.tsx'
import { LoadedList } from '../../components/display/loaded-list.tsx'
import { SearchedList } from '../../components/display/searched-list.tsx'
import { Select } from '../../components/form/select.tsx'
import { WINDOWS } from '../../entities/issue/issue-filter.ts'
import { NewProjectButton } from '../../entities/project/new-project-button.tsx'
import { NoProjects } from '../../entities/project/no-projects.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { ProjectRow } from './project-row.tsx'
import { type Column, DEFAULT_WINDOW, type ProjectsSearch } from './projects-search.ts'
import { type CountedProject, sortProjects } from './sort-projects.ts'

const route = getRouteApi('/signed-in/projects')

/** Every project at a glance: its events, what is open, new and back, and its latest release. */
export function ProjectsScreen() {
  usePageTitle('Projects')
  const search = route.useSearch()
  const { window = DEFAULT_WINDOW, sort } = search
  const projects = useQuery(projectsQuery)
  const stats = useQuery(projectStatsQuery(window))
  const rows = projects.data && stats.data && sortProjects(projects.data, stats.data.projects, sort)
  return (
    <div className="mx-auto max-w-page">
      <div className="flex min-h-[3.625rem] flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pt-3 pb-2 max-sm:gap-x-2">
        <h1 className="flex-1 text-title font-semibold tracking-tight">Projects</h1>
        <SortSelect search={search} />
        <WindowSelect search={search} />
        <NewProjectButton />
      </div>
      <LoadedList
        query={projects.error ? projects : stats}
        rows={rows}
        what="projects"
        empty={<NoProjects />}
      >
        {(loaded) => (
          <SearchedList rows={loaded} what="project" written={({ project }) => project.name}>
            {(shown) => (
              <ProjectTable
                rows={shown}
                starts={stats.data?.bucket_starts ?? []}
                window={window}
                sort={sort}
              />
            )}
          </SearchedList>
        )}
      </LoadedList>
    </div>
  )
}

function WindowSelect({ search }: { search: ProjectsSearch }) {
  const navigate = useNavigate()
  const { window: _, ...rest } = search
  const choose = (window: IssueWindow) =>
    void navigate({ to: '/projects', search: window === DEFAULT_WINDOW ? rest : { ...rest, window } })
  return (
    <Select
      label="Time"
      value={search.window ?? DEFAULT_WINDOW}
      choices={WINDOWS}
      onChange={choose}
      align="end"
      whole
    />
  )
}

const BY_NAME = 'name'
const SORTS: readonly { value: Column | typeof BY_NAME; label: string }[] = [
  { value: BY_NAME, label: 'Name' },
  { value: 'events', label: 'Most events' },
  { value: 'open', label: 'Most open issues' },
  { value: 'new', label: 'Most new issues' },
  { value: 'regressions', label: 'Most regressions' },
  { value: 'last_seen', label: 'Last event' },
]

/** The heads of the columns, where there is no room for them. */
function SortSelect({ search: { sort, ...rest } }: { search: ProjectsSearch }) {
  const navigate = useNavigate()
  const choose = (next: Column | typeof BY_NAME) =>
    void navigate({ to: '/projects', search: next === BY_NAME ? rest : { ...rest, sort: next } })
  return (
    <span className="md:hidden">
      <Select label="Sort" value={sort ?? BY_NAME} choices={SORTS} onChange={choose} align="end" whole />
    </span>
  )
}

interface ProjectTableProps {
  rows: CountedProject[]
  /** Starts of the buckets of their trends. */
  starts: string[]
  window: IssueWindow
  sort: Column | undefined
}

function ProjectTable({ rows, starts, window, sort }: ProjectTableProps) {
  return (
    <DataTable
      label="Projects"
      head={
        <>
          <SortHead sort={sort}>Project</SortHead>
          <HeadCell className="max-lg:hidden">Trend</HeadCell>
          <SortHead column="events" sort={sort}>
            Events
          </SortHead>
          <SortHead column="open" sort={sort}>
            Open issues
          </SortHead>
          <SortHead column="new" sort={sort}>
            New issues
          </SortHead>
          <SortHead column="regressions" sort={sort}>
            Regressions
          </SortHead>
          <SortHead column="last_seen" sort={sort}>
            Last event
          </SortHead>
          <HeadCell className="max-lg:hidden">Latest release</HeadCell>
        </>
      }
    >
      {rows.map((row) => (
        <ProjectRow key={row.project.id} {...row} starts={starts} window={window} />
      ))}
    </DataTable>
  )
}

interface SortHeadProps {
  /** None: the name, which is the default. */
  column?: Column
  sort: Column | undefined
  children: ReactNode
}

/** A column's head that sorts by it: names from A, numbers from the highest. */
function SortHead({ column, sort, children }: SortHeadProps) {
  const isNumber = column !== undefined
  const isSorted = column === sort
  return (
    <HeadCell
      numeric={isNumber && column !== 'last_seen'}
      className={isNumber ? 'max-md:hidden' : undefined}
      sorted={isSorted ? (isNumber ? 'descending' : 'ascending') : undefined}
    >
      <Link
        to="/projects"
        search={({ sort: _, ...rest }) => (isNumber ? { ...rest, sort: column } : rest)}
        activeProps={{}}
        preload={false}
        resetScroll={false}
        className="inline-block underline-offset-2 hover:text-ink hover:underline"
      >
        {children}
      </Link>
      {isSorted && <span aria-hidden="true">{isNumber ? ' ↓' : ' ↑'}</span>}
    </HeadCell>
  )
}
