import { randomUUID } from 'node:crypto'
import type {
  CreatedProject,
  DeletedAnswer,
  NewProject,
  Project,
  ProjectList,
  ProjectPatch,
} from '#contract/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { projectSlug } from '#domain/project-slug.ts'
import {
  deleteProject as deleteStoredProject,
  insertProject,
  listProjects,
  updateProject,
} from '#storage/project.ts'
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
    return { project, key: await addDsnKey(scope, { projectId: project.id, label: 'Default', createdAt }) }
  })
  const shownKey = viewDsnKey(key.row, { project, origin: dsnOrigin(call), secret: key.secret })
  return { ...viewProject(project, call.scope.orgUid), keys: [shownKey] }
}

/** GET /api/v1/projects/{id}. */
export async function getProject({ scope, params }: SessionCall<{ params: IdParams }>): Promise<Project> {
  return viewProject(await requireProject(scope, params.id), scope.orgUid)
}

/** PATCH /api/v1/projects/{id}. */
export async function patchProject(
  call: SessionCall<{ params: IdParams; body: ProjectPatch }>,
): Promise<Project> {
  const row = await updateProject(call.scope, call.params.id, call.body)
  if (!row) throw noProject()
  return viewProject(row, call.scope.orgUid)
}

/** DELETE /api/v1/projects/{id}: with its keys, issues and events. */
export async function deleteProject(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  const deleted = await call.write((scope) => deleteStoredProject(scope, call.params.id))
  if (!deleted) throw noProject()
  call.services.live.projectChanged(call.principal.orgId, call.params.id)
  return { deleted: true }
}
