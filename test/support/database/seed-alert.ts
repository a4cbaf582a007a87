import { insertAlerts, type NewAlert } from '#storage/alert/alert.ts'
import type { Database } from '#storage/engine/database.ts'
import type { SeedProject } from './seed.ts'

/** What a seeded alert may say beside the defaults. */
export interface SeedAlert {
  /** Row key; absent: the alert is about the project. */
  issueId?: number
  title?: string
  /** Epoch ms; default now. */
  at?: number
}

/** Raises an alert, of a regression if it is about an issue, else of a reached cap. @returns its public id. */
export async function seedAlert(
  database: Database,
  project: SeedProject,
  { issueId, title = 'Something happened', at = Date.now() }: SeedAlert = {},
): Promise<string> {
  const common = { projectId: project.projectId, title, dedupeKey: null, firedAt: at }
  const alert: NewAlert =
    issueId === undefined
      ? { ...common, issueId: null, kind: 'cap_reached', details: { hour: isoHour(at), cap: 5 } }
      : { ...common, issueId, kind: 'regression', details: { ...RETURNED } }
  await insertAlerts(database.scope(project), [alert])
  const { uid } = await database.queries
    .selectFrom('alert')
    .select('uid')
    .where('org_id', '=', project.orgId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return uid
}

const RETURNED = {
  note: 'compared 1.10.0 > 1.9.0 by semver',
  release: '1.10.0',
  resolved_in_release: '1.9.0',
  environment: 'production',
}

function isoHour(at: number): string {
  return new Date(at - (at % 3_600_000)).toISOString()
}
