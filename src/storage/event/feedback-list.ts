import { sql } from 'kysely'
import type { IssueStatus } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { StoredFeedback } from './feedback.ts'
import { issueOfFeedback } from './feedback-issue.ts'

/** With the public id of its project and, once its event was processed, the issue shown. */
export type ListedFeedback = StoredFeedback & {
  projectUid: string
  issueUid: string | null
  issueTitle: string | null
  issueStatus: IssueStatus | null
  isEventStored: boolean
}

export interface FeedbackPlace {
  createdAt: number
  id: string
}

/** Feedback newest first, at most `limit`, of one project (row key) or (null) of all, after a place. */
export async function listFeedback(
  scope: OrgScope,
  projectId: number | null,
  { after, limit }: { after: FeedbackPlace | null; limit: number },
): Promise<ListedFeedback[]> {
  let query = feedbackRows(scope)
  if (projectId !== null) query = query.where('feedback.project_id', '=', projectId)
  if (after !== null) {
    query = query.where(sql<boolean>`(feedback.created_at, feedback.id) < (${after.createdAt}, ${after.id})`)
  }
  const rows = await query
    .orderBy('feedback.created_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(listed)
}

/** Feedback of a project that is looked through for an issue's: anybody with the public key can send more of it. */
const LOOKED_THROUGH = 10_000

/** Feedback about these issues' events, stored, counted or evicted, newest first, among the project's newest 10,000. */
export async function listIssueFeedback(
  scope: OrgScope,
  { projectId, issueIds }: { projectId: number; issueIds: readonly number[] },
  limit: number,
): Promise<ListedFeedback[]> {
  const ofProject = scope.db
    .selectFrom('feedback')
    .select(['id', 'project_id', 'event_id', 'created_at', 'preview', 'issue_id'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  const newest = (await areFewEvents(scope, issueIds))
    ? ofProject.where('id', 'in', leadingTo(scope, issueIds))
    : ofProject
  const found = await scope.db
    .selectFrom(newest.as('newest'))
    .select('newest.id')
    .where(issueOfFeedback(scope, 'newest'), 'in', issueIds)
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .execute()
  if (found.length === 0) return []
  const rows = await feedbackRows(scope)
    .where(
      'feedback.id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('feedback.created_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .execute()
  return rows.map(listed)
}

/** Up to so many, the events of the issues lead to their feedback; of more, most feedback is about them. */
const FEW_EVENTS = 2_000

async function areFewEvents(scope: OrgScope, issueIds: readonly number[]): Promise<boolean> {
  const some = await scope.db
    .selectFrom('event')
    .select('seq')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .limit(1)
    .offset(FEW_EVENTS)
    .executeTakeFirst()
  return some === undefined
}

/** Ids of feedback that may be about these issues, by each of the three ways in which `issueOfFeedback` leads there. */
function leadingTo(scope: OrgScope, issueIds: readonly number[]) {
  const { db, orgId } = scope
  const feedback = db.selectFrom('feedback').select('feedback.id').where('feedback.org_id', '=', orgId)
  const events = db
    .selectFrom('event')
    .select('event.event_id')
    .where('event.org_id', '=', orgId)
    .where('event.issue_id', 'in', issueIds)
  const previews = db
    .selectFrom('issue_preview')
    .select('issue_preview.preview')
    .where('issue_preview.org_id', '=', orgId)
    .where('issue_preview.issue_id', 'in', issueIds)
  return feedback
    .where('feedback.event_id', 'in', events)
    .union(feedback.where('feedback.issue_id', 'in', issueIds))
    .union(feedback.where('feedback.preview', 'in', previews))
}

function listed<Row extends { seq: number | null }>({ seq, ...row }: Row) {
  return { ...row, isEventStored: seq !== null }
}

function feedbackRows(scope: OrgScope) {
  return scope.db
    .selectFrom('feedback')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'feedback.org_id')
        .onRef('project.id', '=', 'feedback.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .leftJoin('event', (join) =>
      join
        .onRef('event.org_id', '=', 'feedback.org_id')
        .onRef('event.project_id', '=', 'feedback.project_id')
        .onRef('event.event_id', '=', 'feedback.event_id'),
    )
    .leftJoin('issue', (join) =>
      join
        .onRef('issue.org_id', '=', 'feedback.org_id')
        .on('issue.id', '=', issueOfFeedback(scope, 'feedback')),
    )
    .leftJoin('issue as root', (join) =>
      join.onRef('root.org_id', '=', 'feedback.org_id').onRef('root.id', '=', 'issue.merge_parent_id'),
    )
    .select((eb) => [
      'feedback.id',
      'feedback.event_id as eventId',
      'feedback.name',
      'feedback.email',
      'feedback.comments',
      'feedback.created_at as createdAt',
      'event.seq',
      'project.uid as projectUid',
      eb.fn.coalesce('root.uid', 'issue.uid').as('issueUid'),
      eb.fn.coalesce('root.title', 'issue.title').as('issueTitle'),
      eb.fn.coalesce('root.status', 'issue.status').as('issueStatus'),
    ])
    .where('feedback.org_id', '=', scope.orgId)
}
