import type { Whoami } from '#contract/account/agent-token.ts'
import type { FixStats } from '#contract/issue/fix.ts'
import type { QueuePage } from '#contract/issue/queue.ts'
import { type Command, type CommandContext, UsageError } from '../command-context.ts'
import { readOptions, readWords } from '../read-options.ts'
import { AGENT, noteMore, noteSearch, print, queryOf } from './arguments.ts'
import { fieldsOf } from './fields.ts'
import { ISSUE_COMMANDS } from './issue-commands.ts'
import { mcp } from './mcp.ts'
import { projectId, projectSlugs } from './project-option.ts'
import { askService, table } from './remote.ts'

const NOTHING_CHANGED = 'No issue in the queue changed.'

async function queue({ args, env }: CommandContext): Promise<void> {
  const {
    json = false,
    fields,
    project,
    unclaimed,
    ...query
  } = readOptions(args, [
    'json',
    'fields',
    'unclaimed',
    'project',
    'environment',
    'q',
    'window',
    'limit',
    'since',
    'cursor',
  ])
  const path = `${AGENT}/queue${queryOf({ ...query, project_id: await projectId(env, project), unclaimed: unclaimed ? 'true' : undefined })}`
  const text = await askService(env, { method: 'GET', path })
  const page = JSON.parse(text) as QueuePage
  if (json && fields === undefined) return print(text)
  if (query.since !== undefined) {
    const left = (page.left ?? []).map((id) => `${id} left the queue.\n`).join('')
    if (page.left_capped) process.stderr.write('More issues left the queue. Read it again without --since.\n')
    process.stderr.write(`${left}For what changes from now on: --since=${page.since_cursor}\n`)
  }
  noteSearch(page)
  print(fields === undefined ? queueTable(page, await projectSlugs(env)) : fieldsOf(page.queue, fields, json))
  noteMore(page)
}

function queueTable(page: QueuePage, slugs: ReadonlyMap<string, string>): string {
  if (page.queue.length === 0) return page.left === undefined ? 'The queue is empty.' : NOTHING_CHANGED
  const rows = page.queue.map(({ issue, priority_score, claim, fix }) => {
    const claimed = claim === null ? '' : `claimed by ${claim.claimed_by.name ?? claim.claimed_by.kind}`
    return [
      priority_score,
      issue.id,
      fix?.state === 'still_failing' ? `${issue.status}, still failing` : issue.status,
      issue.event_count,
      issue.unique_user_count,
      claimed,
      slugs.get(issue.project_id) ?? '',
      issue.title,
    ]
  })
  return table([['SCORE', 'ISSUE', 'STATUS', 'EVENTS', 'USERS', 'CLAIM', 'PROJECT', 'TITLE'], ...rows])
}

async function fixes({ args, env }: CommandContext): Promise<void> {
  const { json = false, fields, project, window } = readOptions(args, ['json', 'fields', 'project', 'window'])
  const path = `/api/v1/stats/fixes${queryOf({ project_id: await projectId(env, project), window })}`
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
    row.unconfirmed,
    row.withdrawn,
    row.median_seconds_to_fix === null ? '' : duration(row.median_seconds_to_fix),
  ])
  const outcomes = ['VERIFIED', 'STILL FAILING', 'WATCHING', 'UNCONFIRMED', 'WITHDRAWN']
  print(table([['WHO', 'FIXES', ...outcomes, 'MEDIAN TIME TO FIX'], ...rows]))
}

/** In its largest useful unit: `45 min`, `18 h`, `7 d`. */
function duration(seconds: number): string {
  const [minutes, hours] = [Math.round(seconds / 60), Math.round(seconds / 3600)]
  if (minutes < 120) return `${minutes} min`
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

async function whoami({ args, env }: CommandContext): Promise<void> {
  const { json } = readOptions(args, ['json'])
  const text = await askService(env, { method: 'GET', path: `${AGENT}/whoami` })
  if (json) return print(text)
  const { org_id, user_id, role, scopes, token, limits } = JSON.parse(text) as Whoami
  const left = ({ remaining, limit }: Whoami['limits']['reads']) =>
    `${remaining} of ${limit} left in ${limits.window_seconds} s`
  print(
    table([
      ['token', `${token.label} (${token.token_prefix}…)`],
      ['scopes', scopes.join(', ')],
      ['role', role],
      ['user_id', user_id],
      ['org_id', org_id],
      ['reads', left(limits.reads)],
      ['writes', left(limits.writes)],
    ]),
  )
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
    help: 'queue [--project P] [--environment E] [--q Q] [--window 7d] [--limit 20] [--unclaimed]\n[--since=CURSOR] [--cursor=CURSOR] [--fields issue.id,priority_score] [--json]\nwhat to fix next; this and the commands below call the service at ERRATA_URL with ERRATA_TOKEN',
  },
  ...ISSUE_COMMANDS,
  whoami: {
    run: whoami,
    help: 'whoami [--json]          show who the token acts for, and how much of its limits is left',
  },
  fixes: {
    run: fixes,
    help: 'fixes [--project P] [--window 30d] [--fields actor.name,verified] [--json]\ncount fixes and their outcomes by person and token',
  },
  mcp: {
    run: mcp,
    help: 'mcp                      speak the Model Context Protocol over stdin and stdout, for coding agents',
  },
  api: { run: api, help: 'api METHOD PATH [--data JSON]   call any API route and print the response' },
}
