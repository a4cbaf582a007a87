import { parseArgs } from 'node:util'
import { UsageError } from './command-context.ts'

/**
 * Reads options with a value, `--name value`, by their names.
 * @throws UsageError for anything else on the line.
 */
export function readOptions<Name extends string>(
  args: string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  return orUsageError(() => parseArgs({ args, options }).values as Partial<Record<Name, string>>)
}

/**
 * For commands without options: what is left on the line is a mistake, not to be passed over.
 * @throws UsageError where there is anything.
 */
export function requireNoArguments(args: string[]): void {
  readOptions(args, [])
}

/** What reading a command line gives; what cannot be read is a UsageError with the same sentence. */
export function orUsageError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
