import type { AuditAction } from '#contract/account/audit.ts'
import { ServiceError } from '#contract/errors.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { type Commit, keptCommits } from '#domain/release/commits.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { listProjects } from '#storage/project/project.ts'
import { addRelease, changeCommits, projectsOfRelease, releaseNamedBefore } from '#storage/release/commits.ts'
import { type Acting, recordAct } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

/** A release is of so many projects at most: each keeps its commits. */
export const MAX_RELEASE_PROJECTS = 20

export interface Deploy {
  version: string
  environment: string
  name?: string | null | undefined
}

export async function noteDeploy(
  deps: ActionDeps,
  by: Acting,
  { version, environment, name }: Deploy,
): Promise<void> {
  const details = { environment, ...(name && { name }) }
  await writeAsMember(deps, by, (scope) =>
    recordNote(deps, { scope, by }, { version, action: 'release.deployed', details }),
  )
}

/** A release, and the projects (row keys) that a tool says it is of. */
export interface NamedRelease {
  version: string
  projectIds: readonly number[]
}

/** Notes whose release it is, for when its commits are named. */
export async function noteRelease(
  deps: ActionDeps,
  by: Acting,
  { version, projectIds }: NamedRelease,
): Promise<void> {
  await writeAsMember(deps, by, (scope) => addReleases(scope, { version, projectIds }, deps.clock()))
}

/**
 * Keeps the commits of a release, with those that were named before.
 *
 * @param release without projects: of those that it was said to be of before, else of all
 * @param commits newest first, at least one
 * @returns row keys of the projects
 * @throws invalid_request if the projects are not known and too many
 */
export async function noteCommits(
  deps: ActionDeps,
  by: Acting,
  { release, commits }: { release: NamedRelease; commits: readonly Commit[] },
): Promise<readonly number[]> {
  const { version } = release
  const now = deps.clock()
  return writeAsMember(deps, by, async (scope) => {
    const projectIds = await projectsMeant(scope, release)
    if (projectIds.length > MAX_RELEASE_PROJECTS) throw unknownProjects(version)
    await addReleases(scope, { version, projectIds }, now)
    const merge = (before: Commit[]) => keptCommits(commits, before)
    for (const projectId of projectIds) await changeCommits(scope, { projectId, version }, { now, merge })
    const details = { commits: commits.length, newest: commits[0]!.id }
    await recordNote(deps, { scope, by }, { version, action: 'release.commits_named', details })
    return projectIds
  })
}

export interface ReleaseBefore {
  version: string
  createdAt: number
  newest: Commit
}

/** The release whose commits were named before those of `version`, of the same projects: where its commits begin. */
export async function releaseBefore(
  deps: ActionDeps,
  org: Org,
  version: string,
): Promise<ReleaseBefore | undefined> {
  return deps.database.snapshotOf(org, async (scope) => {
    const projectIds = await projectsMeant(scope, { version, projectIds: [] })
    return releaseNamedBefore(scope, projectIds, version)
  })
}

async function projectsMeant(
  scope: OrgScope,
  { version, projectIds }: NamedRelease,
): Promise<readonly number[]> {
  if (projectIds.length > 0) return projectIds
  const noted = await projectsOfRelease(scope, version)
  return noted.length > 0 ? noted : (await listProjects(scope)).map(({ id }) => id)
}

function unknownProjects(version: string): ServiceError {
  return new ServiceError(
    'invalid_request',
    `Which projects release "${version}" is of is not known. Name them, as in: sentry-cli releases new -p PROJECT ${version}`,
  )
}

async function addReleases(
  scope: OrgScope,
  { version, projectIds }: NamedRelease,
  now: number,
): Promise<void> {
  // In one order, so that two nodes never wait for each other.
  for (const projectId of projectIds.toSorted((a, b) => a - b)) {
    await addRelease(scope, { projectId, version }, now)
  }
}

interface ReleaseNote {
  version: string
  action: AuditAction
  details: JsonObject
}

async function recordNote(
  deps: ActionDeps,
  { scope, by }: { scope: OrgScope; by: Acting },
  { version, action, details }: ReleaseNote,
): Promise<void> {
  const target = { kind: 'release', id: version, name: version } as const
  await recordAct(scope, by, { at: deps.clock(), action, target, details })
}
