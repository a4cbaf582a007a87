import { fixesStats } from '#actions/fixes/fix-stats.ts'
import type { FixStats, FixStatsQuery } from '#contract/issue/fix.ts'
import type { SessionCall } from '../../routes/route.ts'

export async function getFixStats(call: SessionCall<{ query: FixStatsQuery }>): Promise<FixStats> {
  return fixesStats(call.services, call.principal, call.query)
}
