import { counted } from '#contract/counted.ts'
import { COMMIT_LIMITS } from '#domain/release/commits.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readWords } from '../read-options.ts'
import { print } from '../remote/arguments.ts'
import { askService } from '../remote/remote.ts'
import { commitsSince, hasCommit, isShallow, type ToldCommit } from './git-log.ts'

/** Of a first release: some that are new in it. */
const FIRST_COMMITS = 20

interface Before {
  version?: string
  lastCommit?: { id: string }
}

/** `release commits RELEASE`: tells which commits are new in a release, by the history of this folder. */
export async function releaseCommitsCommand({ args, env }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['project', 'since', 'json'], ['the release'])
  const { project, since: given, json = false } = options
  if (project === undefined) throw new UsageError('Give --project with the slug or ID of the project.')
  const [release] = words as [string]
  const path = `/api/0/projects/any/${encodeURIComponent(project)}/releases/${encodeURIComponent(release)}/`
  // So that the release before is looked for among those of this project.
  await askService(env, { method: 'PUT', path, body: '{}' })
  const before = given === undefined ? await releaseBefore(env, release) : { lastCommit: { id: given } }
  const { commits, since } = await newCommits(before, given !== undefined)
  const fixes = commits.length === 0 ? NO_FIXES : await tell(env, path, commits)
  const report = { release, commits: commits.length, since, newest: commits[0]?.id ?? null, ...fixes }
  print(json ? JSON.stringify(report) : `${sentence(report, before)}${fixSentence(fixes)}`)
}

/** Issues that the commits say they fix. */
interface Fixes {
  issues_named: number
  issues_resolved: number
}

const NO_FIXES: Fixes = { issues_named: 0, issues_resolved: 0 }

async function tell(
  env: CommandContext['env'],
  path: string,
  commits: readonly ToldCommit[],
): Promise<Fixes> {
  const body = JSON.stringify({ commits })
  const answer = JSON.parse(await askService(env, { method: 'PUT', path, body }))
  return { issues_named: answer.issuesNamed, issues_resolved: answer.issuesResolved }
}

function fixSentence({ issues_named: named, issues_resolved: resolved }: Fixes): string {
  if (named === 0) return ''
  const others = resolved < named ? '; the others are resolved already, or the token lacks write:triage' : ''
  return `\nThe commits fix ${counted(named, 'issue')}: ${resolved} resolved now${others}.`
}

async function releaseBefore(env: CommandContext['env'], release: string): Promise<Before> {
  const path = `/api/0/organizations/any/releases/${encodeURIComponent(release)}/previous-with-commits/`
  return JSON.parse(await askService(env, { method: 'GET', path })) as Before
}

async function newCommits(
  { lastCommit }: Before,
  isGiven: boolean,
): Promise<{ commits: ToldCommit[]; since: string | null }> {
  const folder = process.cwd()
  if (lastCommit && (await hasCommit(folder, lastCommit.id))) {
    const commits = await commitsSince(folder, lastCommit.id, COMMIT_LIMITS.commitsPerRelease)
    return { commits, since: lastCommit.id }
  }
  if (await isShallow(folder)) {
    throw new UsageError(
      'This checkout lacks the history that tells what is new. Fetch it: git fetch --unshallow, or fetch-depth: 0 on GitHub Actions.',
    )
  }
  if (isGiven) throw new UsageError(`This repository has no commit ${lastCommit?.id}. Give one that it has.`)
  return { commits: await commitsSince(folder, null, FIRST_COMMITS), since: null }
}

function sentence(
  report: { release: string; commits: number; since: string | null },
  before: Before,
): string {
  const { release, commits, since } = report
  const start = before.version === undefined ? since : `${before.version} (${before.lastCommit?.id})`
  if (commits === 0) return `${release} has no commits since ${start}.`
  if (since !== null) return `${release}: ${counted(commits, 'commit')} since ${start}.`
  const why = before.lastCommit
    ? `the last commit of ${start} is not in this repository`
    : 'it is the first release'
  return `${release}: the newest ${counted(commits, 'commit')}, as ${why}.`
}
