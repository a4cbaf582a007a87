import { fixesStats } from '#actions/fixes/fix-stats.ts'
import type { FixStats, FixStatsQuery } from '#contract/issue/fix.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getFixStats(call: AuthenticatedCall<{ query: FixStatsQuery }>): Promise<FixStats> {
  return fixesStats(call.services, call.principal, call.query)
}
