import { type RawBuilder, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'

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

/** Of an issue: it is in the project; null: in one that is shown. */
export function isOfProject(scope: OrgScope, projectId: number | null): RawBuilder<unknown> {
  return projectId === null
    ? isOfShownProject(scope, 'issue.project_id')
    : sql`issue.project_id = ${projectId}`
}
