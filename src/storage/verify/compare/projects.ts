import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { OrgScope } from '../../engine/scope.ts'
import { decompressDocument } from '../../event/payload-codec.ts'
import type { Difference } from '../difference.ts'

/** Clocks are wrong by hours or days, and batches wait: only what is off by more is called wrong. */
const YEAR_MS = 366 * DAY_MS

export async function compareProjects(scope: OrgScope, isDeep: boolean): Promise<Difference[]> {
  return [
    ...(await firstEventProblems(scope)),
    ...(await releaseProblems(scope)),
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
      OR release.first_seen_at > first.received_at + ${YEAR_MS})
    ORDER BY release.id`.execute(db)
  return rows.map(({ uid, version }) => ({
    check: 'release.first_seen_at',
    subject: `project ${uid}`,
    message: `its release ${JSON.stringify(version)} was first seen years before or after its events`,
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
