import type { Buffer } from 'node:buffer'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import { issueOfFeedback } from './feedback-issue.ts'

export interface NewFeedback {
  id: string
  projectId: number
  /** Null: about no event in particular. */
  eventId: Buffer | null
  /** Epoch ms until which it waits for an event that may not be there yet; null: it waits for none. */
  waitsUntil: number | null
  /** The accepted event's preview, if known. */
  preview?: string | null | undefined
  name: string
  email: string
  comments: string
  createdAt: number
}

/** Stores feedback; its texts must be scrubbed already. */
export async function insertFeedback(scope: OrgScope, feedback: readonly NewFeedback[]): Promise<void> {
  if (feedback.length === 0) return
  await scope.db
    .insertInto('feedback')
    .values(
      feedback.map(({ id, projectId, eventId, waitsUntil, preview, name, email, comments, createdAt }) => ({
        id,
        org_id: scope.orgId,
        project_id: projectId,
        event_id: eventId,
        name,
        email,
        comments,
        created_at: createdAt,
        waits_until: waitsUntil,
        preview: preview ?? null,
      })),
    )
    .execute()
}

export interface StoredFeedback {
  id: string
  eventId: Buffer | null
  name: string
  email: string
  comments: string
  createdAt: number
}

const FEEDBACK_PER_EVENT = 1000

/** Newest first, at most 1,000. Feedback through another project's key is not about the event. */
export async function listEventFeedback(scope: OrgScope, eventId: Buffer): Promise<StoredFeedback[]> {
  const projects = await projectsOfEvent(scope, eventId)
  let query = scope.db
    .selectFrom('feedback')
    .select(['id', 'event_id as eventId', 'name', 'email', 'comments', 'created_at as createdAt'])
    .where('org_id', '=', scope.orgId)
    .where('event_id', '=', eventId)
    .where(isOfShownProject(scope, 'feedback.project_id'))
  if (projects.length > 0) query = query.where('project_id', 'in', projects)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(FEEDBACK_PER_EVENT).execute()
}

async function projectsOfEvent(scope: OrgScope, eventId: Buffer): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('event')
    .select('project_id')
    .where('org_id', '=', scope.orgId)
    .where('project_id', 'in', (eb) =>
      eb.selectFrom('project').select('project.id').where('project.org_id', '=', scope.orgId),
    )
    .where('event_id', '=', eventId)
    .execute()
  return rows.map((row) => row.project_id)
}

export interface FeedbackSubject {
  projectId: number
  issueIds: readonly number[]
}

export async function deleteFeedback(
  scope: OrgScope,
  { projectId, issueIds }: FeedbackSubject,
): Promise<void> {
  await scope.db
    .deleteFrom('feedback')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where(issueOfFeedback(scope, 'feedback'), 'in', issueIds)
    .execute()
}

/** In the transaction that evicts these events (row keys): their feedback still finds the issue by it. */
export async function keepFeedbackOfIssue(
  scope: OrgScope,
  issueId: number,
  seqs: readonly number[],
): Promise<void> {
  await scope.db
    .updateTable('feedback')
    .set({ issue_id: issueId })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('event')
        .innerJoin('feedback as about', (join) =>
          join
            .onRef('about.org_id', '=', 'event.org_id')
            .onRef('about.event_id', '=', 'event.event_id')
            .onRef('about.project_id', '=', 'event.project_id'),
        )
        .select('about.id')
        .where('event.org_id', '=', scope.orgId)
        .where('event.seq', 'in', seqs),
    )
    .execute()
}

/** Moves the feedback about these events, possibly very many, to another project, such as a deleted one. */
export async function moveFeedback(
  scope: OrgScope,
  { projectId, issueIds }: FeedbackSubject,
  toProjectId: number,
): Promise<void> {
  await scope.db
    .updateTable('feedback')
    .set({ project_id: toProjectId })
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where(issueOfFeedback(scope, 'feedback'), 'in', issueIds)
    .execute()
}

export async function isEventStored(scope: OrgScope, projectId: number, eventId: Buffer): Promise<boolean> {
  const row = await scope.db
    .selectFrom('event')
    .select('seq')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}
