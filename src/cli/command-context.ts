import type { Config } from '#platform/config/config.ts'

export interface CommandContext {
  config: Config
  args: string[]
  env: Record<string, string | undefined>
}

export interface Command {
  run: (context: CommandContext) => Promise<void>
  /** How it is called, and from the next line on what it does. */
  help: string
}

/** The command line is wrong; the message says what is missing. */
export class UsageError extends Error {}

export class RemoteError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
