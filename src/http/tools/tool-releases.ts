import { z } from 'zod'
import { resolveFixedIssues } from '#actions/fixes/fixes-of-commits.ts'
import {
  MAX_RELEASE_PROJECTS,
  noteCommits,
  noteDeploy,
  noteRelease,
  releaseBefore,
} from '#actions/projects/release-notes.ts'
import { isoTime } from '#contract/time.ts'
import { COMMIT_LIMITS, type Commit } from '#domain/release/commits.ts'
import { issuesFixedBy } from '#domain/release/fixed-issues.ts'
import { checkReleaseVersion } from '#ingest/release-file/read-release-upload.ts'
import { callerOf } from '../auth/caller-of.ts'
import { principalMay } from '../auth/principal-may.ts'
import { parseInput } from '../parse-input.ts'
import { releaseAnswer } from './tool-answers.ts'
import { requireNamed, type ToolCall } from './tool-call.ts'

/** The oldest of the commits that a tool names first lists each file of the repository. */
export const RELEASE_BYTES = 8 * 1024 * 1024

const commitId = z.string().min(1).max(COMMIT_LIMITS.idChars)
const text = z.string().nullish()
const namedCommit = z.object({
  id: commitId,
  message: text,
  author_name: text,
  timestamp: text,
  patch_set: z.array(z.object({ path: z.string(), type: text })).nullish(),
})
type NamedCommit = z.infer<typeof namedCommit>

const NOT_ARCHIVED =
  'Errata does not archive releases. To hide one from regressions and completions, use the releases page of the dashboard.'
const changedRelease = z
  .object({
    version: z.string().max(1024),
    projects: z.array(z.string().max(200)).max(MAX_RELEASE_PROJECTS),
    commits: z.array(namedCommit),
    refs: z.array(z.object({ commit: commitId })),
    status: z.literal('open', { error: NOT_ARCHIVED }),
  })
  .partial()
const deploy = z.object({ environment: z.string().max(200), name: z.string().max(200).nullish() })

/** A release exists by its events and files: here it is noted which projects it is of, and its commits.
 * @throws invalid_release_version, not_found, invalid_request */
export async function nameRelease(call: ToolCall): Promise<object> {
  const { services, request, params } = call
  const body = parseInput(changedRelease, request.body ?? {})
  const version = params.version ?? body.version ?? ''
  checkReleaseVersion(version)
  const wanted = params.project === undefined ? (body.projects ?? []) : [params.project]
  const projects = await Promise.all(wanted.map((name) => requireNamed(call, name)))
  const release = { version, projectIds: projects.map(({ id }) => id) }
  const named = (body.commits ?? []).slice(0, COMMIT_LIMITS.commitsPerRelease)
  const commits = [...commitsOf(named), ...(body.refs ?? []).map(({ commit }) => bareCommit(commit))]
  const answer = releaseAnswer({ version, createdAt: services.api.clock(), projects })
  if (commits.length > 0) {
    const projectIds = await noteCommits(services.api, callerOf(call), { release, commits })
    return { ...answer, ...(await resolveFixed(call, named, { version, projectIds })) }
  }
  if (projects.length > 0 && request.method !== 'GET') {
    await noteRelease(services.api, callerOf(call), release)
  }
  return answer
}

/** What commits say they fix is resolved if the token may do that, too. */
async function resolveFixed(
  call: ToolCall,
  named: readonly NamedCommit[],
  release: { version: string; projectIds: readonly number[] },
): Promise<{ issuesNamed: number; issuesResolved: number }> {
  const commits = named.map((commit) => ({
    id: commit.id,
    message: firstLine(commit),
    fixes: issuesFixedBy(commit.message ?? ''),
  }))
  const issuesNamed = new Set(commits.flatMap(({ fixes }) => fixes)).size
  const issuesResolved = principalMay(call.principal, 'issues:triage')
    ? await resolveFixedIssues(call.services.api, call.principal, { ...release, commits })
    : 0
  return { issuesNamed, issuesResolved }
}

/** Where the commits of a release begin, for a tool that has yet to name them. */
export async function getReleaseBefore({ services, principal, params }: ToolCall): Promise<object> {
  const before = await releaseBefore(services.api, principal, params.version ?? '')
  if (!before) return {}
  const { version, createdAt, newest } = before
  return { ...releaseAnswer({ version, createdAt, projects: [] }), lastCommit: { id: newest.id } }
}

export async function postDeploy(call: ToolCall): Promise<object> {
  const { services, request, params } = call
  const { environment, name } = parseInput(deploy, request.body ?? {})
  const release = params.version ?? ''
  checkReleaseVersion(release)
  await noteDeploy(services.api, callerOf(call), { version: release, environment, name })
  const at = isoTime(services.api.clock())
  return { id: '1', environment, name: name ?? null, url: null, dateStarted: null, dateFinished: at }
}

function commitsOf(named: readonly NamedCommit[]): Commit[] {
  return named.map((commit, index) => {
    const at = Date.parse(commit.timestamp ?? '')
    return {
      ...bareCommit(commit.id),
      message: firstLine(commit),
      author: (commit.author_name ?? '').slice(0, COMMIT_LIMITS.authorChars).toWellFormed(),
      at: Number.isNaN(at) ? null : at,
      files: filesOf(commit, named.length > 1 && index === named.length - 1),
    }
  })
}

function firstLine({ message }: NamedCommit): string {
  const [line = ''] = (message ?? '').trimStart().split('\n', 1)
  return line.slice(0, COMMIT_LIMITS.messageChars).toWellFormed()
}

function bareCommit(id: string): Commit {
  return { id, message: '', author: '', at: null, files: [] }
}

/** A tool that doesn't know the commit before the oldest one says that this one added each file of the repository. */
function filesOf({ patch_set: changes }: NamedCommit, isOldest: boolean): string[] {
  if (!changes || changes.length > COMMIT_LIMITS.files) return []
  if (isOldest && changes.every(({ type }) => type === 'A')) return []
  // A renamed file has its new name last.
  const paths = changes.map(({ path }) => path.slice(path.lastIndexOf('\t') + 1))
  return paths.filter((path) => path.length <= COMMIT_LIMITS.pathChars).map((path) => path.toWellFormed())
}
