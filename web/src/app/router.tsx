import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import type { Permission } from '#domain/access/permissions.ts'
import { sessionQuery, setupQuery } from '../api/account/session.ts'
import { ApiError } from '../api/client.ts'
import { latestEventQuery } from '../api/event-at.ts'
import { eventQuery } from '../api/events.ts'
import { issueQuery, issuesQuery, timelineQuery } from '../api/issues.ts'
import { projectsQuery } from '../api/project/projects.ts'
import { filterOf, parseIssuesSearch } from '../entities/issue/issue-filter.ts'
import { AppShell } from '../layout/app-shell.tsx'
import { lastProject } from '../layout/last-project.ts'
import { RouteError } from '../layout/route-error.tsx'
import { RoutePending } from '../layout/route-progress.tsx'
import { parseAlertsSearch } from '../screens/alerts/alerts-search.ts'
import { parseFeedbackSearch } from '../screens/feedback/feedback-search.ts'
import { parseIssueSearch } from '../screens/issue/issue-search.ts'
import { IssuesScreen } from '../screens/issues/issues-screen.tsx'
import { parseProjectsSearch } from '../screens/projects/projects-search.ts'
import { parseReleasesSearch } from '../screens/releases/releases-search.ts'
import { parseAuditSearch } from '../screens/settings/audit/audit-search.ts'
import { onlyParsed, parseSearch, stringifySearch, text } from '../url/router-search.ts'
import { lazyScreen } from './lazy-screen.ts'
import { OUTER_ROUTES, rootRoute } from './outer-routes.ts'

/** Everything below needs a session; without one the reader signs in and comes back to where they were. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: AppShell,
  // Until the session is known, the frame that the page itself brings.
  pendingComponent: () => null,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const { needed } = await context.queryClient.fetchQuery(setupQuery).catch(() => ({ needed: false }))
      if (needed) throw redirect({ to: '/setup' })
      throw redirect({ to: '/login', search: { return: location.href } })
    }
  },
})

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const project = lastProject()
    const search = project !== undefined && (await isProject(queryClient, project)) ? { project } : {}
    throw redirect({ to: '/issues', search, replace: true })
  },
})

/** The remembered project may have been deleted, or belong to another account. */
async function isProject(queryClient: QueryClient, id: string): Promise<boolean> {
  const projects = await queryClient.ensureQueryData(projectsQuery).catch(() => [])
  return projects.some((project) => project.id === id)
}

const issuesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/issues',
  validateSearch: onlyParsed(parseIssuesSearch),
  loaderDeps: ({ search }) => filterOf(search),
  // Only starts the request: the screen shows its own skeleton.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(issuesQuery(deps)),
  component: IssuesScreen,
})

const NotFound = lazyScreen(() => import('../layout/not-found-screen.tsx'), 'NotFoundScreen')
const UUID = /^[\da-f-]{36}$/i

const issueRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/issues/$issueId',
  validateSearch: onlyParsed(parseIssueSearch),
  // `src/http/server/early-hints.ts` names the same requests ahead of a page that is opened.
  loader: ({ context: { queryClient }, params: { issueId }, location }) => {
    // A broken link: each of the requests would be refused.
    if (!UUID.test(issueId)) throw notFound()
    const { event, range = '7d' } = parseIssueSearch(location.search)
    void queryClient.prefetchQuery(issueQuery(issueId))
    if (event === undefined) void queryClient.prefetchQuery(latestEventQuery(issueId))
    else void queryClient.prefetchQuery(eventQuery(event))
    void queryClient.prefetchQuery(timelineQuery(issueId, range))
  },
  component: lazyScreen(() => import('../screens/issue/issue-screen.tsx'), 'IssueScreen'),
  notFoundComponent: NotFound,
})

const alertsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/alerts',
  validateSearch: onlyParsed(parseAlertsSearch),
  component: lazyScreen(() => import('../screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
})

const releasesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/releases',
  validateSearch: onlyParsed(parseReleasesSearch),
  component: lazyScreen(() => import('../screens/releases/releases-screen.tsx'), 'ReleasesScreen'),
})

const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  validateSearch: onlyParsed(parseProjectsSearch),
  component: lazyScreen(() => import('../screens/projects/projects-screen.tsx'), 'ProjectsScreen'),
})

const feedbackRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/feedback',
  validateSearch: onlyParsed(parseFeedbackSearch),
  component: lazyScreen(() => import('../screens/feedback/feedback-screen.tsx'), 'FeedbackScreen'),
})

const projectSetupRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId/setup',
  component: lazyScreen(
    () => import('../screens/project-setup/project-setup-screen.tsx'),
    'ProjectSetupScreen',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/projects', replace: true })
  },
})

/** The frame of the organization's settings; a route below it with a `settingsTab` has its tab there. */
const settingsLayoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'settings-layout',
  component: lazyScreen(() => import('../layout/settings/settings-layout.tsx'), 'SettingsLayout'),
})

const projectListRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: '/settings/projects',
  staticData: { settingsTab: { label: 'Projects', permission: 'projects:read' } },
  component: lazyScreen(() => import('../screens/settings/project/projects-screen.tsx'), 'ProjectsScreen'),
})

const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/projects/$projectId',
  validateSearch: onlyParsed((search): { tab?: string } => {
    const tab = text(search.tab)
    return tab === undefined ? {} : { tab }
  }),
  component: lazyScreen(() => import('./project-tabs.tsx'), 'ProjectSettings'),
})

const membersRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: '/settings/members',
  staticData: { settingsTab: { label: 'Members', permission: 'members:read' } },
  component: lazyScreen(() => import('../screens/settings/members/members-screen.tsx'), 'MembersScreen'),
})

const tokensRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: '/settings/tokens',
  staticData: { settingsTab: { label: 'Tokens', permission: 'tokens:manage' } },
  component: lazyScreen(() => import('../screens/settings/tokens/tokens-screen.tsx'), 'TokensScreen'),
})

const auditRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: '/settings/audit-log',
  validateSearch: onlyParsed(parseAuditSearch),
  staticData: { settingsTab: { label: 'Audit log', permission: 'audit:read' } },
  component: lazyScreen(() => import('../screens/settings/audit/audit-screen.tsx'), 'AuditScreen'),
})

const organizationRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: '/settings/organization',
  staticData: { settingsTab: { label: 'Organization', permission: 'organization:write' } },
  component: lazyScreen(
    () => import('../screens/settings/organization/organization-screen.tsx'),
    'OrganizationScreen',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyScreen(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
})

/** Any other address: inside the frame, so that its reader can go on from there. */
const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFound,
})

const routeTree = rootRoute.addChildren([
  ...OUTER_ROUTES,
  signedInRoute.addChildren([
    homeRoute,
    issuesRoute,
    issueRoute,
    alertsRoute,
    releasesRoute,
    projectsRoute,
    feedbackRoute,
    projectSetupRoute,
    settingsRoute,
    settingsLayoutRoute.addChildren([
      projectListRoute,
      membersRoute,
      tokensRoute,
      organizationRoute,
      auditRoute,
    ]),
    projectRoute,
    accountRoute,
    notFoundRoute,
  ]),
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // A pointer that only crosses the rows asks for nothing.
    defaultPreloadDelay: 120,
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: RoutePending,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    settingsTab?: { label: string; permission: Permission }
  }
}
