import { type Acting, byCommandLine } from '#actions/accounts/acting.ts'
import { changeRule, listRules, type RuleDeps } from '#actions/alerts/rules.ts'
import { createProject } from '#actions/projects/projects.ts'
import { systemClock } from '#platform/clock.ts'
import { chooseOrganization } from '../account/choose-organization.ts'
import { shownOrigin } from '../account/print-link.ts'
import { type CommandContext, RemoteError, UsageError } from '../command-context.ts'
import { sendTo } from '../project/send-event.ts'
import { readOptions } from '../read-options.ts'
import { UNREACHABLE } from '../remote/remote.ts'
import { withDatabase } from '../with-database.ts'
import { demoEvents } from './demo-events.ts'

const NAME = 'Demo shop'
const ANSWER_MS = 5_000

/** `seed --demo`: a project of its own with a week of errors, which the running service takes as it takes any others. */
export async function seedDemoCommand(context: CommandContext): Promise<void> {
  const { demo, json, org: asked } = readOptions(context.args, ['demo', 'json', 'org'])
  if (!demo) throw new UsageError('seed needs --demo: it creates a demo project with example errors.')
  const origin = shownOrigin(context.config)
  await requireService(origin)
  await withDatabase(context, async (database) => {
    const org = await chooseOrganization(database, asked)
    const made = { body: { name: NAME, platform: 'javascript' }, origin }
    const deps = { database, clock: systemClock, config: context.config }
    const by = byCommandLine(org)
    const project = await createProject(deps, by, made)
    await turnRulesOff(deps, by, project.id)
    const events = demoEvents(Date.now())
    for (const event of events) await sendTo(project.keys[0]?.sdk_dsn, event)
    const report = { project_id: project.id, name: NAME, events: events.length, url: `${origin}/issues` }
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : sentences(report))
  })
}

/** Rules go by the time of receipt: a week of errors that arrives within seconds looks like a spike of each of them. */
async function turnRulesOff(deps: RuleDeps, by: Acting, projectId: string): Promise<void> {
  for (const { id } of await listRules(deps, by, projectId)) {
    await changeRule(deps, by, { id, patch: { enabled: false } })
  }
}

/** Before the project is made: an empty one would be of no use. */
async function requireService(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => null,
  )
  if (answer?.ok) return
  throw new RemoteError(
    `There is no service at ${origin}. Start it first; if it runs elsewhere, set SVC_BASE_URL, or SVC_HOST and SVC_PORT.`,
    UNREACHABLE,
  )
}

function sentences(report: { project_id: string; name: string; events: number; url: string }): string {
  return (
    `Created the project ${report.name} and sent ${report.events} events. See ${report.url}\n` +
    `To remove it: Settings, ${report.name}, Danger zone; or errata api DELETE /api/v1/projects/${report.project_id}\n`
  )
}
