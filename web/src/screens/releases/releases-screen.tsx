import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import { releasePagesQuery } from '../../api/project/releases.ts'
import type { ListedRelease } from '../../api/wire.ts'
import { DataTable, HeadCell } from '../../components/display/data-table.tsx'
import { EventText } from '../../components/display/event-text.tsx'
import { LoadedList } from '../../components/display/loaded-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Button } from '../../components/form/button.tsx'
import { SearchField } from '../../components/form/search-field.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { useRole } from '../../session/use-role.ts'
import { ReleaseRow } from './release-row.tsx'
import type { ReleasesSearch } from './releases-search.ts'

const route = getRouteApi('/signed-in/releases')

/** The releases that events named: what is new, what came back, what is fixed, and how many events each has. */
export function ReleasesScreen() {
  usePageTitle('Releases')
  const search = route.useSearch()
  return (
    <div className="mx-auto max-w-page">
      <div className="flex min-h-[3.625rem] flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pt-3 pb-2">
        <h1 className="flex-1 text-title font-semibold tracking-tight">Releases</h1>
        <VersionField search={search} />
      </div>
      <ReleaseList search={search} />
    </div>
  )
}

function VersionField({ search }: { search: ReleasesSearch }) {
  const { typed, type } = useTypedVersion(search)
  return <SearchField label="Find a version" text={typed} maxLength={LIMITS.releaseChars} onText={type} />
}

/** What is typed. The URL follows a moment later; if it changes by itself, the field follows the URL. */
function useTypedVersion({ q = '', ...rest }: ReleasesSearch) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [underway, setUnderway] = useState<string[]>([])
  if (q !== seen) {
    const place = underway.indexOf(q)
    setSeen(q)
    setUnderway(place < 0 ? [] : underway.slice(place + 1))
    if (place < 0) setTyped(q)
  }
  const type = (value: string) => {
    const next = value.trim()
    setTyped(value)
    setUnderway([...underway, next])
    void navigate({ to: '/releases', search: next === '' ? rest : { ...rest, q: next }, replace: true })
  }
  return { typed, type }
}

function ReleaseList({ search }: { search: ReleasesSearch }) {
  const { project, q } = search
  const query = useInfiniteQuery(
    releasePagesQuery({ ...(project !== undefined && { project }), ...(q !== undefined && { version: q }) }),
  )
  const releases = query.data?.pages.flatMap((page) => page.releases)
  return (
    <LoadedList query={query} rows={releases} what="releases" empty={<Nothing search={search} />}>
      {(shown) => <ReleaseTable releases={shown} project={project} />}
    </LoadedList>
  )
}

function ReleaseTable({ releases, project }: { releases: ListedRelease[]; project: string | undefined }) {
  const { data: projects } = useQuery(projectsQuery)
  const mayHide = useRole().may('projects:write')
  const isOfSeveral = project === undefined && projects !== undefined && projects.length > 1
  const names = new Map(isOfSeveral ? projects.map(({ id, name }) => [id, name]) : [])
  return (
    <DataTable
      label="Releases"
      head={
        <>
          <HeadCell className="w-full">
            Release
            <span className="md:hidden">, first received ↓</span>
          </HeadCell>
          <HeadCell className="max-md:hidden" sorted="descending">
            First received <span aria-hidden="true">↓</span>
          </HeadCell>
          <HeadCell className="max-md:hidden">Last received</HeadCell>
          <HeadCell numeric className="max-md:hidden">
            Events
          </HeadCell>
          <HeadCell numeric className="max-md:hidden">
            New issues
          </HeadCell>
          <HeadCell numeric className="max-md:hidden">
            Regressions
          </HeadCell>
          <HeadCell numeric className="max-md:hidden">
            Resolved
          </HeadCell>
          {mayHide && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </>
      }
    >
      {releases.map((release) => (
        <ReleaseRow
          key={`${release.project_id} ${release.version}`}
          release={release}
          project={names.get(release.project_id)}
          mayHide={mayHide}
        />
      ))}
    </DataTable>
  )
}

function Nothing({ search: { q, ...rest } }: { search: ReleasesSearch }) {
  const navigate = useNavigate()
  if (q !== undefined) {
    const showAll = (
      <Button onClick={() => void navigate({ to: '/releases', search: rest, replace: true })}>
        Show all releases
      </Button>
    )
    return (
      <EmptyState title="No matching release" action={showAll}>
        No version has “<EventText>{q}</EventText>” in it.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No releases yet">
      No event names one. Set it where your application starts the SDK, for example{' '}
      <code className="font-mono text-small">release: 'shop@1.4.3'</code>, to see what each version broke and
      fixed.
    </EmptyState>
  )
}
