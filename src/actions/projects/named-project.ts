import { ServiceError } from '#contract/errors.ts'
import { findNamedProject } from '#domain/access/named-project.ts'
import { listProjects, type ProjectRow } from '#storage/project/project.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

/** A project by everything that it goes by; `id` is the row key, which is also its number. */
export type NamedProject = Pick<ProjectRow, 'id' | 'uid' | 'slug' | 'name' | 'platform'>

export async function listNamedProjects(deps: ActionDeps, org: Org): Promise<NamedProject[]> {
  return listProjects(deps.database.scope(org))
}

/** As `findNamedProject`. @throws not_found, with some that there are */
export async function requireNamedProject(deps: ActionDeps, org: Org, name: string): Promise<NamedProject> {
  const projects = await listNamedProjects(deps, org)
  const found = findNamedProject(projects, name, ({ id, ...project }) => ({ ...project, number: id }))
  if (found) return found
  const others = projects.slice(0, 5).map(({ slug }) => slug)
  const hint = others.length === 0 ? 'It has none.' : `It has ${others.join(', ')}.`
  throw new ServiceError(
    'not_found',
    `The token's organization has no project "${name.slice(0, 100)}". ${hint}`,
  )
}
