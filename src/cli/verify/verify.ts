import { counted } from '#contract/counted.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import { inertLine } from '#domain/text/inert-text.ts'
import { withSnapshots } from '#storage/engine/snapshot.ts'
import type { VerifyProgress } from '#storage/verify/progress.ts'
import { type Verification, verifyInSteps } from '#storage/verify/verify-database.ts'
import type { CommandContext } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { verifyFiles } from './files.ts'
import { verifyJournalFile, verifyPositions } from './journal.ts'

/** `verify`: counts every number again from the rows behind it, and says where they differ; also while
 * the service runs. It changes nothing. `--deep` reads every document and file as well.
 * @throws when there are differences, so that the exit code is 1. */
export async function verify({ config, args }: CommandContext): Promise<void> {
  const { json = false, deep: isDeep = false } = readOptions(args, ['json', 'deep'])
  const startedAt = performance.now()
  const onProgress = progressLines(startedAt)
  const result = await withSnapshots(config, (take) => verifyInSteps(take, { isDeep, onProgress }))
  const differences = await verifyPositions(config)
  differences.push(...(await verifyFiles(config, isDeep)))
  if (isDeep) differences.push(...(await verifyJournalFile(config)))
  const found = {
    ...result,
    differences: [...differences, ...result.differences],
    differencesTotal: result.differencesTotal + differences.length,
  }
  const seconds = Math.round(performance.now() - startedAt) / 1000
  process.stdout.write(json ? jsonReport(found, { seconds, isDeep }) : textReport(found, { seconds, isDeep }))
  if (found.differencesTotal > 0) {
    throw new Error(`${counted(found.differencesTotal, 'difference')} between numbers and their rows.`)
  }
}

const PROGRESS_EVERY_MS = 15_000

/** A line now and then, beside the report: a large database takes minutes. */
function progressLines(startedAt: number): (progress: VerifyProgress) => void {
  let nextAt = startedAt + PROGRESS_EVERY_MS
  return ({ what, checked, total }) => {
    const now = performance.now()
    if (now < nextAt) return
    nextAt = now + PROGRESS_EVERY_MS
    const seconds = Math.round((now - startedAt) / 1000)
    process.stderr.write(`${checked} of ${total} ${what} checked after ${seconds} s\n`)
  }
}

interface Run {
  seconds: number
  isDeep: boolean
}

function jsonReport(found: Verification, { seconds, isDeep }: Run): string {
  const { organizations, issues, events, documents, skipped, differences, differencesTotal } = found
  const report = {
    ok: differencesTotal === 0,
    organizations,
    issues,
    events,
    ...(isDeep && { documents, skipped }),
    differences,
    differences_total: differencesTotal,
    seconds,
  }
  return `${visibleJson(report, 2)}\n`
}

function textReport(found: Verification, { seconds, isDeep }: Run): string {
  const { organizations, issues, events, documents, skipped, differences, differencesTotal } = found
  const lines = [
    `${counted(organizations, 'organization')}, ${counted(issues, 'issue')} and ${counted(events, 'stored event')} checked in ${seconds} s`,
    ...(isDeep ? [`${counted(documents, 'document')} read`] : []),
    ...skipped.map((reason) => `Skipped: ${reason}`),
    // Senders chose the names in it, and verify is mostly run in a terminal.
    ...differences.map(({ check, subject, message }) => inertLine(`${subject}: ${message} (${check})`)),
  ]
  const hidden = differencesTotal - differences.length
  if (hidden > 0) lines.push(`… and ${hidden} more`)
  if (differencesTotal === 0) lines.push('Every number matches its rows.')
  return `${lines.join('\n')}\n`
}
