import { randomUUID } from 'node:crypto'
import { invalidField } from '#contract/errors.ts'
import type {
  CreatedProject,
  NewProject,
  Project,
  ProjectList,
  ProjectPatch,
} from '#contract/project/project.ts'
import { readSourceLinks } from '#contract/project/source-links.ts'
import { projectSlug } from '#domain/access/project-slug.ts'
import type { AuditTarget } from '#storage/account/audit-entry.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { hideProject } from '#storage/project/deletion.ts'
import { listDsnKeys } from '#storage/project/dsn-key.ts'
import {
  insertProject,
  listProjects as listProjectRows,
  type ProjectChange,
  type ProjectRow,
  updateProject,
} from '#storage/project/project.ts'
import { type Acting, recordAct, recordChange } from '../accounts/acting.ts'
import { changedFields } from '../accounts/changed-fields.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import type { LiveUpdates } from '../live/live-updates.ts'
import { requireRoom } from '../require-room.ts'
import { addDsnKey, type KeyDeps } from './dsn-keys.ts'
import { viewDsnKey, viewProject } from './project-view.ts'
import { noProject, requireLockedProject, requireProject } from './require-project.ts'

export async function listProjects(deps: ActionDeps, org: Org): Promise<ProjectList> {
  const rows = await listProjectRows(deps.database.scope(org))
  return { projects: rows.map((row) => viewProject(row, org.orgUid)) }
}

/** Makes a project with its first key, whose DSN begins with `origin`; the answer alone has the key's secret.
 * @throws conflict if the organization has as many as it may */
export async function createProject(
  deps: ActionDeps,
  by: Acting,
  { body, origin }: { body: NewProject; origin: string },
): Promise<CreatedProject> {
  const createdAt = deps.clock()
  const { project, key } = await writeAsMember(deps, by, async (scope) => {
    await requireRoom(scope, 'projects')
    const project = await insertProject(scope, {
      uid: randomUUID(),
      name: body.name,
      slug: projectSlug(body.name),
      platform: body.platform || 'other',
      retentionDays: body.retention_days ?? null,
      ingestHourlyCap: body.ingest_hourly_cap ?? null,
      createdAt,
    })
    const act = { action: 'project.created', target: projectTarget(project) } as const
    await recordAct(scope, by, { at: createdAt, ...act })
    return { project, key: await addDsnKey(scope, { projectId: project.id, label: 'Default', createdAt }) }
  })
  const shownKey = viewDsnKey(key.row, { project, origin, secret: key.secret })
  return { ...viewProject(project, by.orgUid), keys: [shownKey] }
}

/** @throws not_found */
export async function readProject(deps: ActionDeps, org: Org, uid: string): Promise<Project> {
  return viewProject(await requireProject(deps.database.scope(org), uid), org.orgUid)
}

/** In force for ingest at once: each key comes with its project's cap. @throws not_found, invalid_request */
export async function changeProject(
  deps: KeyDeps,
  by: Acting,
  { uid, patch }: { uid: string; patch: ProjectPatch },
): Promise<Project> {
  const change = changeOf(patch)
  const { row, keys } = await writeAsMember(deps, by, async (scope) => {
    const before = await requireLockedProject(scope, uid)
    const after = await updateProject(scope, uid, change)
    if (!after) throw noProject()
    const details = changedFields(before, after, SETTINGS)
    const act = { action: 'project.changed', target: projectTarget(after), details } as const
    await recordChange(scope, by, { at: deps.clock(), ...act })
    return { row: after, keys: await publicKeys(scope, after) }
  })
  for (const key of keys) deps.onDsnKeyChanged(key)
  return viewProject(row, by.orgUid)
}

const SETTINGS = ['name', 'platform', 'retention_days', 'ingest_hourly_cap', 'source_links'] as const

/** @throws invalid_request with the line, what is wrong and what to do */
function changeOf(patch: ProjectPatch): ProjectChange {
  const { source_links: links } = patch
  if (links === undefined) return patch
  const { problem } = readSourceLinks(links)
  if (problem !== null) throw invalidField('source_links', problem)
  return { ...patch, source_links: links.trim() === '' ? null : links }
}

/** Its keys end at once; rows of issues and events go in steps. @throws not_found */
export async function deleteProject(
  deps: KeyDeps & { live: Pick<LiveUpdates, 'projectChanged'> },
  by: Acting,
  uid: string,
): Promise<void> {
  const keys = await writeAsMember(deps, by, async (scope) => {
    const project = await requireProject(scope, uid)
    const keys = await publicKeys(scope, project)
    const at = deps.clock()
    if (!(await hideProject(scope, project.uid, at))) throw noProject()
    await recordAct(scope, by, { at, action: 'project.deleted', target: projectTarget(project) })
    return keys
  })
  for (const key of keys) deps.onDsnKeyChanged(key)
  deps.live.projectChanged(by.orgId, uid)
}

export async function publicKeys(scope: OrgScope, { id }: ProjectRow): Promise<string[]> {
  return (await listDsnKeys(scope, id)).map(({ public_key }) => public_key)
}

export function projectTarget({ uid, name }: ProjectRow): AuditTarget {
  return { kind: 'project', id: uid, name }
}
