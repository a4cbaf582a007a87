import { byCommandLine } from '#actions/accounts/acting.ts'
import { listProjects } from '#actions/projects/projects.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import { inertLine } from '#domain/text/inert-text.ts'
import { systemClock } from '#platform/clock.ts'
import { chooseOrganization } from '../account/choose-organization.ts'
import type { CommandContext } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

/** `project list`: the projects of an organization, one a line: id, name, platform. */
export async function listProjectsCommand(context: CommandContext): Promise<void> {
  const { org: asked, json } = readOptions(context.args, ['org', 'json'])
  await withDatabase(context, async (database) => {
    const org = await chooseOrganization(database, asked)
    const list = await listProjects({ database, clock: systemClock }, byCommandLine(org))
    const lines = list.projects.map(
      ({ id, name, platform }) => `${id}  ${inertLine(name)}  ${inertLine(platform)}\n`,
    )
    process.stdout.write(json ? `${visibleJson(list)}\n` : lines.join('') || 'There are no projects yet.\n')
  })
}
