import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

/**
 * Row key of the issue that a row of feedback is about: its stored event's; the one noted when the event was evicted; the
 * one that its preview was counted in. Looked up row by row, by the whole key: joined, PostgreSQL may take the tables for
 * empty and read them once for each row of feedback.
 * @param table the name under which the statement has the feedback.
 */
export function issueOfFeedback({ orgId }: OrgScope, table: 'feedback' | 'newest') {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const ofEvent = sql`(SELECT told.issue_id FROM event AS told WHERE told.org_id = ${orgId}
    AND told.project_id = ${of('project_id')} AND told.event_id = ${of('event_id')})`
  const ofPreview = sql`(SELECT found.issue_id FROM issue_preview AS found WHERE found.org_id = ${orgId}
    AND found.project_id = ${of('project_id')} AND found.preview = ${of('preview')})`
  return sql<number | null>`coalesce(${ofEvent}, ${of('issue_id')}, ${ofPreview})`
}
