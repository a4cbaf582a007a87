import { type DryRun, regroupProject } from '#actions/grouping/regroup-project.ts'
import { counted } from '#contract/counted.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import { inertLine } from '#domain/text/inert-text.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { chooseProject } from './project/choose-project.ts'
import { readWords } from './read-options.ts'
import { withDatabase } from './with-database.ts'

const EVENTS = { usual: 1000, most: 10_000 }
const SHOWN = 50

/** By default groups events as if sent now. Changes nothing.
 * @throws UsageError for an unknown project, and without `--dry-run`. */
export async function regroupCommand(context: CommandContext): Promise<void> {
  const { options, words } = readWords(
    context.args,
    ['dry-run', 'events', 'in-app', 'not-in-app', 'fingerprint', 'json'],
    ['a project'],
  )
  if (!options['dry-run'])
    throw new UsageError('Errata never regroups stored events. Add --dry-run to see what would change.')
  const wish = {
    events: eventsOf(options.events),
    rules: {
      inApp: options['in-app'] ?? [],
      notInApp: options['not-in-app'] ?? [],
      fingerprint: options.fingerprint ?? [],
    },
  }
  await withDatabase(context, async (database) => {
    const projectUid = await chooseProject(database, words[0]!)
    const run = await regroupProject(database, { ...wish, projectUid })
    process.stdout.write(options.json ? `${visibleJson(run)}\n` : report(run))
  })
}

function eventsOf(given: string | undefined): number {
  if (given === undefined) return EVENTS.usual
  const events = Number(given)
  if (events >= 1 && events <= EVENTS.most) return events
  throw new UsageError(`--events must be a number from 1 to ${EVENTS.most}.`)
}

function report(run: DryRun): string {
  const { project, events, skipped, issues, groups, joins, splits } = run
  const lines = [
    `${inertLine(project)}: ${counted(events, 'event')} of ${counted(issues, 'issue')} would form ${counted(groups, 'group')}.`,
    ...(skipped > 0 ? [`Skipped ${counted(skipped, 'event')}: unreadable, or in the overflow issue.`] : []),
    `Joins: ${joins.length}`,
    ...joins
      .slice(0, SHOWN)
      .flatMap(({ issues: joined }) => ['  one issue would contain:', ...joined.map(joinLine)]),
    `Splits: ${splits.length}`,
    ...splits
      .slice(0, SHOWN)
      .map(
        ({ issue, events: parts }) =>
          `  ${named(issue)} would be ${parts.length} issues (${parts.join(', ')} events)`,
      ),
  ]
  if (Math.max(joins.length, splits.length) > SHOWN)
    lines.push(`Only the first ${SHOWN} are listed; --json has all.`)
  lines.push('Nothing was changed.')
  return `${lines.join('\n')}\n`
}

function joinLine(issue: { id: string; title: string; events: number }): string {
  return `    ${named(issue)} (${counted(issue.events, 'event')})`
}

function named({ id, title }: { id: string; title: string }): string {
  return `${id} ${inertLine(title)}`
}
