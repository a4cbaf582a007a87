import { ServiceError } from '#contract/errors.ts'
import { listProjects, type ProjectRow } from '#storage/project/project.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

/** A project by everything that it goes by; `id` is the row key, which is also its number. */
export type NamedProject = Pick<ProjectRow, 'id' | 'uid' | 'slug' | 'name' | 'platform'>

export async function listNamedProjects(deps: ActionDeps, org: Org): Promise<NamedProject[]> {
  return listProjects(deps.database.scope(org))
}

/** The project that is meant, by its slug, id or number, or a name that no other one has. @throws not_found */
export async function requireNamedProject(deps: ActionDeps, org: Org, name: string): Promise<NamedProject> {
  const projects = await listNamedProjects(deps, org)
  const given = name.trim().toLowerCase()
  const found = projects.find(({ uid, slug, id }) => [uid, slug.toLowerCase(), String(id)].includes(given))
  if (found) return found
  const called = projects.filter((project) => project.name.toLowerCase() === given)
  if (called.length === 1) return called[0]!
  const others = projects.slice(0, 5).map(({ slug }) => slug)
  const hint = others.length === 0 ? 'It has none.' : `It has ${others.join(', ')}.`
  throw new ServiceError(
    'not_found',
    `The token's organization has no project "${name.slice(0, 100)}". ${hint}`,
  )
}
