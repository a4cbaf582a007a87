import { counted } from '#contract/counted.ts'
import { isoTime } from '#contract/time.ts'
import { inertLine } from '#domain/text/inert-text.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { acceptTime, databaseTime, readKnownTime } from '#storage/upkeep/known-time.ts'
import { allowHeld, listHeld } from '#storage/upkeep/retention.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { chooseProject } from './project/choose-project.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/** `retention`: shows what retention goes by, and which projects wait for a word before events go;
 * `--allow` and `--accept-clock` give it. The service does the rest, with its next sweep.
 * @throws UsageError for a project of which nothing waits. */
export async function retention(context: CommandContext): Promise<void> {
  const { allow = [], 'accept-clock': acceptsClock = false } = readOptions(context.args, [
    'allow',
    'accept-clock',
  ])
  await withDatabase(context, async (database) => {
    for (const asked of allow) await allowProject(database, asked)
    if (acceptsClock) await acceptTime(database.queries, await presentTime(database))
    process.stdout.write(await report(database))
  })
}

async function allowProject(database: Database, asked: string): Promise<void> {
  if (await allowHeld(database.queries, await chooseProject(database, asked))) return
  throw new UsageError(
    `Project ${asked} has no held events. \`errata retention\` lists the projects that do.`,
  )
}

/** As the service judges it: the earlier one of this machine's clock and the database's. */
async function presentTime(database: Database): Promise<number> {
  const own = systemClock()
  return Math.min(own, (await databaseTime(database)) ?? own)
}

async function report(database: Database): Promise<string> {
  const { known } = await readKnownTime(database.queries)
  const held = await listHeld(database.queries)
  const lines = [
    `The clock says ${isoTime(await presentTime(database))}.`,
    known === null ? 'Retention has not run yet.' : `Retention last used the time ${isoTime(known)}.`,
    ...held.map(
      ({ uid, name, orgName, count }) =>
        `${uid} (${inertLine(name)}, ${inertLine(orgName)}): ${counted(count, 'event')} held; --allow ${uid}`,
    ),
  ]
  if (held.length === 0) lines.push('No project has held events.')
  return `${lines.join('\n')}\n`
}
