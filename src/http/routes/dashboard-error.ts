import { dashboardError } from '#contract/dashboard-error.ts'
import { postDashboardError } from '../api/dashboard-errors.ts'
import { authenticatedRoute, type Route } from './route.ts'

export function dashboardErrorRoutes(): Route[] {
  return [
    authenticatedRoute(
      'POST /api/v1/auth/dashboard-errors',
      {
        access: 'account',
        summary: 'Report a dashboard error',
        success: 'Written to the service log.',
        body: dashboardError,
      },
      postDashboardError,
    ),
  ]
}
