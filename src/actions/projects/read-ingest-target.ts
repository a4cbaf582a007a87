import type { ActionDeps, Org } from '../action-deps.ts'
import { requireProject } from './require-project.ts'

/** What ingest asks of a project that takes an event: row keys, and its own cap. */
export interface IngestTarget {
  orgId: number
  projectId: number
  hourlyCap: number | null
  fingerprintRules: string | null
}

/** @throws not_found */
export async function readIngestTarget(deps: ActionDeps, org: Org, uid: string): Promise<IngestTarget> {
  const { id, ingest_hourly_cap, fingerprint_rules } = await requireProject(deps.database.scope(org), uid)
  return {
    orgId: org.orgId,
    projectId: id,
    hourlyCap: ingest_hourly_cap,
    fingerprintRules: fingerprint_rules,
  }
}
