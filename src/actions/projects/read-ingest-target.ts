import { type ActionDeps, type Org, readScope } from '../action-deps.ts'
import { requireProject } from './require-project.ts'

export interface IngestTarget {
  orgId: number
  projectId: number
  hourlyCap: number | null
}

/** @throws ServiceError not_found */
export async function readIngestTarget(deps: ActionDeps, org: Org, uid: string): Promise<IngestTarget> {
  const { id, ingest_hourly_cap } = await requireProject(readScope(deps, org), uid)
  return { orgId: org.orgId, projectId: id, hourlyCap: ingest_hourly_cap }
}
