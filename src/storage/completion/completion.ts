import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'

export interface CompletionValue {
  value: string
  /** Issues. */
  count: number
  /** There may be more. */
  capped: boolean
}

export interface CompletionFilter {
  /** Null: all projects. */
  projectId: number | null
  prefix: string
  limit: number
}

/** Issues of a project, or of all (null), without those merged into others. */
export function issuesOf(scope: OrgScope, projectId: number | null) {
  return scope.db
    .selectFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where(isOfProject(scope, 'issue.project_id', projectId))
}

/** At most `most`, those seen last first. */
export function latestIssuesOf(scope: OrgScope, projectId: number | null, most: number) {
  return issuesOf(scope, projectId).orderBy('last_seen_at', 'desc').orderBy('id', 'desc').limit(most)
}
