import type { Claim } from '#contract/issue/claim.ts'
import type { FixStats } from '#contract/issue/fix.ts'
import type { IssueDetail, IssueSummary } from '#contract/issue/issue.ts'
import type { QueuePage } from '#contract/issue/queue.ts'
import { issueIdIn } from '#domain/issue/address.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions, readWords } from '../read-options.ts'
import { fieldsOf } from './fields.ts'
import { mcp } from './mcp.ts'
import { askService, table } from './remote.ts'

interface Command {
  run: (context: CommandContext) => Promise<void>
  help: string
}

const AGENT = '/api/v1/agent'
const ISSUE = 'the id of an issue, or the URL of its page,'
const INDENT = '\n                           '

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

function issueId(given: string): string {
  const id = issueIdIn(given)
  if (id === null) throw new UsageError(`${given} is not an issue. Give its ID or the URL of its page.`)
  return id
}

function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

async function queue({ args, env }: CommandContext): Promise<void> {
  const {
    json = false,
    fields,
    project,
    unclaimed,
    ...query
  } = readOptions(args, ['json', 'fields', 'unclaimed', 'project', 'environment', 'q', 'window', 'limit'])
  const path = `${AGENT}/queue${queryOf({ ...query, project_id: project, unclaimed: unclaimed ? 'true' : undefined })}`
  const text = await askService(env, { method: 'GET', path })
  const page = JSON.parse(text) as QueuePage
  if (fields !== undefined) return print(fieldsOf(page.queue, fields, json))
  if (json) return print(text)
  if (page.queue.length === 0) return print('The queue is empty.')
  const rows = page.queue.map(({ issue, priority_score, claim, fix }) => {
    const claimed = claim === null ? '' : `claimed by ${claim.claimed_by.name ?? claim.claimed_by.kind}`
    return [
      priority_score,
      issue.id,
      fix?.state === 'still_failing' ? `${issue.status}, still failing` : issue.status,
      issue.event_count,
      issue.unique_user_count,
      claimed,
      issue.title,
    ]
  })
  print(table([['SCORE', 'ISSUE', 'STATUS', 'EVENTS', 'USERS', 'CLAIM', 'TITLE'], ...rows]))
}

async function viewIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'fields'], [ISSUE])
  const text = await askService(env, { method: 'GET', path: `${AGENT}/issues/${issueId(words[0]!)}` })
  const issue = JSON.parse(text) as IssueDetail
  if (options.fields !== undefined) return print(fieldsOf([issue], options.fields, options.json ?? false))
  if (options.json) return print(text)
  print(
    table([
      ['issue', issue.id],
      ['title', issue.title],
      ['culprit', issue.culprit],
      ['status', `${issue.status}${issue.snoozed ? ', snoozed' : ''}`],
      ['level', issue.level],
      ['events', `${issue.event_count} (${issue.stored_event_count} stored)`],
      ['users', issue.unique_user_count],
      ['first seen', `${issue.first_seen_at} ${issue.first_release}`],
      ['last seen', `${issue.last_seen_at} ${issue.release}`],
      ['claim', issue.claim === null ? 'none' : claimText(issue.claim)],
      ['fix', issue.fix === null ? 'none' : `${issue.fix.state}, in ${issue.fix.release}`],
    ]),
  )
}

function claimText({ claimed_by, expires_at }: Claim): string {
  return `${claimed_by.name ?? claimed_by.kind} until ${expires_at}`
}

async function issueContext({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'event', 'max-chars'], [ISSUE])
  const query = queryOf({
    format: options.json ? 'json' : 'markdown',
    event: options.event,
    max_chars: options['max-chars'],
  })
  print(
    await askService(env, { method: 'GET', path: `${AGENT}/issues/${issueId(words[0]!)}/context${query}` }),
  )
}

async function claimIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'minutes'], [ISSUE])
  const body = JSON.stringify(options.minutes === undefined ? {} : { minutes: Number(options.minutes) })
  const path = `${AGENT}/issues/${issueId(words[0]!)}/claim`
  const text = await askService(env, { method: 'POST', path, body })
  print(options.json ? text : `Claimed until ${(JSON.parse(text) as Claim).expires_at}.`)
}

async function releaseIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json'], [ISSUE])
  const path = `${AGENT}/issues/${issueId(words[0]!)}/claim`
  const text = await askService(env, { method: 'DELETE', path })
  const { released } = JSON.parse(text) as { released: boolean }
  print(options.json ? text : released ? 'Released.' : 'Nobody had claimed it.')
}

async function resolveIssue({ args, env }: CommandContext): Promise<void> {
  const names = ['json', 'release', 'commit', 'url', 'note', 'verify-after'] as const
  const { options, words } = readWords(args, names, [ISSUE])
  const { release, commit, url, note, 'verify-after': hours } = options
  const fix = { commit, url, note, verify_after_hours: hours === undefined ? undefined : Number(hours) }
  const hasFix = Object.values(fix).some((value) => value !== undefined)
  const body = JSON.stringify({
    status: 'resolved',
    ...(release !== undefined && { resolved_in_release: release }),
    ...(hasFix && { fix }),
  })
  const text = await askService(env, { method: 'PATCH', path: `${AGENT}/issues/${issueId(words[0]!)}`, body })
  const { resolved_in_release: fixedIn } = JSON.parse(text) as IssueSummary
  print(options.json ? text : `Resolved${fixedIn ? ` in ${fixedIn}` : ''}.`)
}

async function fixes({ args, env }: CommandContext): Promise<void> {
  const { json = false, fields, project, window } = readOptions(args, ['json', 'fields', 'project', 'window'])
  const path = `/api/v1/stats/fixes${queryOf({ project_id: project, window })}`
  const text = await askService(env, { method: 'GET', path })
  const { by } = JSON.parse(text) as FixStats
  if (fields !== undefined) return print(fieldsOf(by, fields, json))
  if (json) return print(text)
  const rows = by.map((row) => [
    row.actor.name ?? row.actor.kind,
    row.fixes,
    row.verified,
    row.still_failing,
    row.watching,
    row.median_seconds_to_fix === null ? '' : `${Math.round(row.median_seconds_to_fix / 60)} min`,
  ])
  print(table([['WHO', 'FIXES', 'VERIFIED', 'STILL FAILING', 'WATCHING', 'MEDIAN TIME TO FIX'], ...rows]))
}

async function snoozeIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'mode', 'until'], [ISSUE])
  const { mode = 'hours', until } = options
  const body = JSON.stringify({ mode, until })
  const path = `${AGENT}/issues/${issueId(words[0]!)}/snooze`
  const text = await askService(env, { method: 'POST', path, body })
  const { snooze_until: end } = JSON.parse(text) as IssueSummary
  print(options.json ? text : `Snoozed${end ? ` until ${end}` : ''}.`)
}

async function api({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['data'], ['a method', 'a path'])
  const [method, path] = words as [string, string]
  if (!path.startsWith('/api/v1/'))
    throw new UsageError('The path must begin with /api/v1/. See /docs on your Errata.')
  const { data } = options
  print(
    await askService(env, { method: method.toUpperCase(), path, ...(data !== undefined && { body: data }) }),
  )
}

/** Commands that ask a running service over HTTP, with `ERRATA_URL` and `ERRATA_TOKEN`. */
export const REMOTE_COMMANDS: Record<string, Command> = {
  queue: {
    run: queue,
    help: `queue [--project ID] [--environment E] [--q Q] [--window 7d] [--limit 20] [--unclaimed]${INDENT}[--fields issue.id,priority_score] [--json]${INDENT}what to fix next; this and the commands below call the service at ERRATA_URL with ERRATA_TOKEN`,
  },
  'issue view': {
    run: viewIssue,
    help: `issue view ISSUE [--fields status,fix.state] [--json]${INDENT}show an issue, by its ID or page URL`,
  },
  'issue context': {
    run: issueContext,
    help: `issue context ISSUE [--event best|latest|first|ID] [--max-chars N] [--json]${INDENT}print the fix context as Markdown, to pipe to an agent`,
  },
  'issue claim': { run: claimIssue, help: 'issue claim ISSUE [--minutes 30] [--json]' },
  'issue release': { run: releaseIssue, help: 'issue release ISSUE [--json]' },
  'issue resolve': {
    run: resolveIssue,
    help: `issue resolve ISSUE [--release R [--commit C] [--url U] [--note N] [--verify-after HOURS]] [--json]${INDENT}with a release, Errata watches whether the fix holds`,
  },
  'issue snooze': {
    run: snoozeIssue,
    help: `issue snooze ISSUE [--mode hours|occurrences|users] [--until 2026-11-20T09:00:00Z] [--json]${INDENT}hide it for 4 hours, until a time, or until 100 more events or 10 more users`,
  },
  fixes: {
    run: fixes,
    help: `fixes [--project ID] [--window 30d] [--fields actor.name,verified] [--json]${INDENT}count fixes and their outcomes by person and token`,
  },
  mcp: {
    run: mcp,
    help: 'mcp                      speak the Model Context Protocol over stdin and stdout, for coding agents',
  },
  api: { run: api, help: 'api METHOD PATH [--data JSON]   call any API route and print the response' },
}
