import { sql } from 'kysely'
import type { IssueStatus } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'
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
  let page = scope.db
    .selectFrom('feedback')
    .select('feedback.id')
    .where('feedback.org_id', '=', scope.orgId)
    .where(isOfProject(scope, 'feedback.project_id', projectId))
  if (after !== null) {
    page = page.where(sql<boolean>`(feedback.created_at, feedback.id) < (${after.createdAt}, ${after.id})`)
  }
  const ids = page.orderBy('feedback.created_at', 'desc').orderBy('feedback.id', 'desc').limit(limit)
  return readFeedback(scope, await ids.execute())
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
  return readFeedback(scope, found)
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

/** These rows, newest first. */
async function readFeedback(scope: OrgScope, found: readonly { id: string }[]): Promise<ListedFeedback[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await scope.db
    .selectFrom(foundRows(scope, ids).as('found'))
    .innerJoin('project', (join) =>
      join
        .on('project.org_id', '=', scope.orgId)
        .onRef('project.id', '=', 'found.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .leftJoin('issue', (join) =>
      join.on('issue.org_id', '=', scope.orgId).onRef('issue.id', '=', 'found.issue_id'),
    )
    .leftJoin('issue as root', (join) =>
      join.on('root.org_id', '=', scope.orgId).onRef('root.id', '=', 'issue.merge_parent_id'),
    )
    .select(['found.id', 'eventId', 'found.name', 'email', 'comments', 'createdAt', 'seq'])
    .select((eb) => [
      'project.uid as projectUid',
      eb.fn.coalesce('root.uid', 'issue.uid').as('issueUid'),
      eb.fn.coalesce('root.title', 'issue.title').as('issueTitle'),
      eb.fn.coalesce('root.status', 'issue.status').as('issueStatus'),
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('found.id', 'desc')
    .execute()
  return rows.map(({ seq, ...row }) => ({ ...row, isEventStored: seq !== null }))
}

/**
 * With the issue of each. The limit keeps this apart from what is joined to it: PostgreSQL does not look up an issue by
 * what a join's condition has to find out first, but reads all of them.
 */
function foundRows(scope: OrgScope, ids: readonly string[]) {
  return scope.db
    .selectFrom('feedback')
    .leftJoin('event', (join) =>
      join
        .on('event.org_id', '=', scope.orgId)
        .onRef('event.project_id', '=', 'feedback.project_id')
        .onRef('event.event_id', '=', 'feedback.event_id'),
    )
    .select(['feedback.id', 'feedback.project_id', 'feedback.event_id as eventId', 'name', 'email'])
    .select(['comments', 'created_at as createdAt', 'event.seq'])
    .select(issueOfFeedback(scope, 'feedback').as('issue_id'))
    .where('feedback.org_id', '=', scope.orgId)
    .where('feedback.id', 'in', ids)
    .limit(ids.length)
}
