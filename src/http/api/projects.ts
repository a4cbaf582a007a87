import { randomUUID } from 'node:crypto'
import type {
  CreatedProject,
  DeletedAnswer,
  NewProject,
  Project,
  ProjectList,
  ProjectPatch,
} from '#contract/project.ts'
import type { IdParams, JsonObject } from '#contract/scalars.ts'
import { projectSlug } from '#domain/project-slug.ts'
import type { AuditTarget } from '#storage/audit-entry.ts'
import { listDsnKeys } from '#storage/dsn-key.ts'
import { insertProject, listProjects, type ProjectRow, updateProject } from '#storage/project.ts'
import { hideProject } from '#storage/project-deletion.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionCall } from '../route.ts'
import { addDsnKey } from './dsn-keys.ts'
import { dsnOrigin, viewDsnKey, viewProject } from './project-view.ts'
import { noProject, requireProject } from './require-project.ts'

/** GET /api/v1/projects. */
export async function getProjects({ scope }: SessionCall): Promise<ProjectList> {
  const rows = await listProjects(scope)
  return { projects: rows.map((row) => viewProject(row, scope.orgUid)) }
}

/** POST /api/v1/projects: with its first key. */
export async function postProject(call: SessionCall<{ body: NewProject }>): Promise<CreatedProject> {
  const { body, services } = call
  const createdAt = services.clock()
  const { project, key } = await call.write(async (scope) => {
    const project = await insertProject(scope, {
      uid: randomUUID(),
      name: body.name,
      slug: projectSlug(body.name),
      platform: body.platform || 'other',
      retentionDays: body.retention_days ?? null,
      ingestHourlyCap: body.ingest_hourly_cap ?? null,
      createdAt,
    })
    await recordAct(call, scope, { action: 'project.created', target: projectTarget(project) })
    return { project, key: await addDsnKey(scope, { projectId: project.id, label: 'Default', createdAt }) }
  })
  const shownKey = viewDsnKey(key.row, { project, origin: dsnOrigin(call), secret: key.secret })
  return { ...viewProject(project, call.scope.orgUid), keys: [shownKey] }
}

/** GET /api/v1/projects/{id}. */
export async function getProject({ scope, params }: SessionCall<{ params: IdParams }>): Promise<Project> {
  return viewProject(await requireProject(scope, params.id), scope.orgUid)
}

/** PATCH /api/v1/projects/{id}. What it means for ingest is in force at once: each key comes with its project's cap. */
export async function patchProject(
  call: SessionCall<{ params: IdParams; body: ProjectPatch }>,
): Promise<Project> {
  const { row, keys } = await call.write(async (scope) => {
    const before = await requireProject(scope, call.params.id)
    const after = await updateProject(scope, call.params.id, call.body)
    if (!after) throw noProject()
    const details = changesBetween(before, after)
    const target = projectTarget(after)
    if (Object.keys(details).length > 0) {
      await recordAct(call, scope, { action: 'project.changed', target, details })
    }
    return { row: after, keys: await listDsnKeys(scope, after.id) }
  })
  for (const { public_key } of keys) call.services.onDsnKeyChanged(public_key)
  return viewProject(row, call.scope.orgUid)
}

const SETTINGS = ['name', 'platform', 'retention_days', 'ingest_hourly_cap'] as const

function changesBetween(before: ProjectRow, after: ProjectRow): JsonObject {
  const changed = SETTINGS.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]))
}

function projectTarget({ uid, name }: ProjectRow): AuditTarget {
  return { kind: 'project', id: uid, name }
}

/** DELETE /api/v1/projects/{id}: with its keys, which work no more at once, its issues and events, whose rows go in steps. */
export async function deleteProject(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  const keys = await call.write(async (scope) => {
    const project = await requireProject(scope, call.params.id)
    const keys = await listDsnKeys(scope, project.id)
    if (!(await hideProject(scope, project.uid, call.services.clock()))) throw noProject()
    await recordAct(call, scope, { action: 'project.deleted', target: projectTarget(project) })
    return keys
  })
  for (const { public_key } of keys) call.services.onDsnKeyChanged(public_key)
  call.services.live.projectChanged(call.principal.orgId, call.params.id)
  return { deleted: true }
}
