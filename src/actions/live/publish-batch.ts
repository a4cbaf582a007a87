import type { ProjectChange } from '#storage/batch/batch.ts'
import type { LiveUpdates } from './live-updates.ts'

export function publishBatch(live: LiveUpdates, changes: readonly ProjectChange[]): void {
  for (const { orgId, projectUid, hasFirstEvent, hasAlerts, issues } of changes) {
    live.issuesChanged(
      orgId,
      issues.map((issue) => ({ ...issue, projectUid })),
    )
    if (hasAlerts) live.alertsChanged(orgId, projectUid)
    if (hasFirstEvent) live.firstEventCame(orgId, projectUid)
  }
}
