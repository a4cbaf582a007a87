import type { Whoami } from '#contract/account/agent-token.ts'
import type { MemberList } from '#contract/account/member.ts'
import type { Claim } from '#contract/issue/claim.ts'
import type { IssueDetail, IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import { isSameOrNewer } from '#domain/release/release-order.ts'
import { type Command, type CommandContext, RemoteError, UsageError } from '../command-context.ts'
import { readOptions, readWords } from '../read-options.ts'
import { AGENT, ISSUE, issueId, noteMore, noteSearch, print, queryOf } from './arguments.ts'
import { fieldsOf } from './fields.ts'
import { projectId, projectSlugs } from './project-option.ts'
import { askService, NOT_FOUND, table } from './remote.ts'

const MEMBERS_SHOWN = 10
const NO_RELEASE =
  '--next, --commit, --url, --note and --verify-after need --release with the release that has the fix; with --next, the newest one without it.'
const FIX_AND_NEXT =
  '--next watches no fix. Give the release that has the fix, or leave out --commit, --url, --note and --verify-after.'
const SEEN_IN_RELEASE =
  'Note: The error was seen in that release or a newer one, and its next event there counts as a failed fix. If the fix is not in that release, resolve it in the one that will have it, or use --next.\n'

async function listIssues({ args, env }: CommandContext): Promise<void> {
  const names = ['json', 'fields', 'q', 'project', 'window', 'sort', 'limit', 'cursor'] as const
  const { json = false, fields, project, ...query } = readOptions(args, names)
  const path = `/api/v1/issues${queryOf({ ...query, project_id: await projectId(env, project) })}`
  const text = await askService(env, { method: 'GET', path })
  const page = JSON.parse(text) as IssuePage
  if (json && fields === undefined) return print(text)
  noteSearch(page)
  print(
    fields === undefined ? issueTable(page, await projectSlugs(env)) : fieldsOf(page.issues, fields, json),
  )
  noteMore(page)
}

function issueTable({ issues }: IssuePage, slugs: ReadonlyMap<string, string>): string {
  if (issues.length === 0) return 'No issues match.'
  const rows = issues.map((issue) => [
    issue.id,
    issue.status,
    issue.level,
    issue.event_count,
    issue.unique_user_count,
    issue.last_seen_at,
    slugs.get(issue.project_id) ?? '',
    issue.title,
  ])
  return table([['ISSUE', 'STATUS', 'LEVEL', 'EVENTS', 'USERS', 'LAST SEEN', 'PROJECT', 'TITLE'], ...rows])
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
      ['project', (await projectSlugs(env)).get(issue.project_id) ?? ''],
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
  const names = ['json', 'release', 'next', 'commit', 'url', 'note', 'verify-after'] as const
  const { options, words } = readWords(args, names, [ISSUE])
  const { release, next: isNext = false, commit, url, note, 'verify-after': hours } = options
  const fix = { commit, url, note, verify_after_hours: hours === undefined ? undefined : Number(hours) }
  const hasFix = Object.values(fix).some((value) => value !== undefined)
  if (!release && (hasFix || isNext)) throw new UsageError(NO_RELEASE)
  if (hasFix && isNext) throw new UsageError(FIX_AND_NEXT)
  const body = JSON.stringify({
    status: 'resolved',
    ...(release !== undefined && { resolved_in_release: release }),
    ...(isNext && { in_next_release: true }),
    ...(hasFix && { fix }),
  })
  const text = await askService(env, { method: 'PATCH', path: `${AGENT}/issues/${issueId(words[0]!)}`, body })
  const { resolved_in_release: fixedIn, release: seenIn } = JSON.parse(text) as IssueSummary
  const where = fixedIn ? ` in ${isNext ? 'the release after ' : ''}${fixedIn}` : ''
  print(options.json ? text : `Resolved${where}.`)
  if (release && !isNext && isSameOrNewer(seenIn, release)) process.stderr.write(SEEN_IN_RELEASE)
}

/** To whom nobody belongs as well: an agent hands over what it cannot fix, or gives it back. */
async function assignIssue({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json', 'to'], [ISSUE])
  const path = `${AGENT}/issues/${issueId(words[0]!)}`
  if (!options.to) throw new UsageError('issue assign needs --to with the email of a member, me or nobody.')
  const body = JSON.stringify({ assignee_id: await memberId(env, options.to.toLowerCase()) })
  const text = await askService(env, { method: 'PATCH', path, body })
  const { assignee } = JSON.parse(text) as IssueSummary
  print(options.json ? text : `Assigned to ${assignee?.email ?? 'nobody'}.`)
}

/** Null for nobody. @throws RemoteError for an email that no member has */
async function memberId(env: CommandContext['env'], to: string): Promise<string | null> {
  if (to === 'nobody') return null
  if (to === 'me') {
    return (JSON.parse(await askService(env, { method: 'GET', path: `${AGENT}/whoami` })) as Whoami).user_id
  }
  const { members } = JSON.parse(
    await askService(env, { method: 'GET', path: '/api/v1/members' }),
  ) as MemberList
  const found = members.find(({ email }) => email === to)
  if (found) return found.id
  const meant = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(to))
  const others = meant.length > 0 ? meant : members
  const named = others.slice(0, MEMBERS_SHOWN).map(({ email }) => email)
  throw new RemoteError(`No member has the email "${to}". Use one such as ${named.join(', ')}.`, NOT_FOUND)
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
    help: 'issue resolve ISSUE [--release R [--commit C] [--url U] [--note N] [--verify-after HOURS]] [--json]\nwith a release, Errata watches whether the fix holds; --release R --next: the fix comes after R',
  },
  'issue assign': {
    run: assignIssue,
    help: 'issue assign ISSUE --to EMAIL|me|nobody [--json]\nhand it over to a member',
  },
  'issue snooze': {
    run: snoozeIssue,
    help: 'issue snooze ISSUE [--mode hours|occurrences|users] [--until 2026-11-20T09:00:00Z] [--json]\nhide it for 4 hours, until a time, or until 100 more events or 10 more users',
  },
  'issue reopen': { run: setStatus('unresolved', 'Reopened.'), help: 'issue reopen ISSUE [--json]' },
  'issue ignore': { run: setStatus('ignored', 'Ignored.'), help: 'issue ignore ISSUE [--json]' },
  'issue comment': { run: commentOnIssue, help: 'issue comment ISSUE --message TEXT [--json]' },
}
