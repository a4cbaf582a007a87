import { flushCompileCache } from 'node:module'
import { startApp } from '#app'
import type { CommandContext } from './command-context.ts'

/** Runs the service until SIGTERM or SIGINT, then finishes what is in hand. */
export async function serve({ config }: CommandContext): Promise<void> {
  const app = await startApp(config)
  // Now, not at exit: the next start profits also when this one ends by force.
  flushCompileCache()
  process.stdout.write(`errata is listening on ${app.url}\n`)
  if (app.setupUrl) process.stdout.write(`Set it up here (one-time link): ${app.setupUrl}\n`)
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  await app.close()
}
