import { flushCompileCache } from 'node:module'
import { startApp } from '#app'
import type { CommandContext } from './command-context.ts'
import { requireNoArguments } from './read-options.ts'

/**
 * Runs the service until SIGTERM or SIGINT, then finishes what is in hand. Ends the process with 1 when a part
 * is lost that it cannot do without: half a service helps nobody, and a supervisor starts a whole one.
 */
export async function serve({ config, args }: CommandContext): Promise<void> {
  requireNoArguments(args)
  const app = await startApp(config)
  // Now, not at exit: the next start profits also when this one ends by force.
  flushCompileCache()
  process.stdout.write(`errata is listening on ${app.url}\n`)
  if (app.setupUrl) process.stdout.write(`Set it up here (one-time link): ${app.setupUrl}\n`)
  const asked = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  if (await Promise.race([asked, app.failed])) process.exit(1)
  await app.close()
}
