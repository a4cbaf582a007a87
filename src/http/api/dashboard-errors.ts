import type { DashboardError } from '#contract/dashboard-error.ts'
import type { SessionOnlyCall } from '../routes/route.ts'

/** POST /api/v1/auth/dashboard-errors: into the log, where the operator sees it. */
export async function postDashboardError(call: SessionOnlyCall<{ body: DashboardError }>): Promise<void> {
  call.request.log.error({ dashboard: call.body }, 'the dashboard failed')
}
