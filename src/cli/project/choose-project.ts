import { byCommandLine } from '#actions/accounts/acting.ts'
import { listOrganizations } from '#actions/accounts/organizations.ts'
import { listProjects } from '#actions/projects/projects.ts'
import { findNamedProject } from '#domain/access/named-project.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { UsageError } from '../command-context.ts'

/** The ID of the project that is named as the service's own commands name it (`findNamedProject`), in any organization.
 * @throws UsageError if there is none, or one in several organizations */
export async function chooseProject(database: Database, asked: string): Promise<string> {
  const found: string[] = []
  const places: string[] = []
  for (const org of await listOrganizations({ database })) {
    const { projects } = await listProjects({ database, clock: systemClock }, byCommandLine(org))
    const project = findNamedProject(projects, asked, ({ id, ...names }) => ({ ...names, uid: id }))
    if (project === undefined) continue
    found.push(project.id)
    places.push(`${project.id} (${org.name})`)
  }
  const [id, ...others] = found
  if (id === undefined)
    throw new UsageError(`There is no project "${asked}". To list them, run errata project list.`)
  if (others.length > 0)
    throw new UsageError(`Several organizations have a project "${asked}". Give an ID: ${places.join(', ')}.`)
  return id
}
