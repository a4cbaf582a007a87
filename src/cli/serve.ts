import { flushCompileCache } from 'node:module'
import { startApp } from '#app'
import { createLog } from '#platform/log.ts'
import { saveMemory } from '#platform/threads/save-memory.ts'
import { productVersion } from '#platform/version.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { npmAbove, watchNpm } from './npm-watch.ts'
import { unusedDatabase } from './unused-database.ts'

/** A part that cannot be closed, such as a connection to a database that is silent, is left behind after this. */
const LONGEST_END_MS = 18_000

/** Runs the service until SIGTERM, SIGINT or SIGHUP, or until the npm that started it is gone, then
 * finishes what is in hand. Ends the process with 1 when a part is lost that it cannot do without: half a
 * service helps nobody, and a supervisor starts a whole one. */
export async function serve({ config, args, env }: CommandContext): Promise<void> {
  if (args.length > 0) throw new UsageError(takesNothing(args[0]!))
  const mayGoOn = npmAbove(env)
  const app = await startApp(config)
  // Before anything else that takes time: it is healthy already.
  const asked = Promise.withResolvers<string>()
  // Heard more than once: npm hands on the Ctrl-C that a terminal sends to both, and the second must not cut the end short.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => asked.resolve(signal))
  // Now, not at exit: the next start profits also when this one ends by force.
  flushCompileCache()
  saveMemory()
  process.stdout.write(`errata ${productVersion()} is listening on ${app.url}\n`)
  const unused = unusedDatabase(config)
  if (unused !== null) process.stderr.write(`warning: ${unused}\n`)
  if (app.setupUrl) process.stdout.write(`Set it up here (one-time link): ${app.setupUrl}\n`)
  if (mayGoOn) watchNpm(mayGoOn, () => asked.resolve('npm ended'))
  const reason = await Promise.race([asked.promise, app.failed])
  if (typeof reason !== 'string') process.exit(1)
  const log = createLog(config.logLevel)
  log.info({ reason }, 'stopping: open requests are answered first')
  setTimeout(giveUp, LONGEST_END_MS)
  await app.close()
  log.info('stopped')
  // A mail server that keeps its connection open must not keep the process.
  process.exit(0)
}

function takesNothing(given: string): string {
  return (
    `serve does not take "${given}". Settings are environment variables, such as SVC_DATA_DIR and SVC_PORT: ` +
    'see docs/configuration.md.'
  )
}

function giveUp(): void {
  process.stderr.write(
    `errata: a task did not end within ${LONGEST_END_MS / 1000} s and was abandoned. Accepted events are on disk.\n`,
  )
  process.exit(1)
}
