import type { Config } from '#platform/config/config.ts'

/** What a command is run with. */
export interface CommandContext {
  config: Config
  /** The command line without the words of the command's name. */
  args: string[]
  /** Environment of the process, for what is not a setting. */
  env: Record<string, string | undefined>
}

/** The command line is wrong; the message says what is missing. */
export class UsageError extends Error {}

/** A running service refused, or could not be asked; `exitCode` says which. */
export class RemoteError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
