import { byCommandLine } from '#actions/accounts/acting.ts'
import { createProject } from '#actions/projects/projects.ts'
import { newProject } from '#contract/project/project.ts'
import { systemClock } from '#platform/clock.ts'
import { chooseOrganization } from '../account/choose-organization.ts'
import { shownOrigin } from '../account/print-link.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

/** `project create`: a project and its first key, also while the service runs; prints what an SDK needs. */
export async function createProjectCommand(context: CommandContext): Promise<void> {
  const { org: asked, json, ...fields } = readOptions(context.args, ['name', 'platform', 'org', 'json'])
  const body = newProject.safeParse(fields)
  if (!body.success) throw new UsageError('project create needs --name, and --platform is a short word.')
  await withDatabase(context, async (database) => {
    const org = await chooseOrganization(database, asked)
    const made = { body: body.data, origin: shownOrigin(context.config) }
    const project = await createProject({ database, clock: systemClock }, byCommandLine(org), made)
    const [key] = project.keys
    const sentence = `Created project ${project.name} (${project.id}). DSN for SDKs:\n${key?.sdk_dsn}\n`
    process.stdout.write(json ? `${JSON.stringify(project)}\n` : sentence)
  })
}
