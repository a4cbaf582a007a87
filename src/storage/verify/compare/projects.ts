import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { OrgScope } from '../../engine/scope.ts'
import { decompressDocument } from '../../event/payload-codec.ts'
import type { Difference } from '../difference.ts'
import { MAX_ROWS } from '../rule.ts'

/** Clocks are wrong by hours or days, and batches wait: only what is off by more is called wrong. */
const YEAR_MS = 366 * DAY_MS

export async function compareProjects(scope: OrgScope, isDeep: boolean): Promise<Difference[]> {
  return [
    ...(await firstEventProblems(scope)),
    ...(await releaseProblems(scope)),
    ...(await releaseCountProblems(scope)),
    ...(isDeep ? await letterProblems(scope) : []),
  ]
}

async function firstEventProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const { rows } = await sql<{ uid: string }>`
    SELECT uid FROM project WHERE org_id = ${orgId} AND deleted_at IS NULL AND first_event_at IS NULL AND EXISTS (
      SELECT 1 FROM issue WHERE issue.org_id = ${orgId} AND issue.project_id = project.id)
    ORDER BY id`.execute(db)
  return rows.map(({ uid }) => ({
    check: 'project.first_event_at',
    subject: `project ${uid}`,
    message: 'it has issues, but first_event_at is not set',
  }))
}

async function releaseProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const { rows } = await sql<{ uid: string; version: string }>`
    SELECT project.uid, release.version FROM release
    JOIN project ON project.org_id = release.org_id AND project.id = release.project_id AND project.deleted_at IS NULL
    LEFT JOIN (SELECT project_id, release, min(received_at) AS received_at FROM event
      WHERE org_id = ${orgId} GROUP BY project_id, release) AS first
      ON first.project_id = release.project_id AND first.release = release.version
    WHERE release.org_id = ${orgId} AND (release.first_seen_at < project.first_event_at - ${YEAR_MS}
      OR release.first_seen_at > first.received_at + ${YEAR_MS} OR release.last_seen_at < release.first_seen_at - ${YEAR_MS})
    ORDER BY release.id`.execute(db)
  return rows.map(({ uid, version }) => ({
    check: 'release.first_seen_at',
    subject: `project ${uid}`,
    message: `its release ${JSON.stringify(version)} was first seen years before or after its events`,
  }))
}

/** The events of a release against those that the issues of its project count with it. */
async function releaseCountProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const { rows } = await sql<{ uid: string; version: string; counted: number; found: number }>`
    SELECT project.uid, release.version, release.event_count AS counted, coalesce(seen.events, 0) AS found FROM release
    JOIN project ON project.org_id = release.org_id AND project.id = release.project_id AND project.deleted_at IS NULL
    LEFT JOIN (SELECT issue.project_id, issue_facet.value, sum(issue_facet.event_count) AS events FROM issue_facet
      JOIN issue ON issue.org_id = issue_facet.org_id AND issue.id = issue_facet.issue_id
      WHERE issue_facet.org_id = ${orgId} AND issue_facet.facet = 'release'
      GROUP BY issue.project_id, issue_facet.value) AS seen
      ON seen.project_id = release.project_id AND seen.value = release.version
    WHERE release.org_id = ${orgId} AND release.event_count <> coalesce(seen.events, 0)
    ORDER BY release.id LIMIT ${MAX_ROWS}`.execute(db)
  return rows.map(({ uid, version, counted, found }) => ({
    check: 'release.event_count',
    subject: `project ${uid}`,
    message: `its release ${JSON.stringify(version)} counts ${counted} events, but its issues count ${found} with it`,
  }))
}

async function letterProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const found: Difference[] = []
  for (let after = -1; ; ) {
    const letter = await db
      .selectFrom('dead_letter')
      .select(['id', 'body', 'meta'])
      .where('org_id', '=', orgId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!letter) return found
    after = letter.id
    if (isReadable(letter)) continue
    const message = 'its body or metadata cannot be read, so it cannot be retried'
    found.push({ check: 'dead_letter.body', subject: `dead letter ${letter.id}`, message })
  }
}

function isReadable({ body, meta }: { body: Buffer | null; meta: string }): boolean {
  try {
    JSON.parse(meta)
    if (body !== null) JSON.parse(decompressDocument(body, null))
    return true
  } catch {
    return false
  }
}
