import type { DsnKey, Project } from '#contract/project/project.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import { type DsnKeyRow, limitsOf } from '#storage/project/dsn-key.ts'
import type { ProjectRow } from '#storage/project/project.ts'

export function viewProject(row: ProjectRow, orgUid: string): Project {
  return {
    id: row.uid,
    org_id: orgUid,
    name: row.name,
    slug: row.slug,
    number: row.id,
    platform: row.platform,
    retention_days: row.retention_days,
    ingest_hourly_cap: row.ingest_hourly_cap,
    created_at: isoTime(row.created_at),
    first_event_at: isoTimeOrNull(row.first_event_at),
    source_links: row.source_links ?? '',
    retention_held_events: row.retention_allowed === 1 ? null : row.retention_held_count,
  }
}

export interface DsnKeyContext {
  project: Pick<ProjectRow, 'id' | 'uid'>
  /** Origin that clients reach the service at. */
  origin: string
  secret?: string
}

export function viewDsnKey(row: DsnKeyRow, { project, origin, secret }: DsnKeyContext): DsnKey {
  return {
    id: row.id,
    project_id: project.uid,
    label: row.label,
    public_key: row.public_key,
    ...(secret !== undefined && { secret_key: secret }),
    dsn: dsn(origin, secret === undefined ? row.public_key : `${row.public_key}:${secret}`, project.uid),
    sdk_dsn: dsn(origin, row.public_key, String(project.id)),
    created_at: isoTime(row.created_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    ...viewLimits(row),
  }
}

export function viewLimits(row: DsnKeyRow) {
  const { hourlyCap, allowedOrigins, clientEventsPerMinute } = limitsOf(row)
  return {
    hourly_cap: hourlyCap,
    allowed_origins: allowedOrigins === null ? null : [...allowedOrigins],
    client_events_per_minute: clientEventsPerMinute,
  }
}

function dsn(origin: string, userinfo: string, path: string): string {
  return origin.replace('://', () => `://${userinfo}@`).concat('/', path)
}
