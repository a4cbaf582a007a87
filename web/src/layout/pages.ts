import { useNavigate } from '@tanstack/react-router'
import { lastProjectSearch } from './last-project.ts'

/** The pages of the top bar; keys, the account menu and "Go to" lead to them as well. */
export const PAGES = [
  { key: 'issues', to: '/issues', label: 'Issues', isOfProject: true },
  { key: 'alerts', to: '/alerts', label: 'Alerts', isOfProject: true },
  { key: 'releases', to: '/releases', label: 'Releases', isOfProject: true },
  { key: 'feedback', to: '/feedback', label: 'Feedback', isOfProject: true },
  { key: 'projects', to: '/projects', label: 'Projects', isOfProject: false },
] as const

/** Paths of the lists of one project, or of all. */
export const LISTS = PAGES.flatMap(({ to, isOfProject }) => (isOfProject ? [to] : []))

/** The list that is open, if one is. */
export function presentList() {
  return LISTS.find((path) => path === location.pathname)
}

export type Page = (typeof PAGES)[number]

/** Opens a page; a list, with the project that was looked at last. */
export function useOpenPage(): (page: Page) => void {
  const navigate = useNavigate()
  return ({ to, isOfProject }) => void navigate({ to, search: isOfProject ? lastProjectSearch() : {} })
}
