import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { jumpSearchQuery } from '../../api/jump-search.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import { viewsQuery } from '../../api/views.ts'
import { rememberList } from '../../entities/issue/list-memory.ts'
import { searchOfView } from '../../entities/issue/saved-view.ts'
import { useRole } from '../../session/use-role.ts'
import { PAGES, presentList, useOpenPage } from '../pages.ts'
import { type Place, placesWith } from './jump-places.ts'

/** Where the reader can go, by the text they typed: pages, projects and views at once, issues once they are found. */
export function usePlaces(text: string): Place[] {
  const pages = usePages()
  const projects = useProjects()
  const views = useViews()
  const issues = useIssues(text)
  return [...placesWith([...pages, ...projects, ...views], text), ...issues]
}

function usePages(): Place[] {
  const navigate = useNavigate()
  const { may } = useRole()
  const openPage = useOpenPage()
  const settings = Object.values(useRouter().routesById).flatMap(({ options: { staticData }, fullPath }) => {
    const tab = staticData?.settingsTab
    if (!tab || !may(tab.permission)) return []
    return [{ key: fullPath, label: tab.label, hint: 'settings', go: () => void navigate({ to: fullPath }) }]
  })
  return [
    ...PAGES.map((page) => ({ key: page.key, label: page.label, hint: 'page', go: () => openPage(page) })),
    ...settings,
    { key: 'account', label: 'Account', hint: 'settings', go: () => void navigate({ to: '/account' }) },
  ]
}

function useProjects(): Place[] {
  const navigate = useNavigate()
  const projects = useQuery(projectsQuery).data ?? []
  const inSettings = useParams({ strict: false }).projectId !== undefined
  return projects.flatMap(({ id, name }) => {
    const params = { projectId: id }
    const issues = {
      key: `${id} issues`,
      label: name,
      hint: 'project',
      // From a list, a project leads to the same list of its own.
      go: () => void navigate({ to: presentList() ?? '/issues', search: { project: id } }),
    }
    const settings = {
      key: `${id} settings`,
      label: name,
      hint: 'project settings',
      // From the settings of another project, to the same tab.
      go: () =>
        void navigate({ to: '/settings/projects/$projectId', params, search: inSettings ? true : {} }),
    }
    return inSettings ? [settings, issues] : [issues, settings]
  })
}

function useViews(): Place[] {
  const navigate = useNavigate()
  const views = useQuery(viewsQuery).data ?? []
  return views.map((view) => ({
    key: view.id,
    label: view.name,
    hint: view.visibility === 'shared' ? 'shared view' : 'view',
    go: () => {
      rememberList({ viewId: view.id })
      void navigate({ to: '/issues', search: searchOfView(view) })
    },
  }))
}

/** The issues that the search finds, at the event whose ID it was; and the search itself, which finds the others. */
function useIssues(typed: string): Place[] {
  const navigate = useNavigate()
  const text = useDeferredValue(typed.trim())
  const { data } = useQuery(jumpSearchQuery(text))
  const projects = useQuery(projectsQuery).data ?? []
  if (text === '') return []
  const names = new Map(projects.length > 1 ? projects.map(({ id, name }) => [id, name]) : [])
  const issues = (data?.issues ?? []).map(({ id, title, project_id }) => ({
    key: id,
    label: title,
    hint: names.has(project_id) ? `issue in ${names.get(project_id)}` : 'issue',
    go: () => {
      const search = data?.event?.issue_id === id ? { event: data.event.id } : {}
      void navigate({ to: '/issues/$issueId', params: { issueId: id }, search })
    },
  }))
  const all = {
    key: 'search',
    label: `Search all issues for “${text}”`,
    hint: '',
    go: () => void navigate({ to: '/issues', search: { q: text, window: '90d' as const } }),
  }
  return [...issues, all]
}
