import type { DashboardError } from '#contract/dashboard-error.ts'
import type { SessionOnlyCall } from '../routes/route.ts'

export async function postDashboardError(call: SessionOnlyCall<{ body: DashboardError }>): Promise<void> {
  call.request.log.error({ dashboard: call.body }, 'the dashboard failed')
}
