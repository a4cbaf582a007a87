import type { ProjectList } from '#contract/project/project.ts'
import { findNamedProject } from '#domain/access/named-project.ts'
import { uuidIn } from '#domain/issue/address.ts'
import { type CommandContext, RemoteError } from '../command-context.ts'
import { askService, NOT_FOUND } from './remote.ts'

const SHOWN = 10

/** The ID of the project that `--project` names, as `findNamedProject` says. @throws RemoteError if there is none */
export async function projectId(
  env: CommandContext['env'],
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined || uuidIn(given) !== null) return given
  const projects = await listProjects(env)
  const found = findNamedProject(projects, given, ({ id, ...project }) => ({ ...project, uid: id }))
  if (found) return found.id
  const others = projects.slice(0, SHOWN).map(({ slug }) => slug)
  const hint =
    others.length === 0 ? 'There are no projects yet.' : `Use one of ${others.join(', ')}, or an ID.`
  throw new RemoteError(`There is no project "${given}". ${hint}`, NOT_FOUND)
}

/** By ID, the name of each project that `--project` takes. */
export async function projectSlugs(env: CommandContext['env']): Promise<ReadonlyMap<string, string>> {
  return new Map((await listProjects(env)).map(({ id, slug }) => [id, slug]))
}

async function listProjects(env: CommandContext['env']): Promise<ProjectList['projects']> {
  const text = await askService(env, { method: 'GET', path: '/api/v1/projects' })
  return (JSON.parse(text) as ProjectList).projects
}
