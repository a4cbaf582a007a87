import { parseArgs } from 'node:util'
import { withSnapshot } from '#storage/snapshot.ts'
import { type Verification, verifyDatabase } from '#storage/verify/verify-database.ts'
import type { CommandContext } from './command-context.ts'
import { orUsageError } from './read-options.ts'

/**
 * `verify`: makes every number again from the rows it is made of, and says where they differ; also while the
 * service runs. It changes nothing.
 * @throws when there are differences, so that the exit code is 1.
 */
export async function verify({ config, args }: CommandContext): Promise<void> {
  const { json } = readArguments(args)
  const { dataDir, databaseUrl } = config
  const startedAt = performance.now()
  const found = await withSnapshot({ dataDir, databaseUrl }, verifyDatabase)
  const seconds = Math.round(performance.now() - startedAt) / 1000
  process.stdout.write(json ? jsonReport(found, seconds) : textReport(found, seconds))
  if (found.differencesTotal > 0) {
    throw new Error(`${found.differencesTotal} numbers do not follow from the rows they are made of.`)
  }
}

function readArguments(args: string[]): { json: boolean } {
  const options = { json: { type: 'boolean', default: false } } as const
  return orUsageError(() => parseArgs({ args, options }).values)
}

function jsonReport({ differencesTotal, ...found }: Verification, seconds: number): string {
  const report = { ok: differencesTotal === 0, ...found, differences_total: differencesTotal, seconds }
  return `${JSON.stringify(report, null, 2)}\n`
}

function textReport(found: Verification, seconds: number): string {
  const { organizations, issues, events, differences, differencesTotal } = found
  const lines = [
    `${organizations} organizations, ${issues} issues and ${events} stored events checked in ${seconds} s`,
    ...differences.map(({ check, subject, message }) => `${subject}: ${message} (${check})`),
  ]
  const hidden = differencesTotal - differences.length
  if (hidden > 0) lines.push(`… and ${hidden} more`)
  if (differencesTotal === 0) lines.push('Every number follows from the rows it is made of.')
  return `${lines.join('\n')}\n`
}
