import type { Claim } from '#contract/issue/claim.ts'
import type { IssueDetail, IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import { type Command, type CommandContext, UsageError } from '../command-context.ts'
import { readOptions, readWords } from '../read-options.ts'
import { AGENT, ISSUE, issueId, noteMore, noteSearch, print, queryOf } from './arguments.ts'
import { fieldsOf } from './fields.ts'
import { projectId } from './project-option.ts'
import { askService, table } from './remote.ts'

async function listIssues({ args, env }: CommandContext): Promise<void> {
  const names = ['json', 'fields', 'q', 'project', 'window', 'sort', 'limit', 'cursor'] as const
  const { json = false, fields, project, ...query } = readOptions(args, names)
  const path = `/api/v1/issues${queryOf({ ...query, project_id: await projectId(env, project) })}`
  const text = await askService(env, { method: 'GET', path })
  const page = JSON.parse(text) as IssuePage
  if (json && fields === undefined) return print(text)
  noteSearch(page)
  print(fields === undefined ? issueTable(page) : fieldsOf(page.issues, fields, json))
  noteMore(page)
}

function issueTable({ issues }: IssuePage): string {
  if (issues.length === 0) return 'No issues match.'
  const rows = issues.map((issue) => [
    issue.id,
    issue.status,
    issue.level,
    issue.event_count,
    issue.unique_user_count,
    issue.last_seen_at,
    issue.title,
  ])
  return table([['ISSUE', 'STATUS', 'LEVEL', 'EVENTS', 'USERS', 'LAST SEEN', 'TITLE'], ...rows])
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

function setStatus(status: 'unresolved' | 'ignored', said: string): Command['run'] {
  return async ({ args, env }) => {
    const { options, words } = readWords(args, ['json'], [ISSUE])
    const path = `${AGENT}/issues/${issueId(words[0]!)}`
    const text = await askService(env, { method: 'PATCH', path, body: JSON.stringify({ status }) })
    print(options.json ? text : said)
  }
}

async function commentOnIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'message'], [ISSUE])
  if (!options.message) throw new UsageError('issue comment needs --message with the text.')
  const path = `/api/v1/issues/${issueId(words[0]!)}/comments`
  const body = JSON.stringify({ body: options.message })
  const text = await askService(env, { method: 'POST', path, body })
  if (options.json) return print(text)
  const { mentioned } = JSON.parse(text) as { mentioned: string[] }
  print(mentioned.length === 0 ? 'Commented.' : `Commented. It mentions ${mentioned.join(', ')}.`)
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

/** Commands on issues, which ask a running service. */
export const ISSUE_COMMANDS: Record<string, Command> = {
  'issue list': {
    run: listIssues,
    help: 'issue list [--q Q] [--project P] [--window 7d] [--sort last_seen_desc] [--limit 100] [--cursor=CURSOR]\n[--fields id,title] [--json]\nsearch issues, as in the dashboard',
  },
  'issue view': {
    run: viewIssue,
    help: 'issue view ISSUE [--fields status,fix.state] [--json]\nshow an issue, by its id or the URL of its page',
  },
  'issue context': {
    run: issueContext,
    help: 'issue context ISSUE [--event best|latest|first|ID] [--max-chars N] [--json]\nprint the fix context as Markdown, to pipe to an agent',
  },
  'issue claim': { run: claimIssue, help: 'issue claim ISSUE [--minutes 30] [--json]' },
  'issue release': { run: releaseIssue, help: 'issue release ISSUE [--json]' },
  'issue resolve': {
    run: resolveIssue,
    help: 'issue resolve ISSUE [--release R [--commit C] [--url U] [--note N] [--verify-after HOURS]] [--json]\nwith a release, Errata watches whether the fix holds',
  },
  'issue snooze': {
    run: snoozeIssue,
    help: 'issue snooze ISSUE [--mode hours|occurrences|users] [--until 2026-11-20T09:00:00Z] [--json]\nhide it for 4 hours, until a time, or until 100 more events or 10 more users',
  },
  'issue reopen': { run: setStatus('unresolved', 'Reopened.'), help: 'issue reopen ISSUE [--json]' },
  'issue ignore': { run: setStatus('ignored', 'Ignored.'), help: 'issue ignore ISSUE [--json]' },
  'issue comment': { run: commentOnIssue, help: 'issue comment ISSUE --message TEXT [--json]' },
}
