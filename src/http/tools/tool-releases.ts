import { z } from 'zod'
import {
  MAX_RELEASE_PROJECTS,
  noteCommits,
  noteDeploy,
  noteRelease,
  releaseBefore,
} from '#actions/projects/release-notes.ts'
import { isoTime } from '#contract/time.ts'
import { COMMIT_LIMITS, type Commit } from '#domain/release/commits.ts'
import { checkReleaseVersion } from '#ingest/release-file/read-release-upload.ts'
import { callerOf } from '../auth/caller-of.ts'
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

const changedRelease = z
  .object({
    version: z.string().max(1024),
    projects: z.array(z.string().max(200)).max(MAX_RELEASE_PROJECTS),
    commits: z.array(namedCommit),
    refs: z.array(z.object({ commit: commitId })),
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
  const commits = [
    ...commitsOf(body.commits ?? []),
    ...(body.refs ?? []).map(({ commit }) => bareCommit(commit)),
  ]
  if (commits.length > 0) await noteCommits(services.api, callerOf(call), { release, commits })
  else if (projects.length > 0 && request.method !== 'GET') {
    await noteRelease(services.api, callerOf(call), release)
  }
  return releaseAnswer({ version, createdAt: services.api.clock(), projects })
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
  return named.slice(0, COMMIT_LIMITS.commitsPerRelease).map((commit, index) => {
    const { message, author_name: author, timestamp } = commit
    const at = Date.parse(timestamp ?? '')
    return {
      ...bareCommit(commit.id),
      message: (message ?? '')
        .trimStart()
        .split('\n', 1)[0]!
        .slice(0, COMMIT_LIMITS.messageChars)
        .toWellFormed(),
      author: (author ?? '').slice(0, COMMIT_LIMITS.authorChars).toWellFormed(),
      at: Number.isNaN(at) ? null : at,
      files: filesOf(commit, named.length > 1 && index === named.length - 1),
    }
  })
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
