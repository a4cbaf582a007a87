import { dashboardError } from '#contract/dashboard-error.ts'
import { authenticatedRoute, type Route } from './route.ts'

export const DASHBOARD_ERROR_ROUTE: Route = authenticatedRoute(
  'POST /api/v1/auth/dashboard-errors',
  {
    access: 'account',
    summary: 'Report a dashboard error',
    success: 'Written to the service log.',
    body: dashboardError,
  },
  async ({ request, body }) => request.log.error({ dashboard: body }, 'the dashboard failed'),
)
