import type { Config } from '#platform/config.ts'

/** What a command is run with. */
export interface CommandContext {
  config: Config
  /** Words after the command's name. */
  args: string[]
}

/** The command line is wrong; the message says what is missing. */
export class UsageError extends Error {}
