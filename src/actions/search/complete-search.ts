import type { CompletionAnswer, CompletionQuery } from '#contract/issue/completion.ts'
import { LIMITS } from '#contract/limits.ts'
import { typedKeyOf } from '#domain/search/search-keys.ts'
import { findMembersByEmail } from '#storage/account/member-contact.ts'
import { countByAssignee, countUnassigned } from '#storage/completion/assignee.ts'
import type { CompletionFilter, CompletionValue } from '#storage/completion/completion.ts'
import { completeLevel } from '#storage/completion/level.ts'
import { completeTagKey } from '#storage/completion/tag-key.ts'
import { completeUserId } from '#storage/completion/user-id.ts'
import { completeFacet, completeTag, countIssuesOfReleases } from '#storage/completion/value.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { completeRelease } from '#storage/release/release.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { projectKey } from '../projects/project-key.ts'

/** Environments, browsers, systems, users, levels and tags of most issues first, releases newest first, `me` and
 * `none` before members. @throws not_found for an unknown project. */
export function completeSearch(
  deps: ActionDeps,
  org: Org,
  query: CompletionQuery,
): Promise<CompletionAnswer['values']> {
  return deps.database.snapshotOf(org, (scope) => valuesOf(scope, query, org.userId))
}

async function valuesOf(
  scope: OrgScope,
  query: CompletionQuery,
  userId: string | undefined,
): Promise<CompletionValue[]> {
  const projectId = await projectKey(scope, query.project_id)
  const filter = { projectId, prefix: query.prefix, limit: query.limit }
  switch (query.key) {
    case 'env':
      return completeFacet(scope, 'environment', filter)
    case 'browser':
    case 'os':
      return completeFacet(scope, query.key, filter)
    case 'user.id':
      return completeUserId(scope, filter)
    case 'level':
      return completeLevel(scope, filter)
    case 'release':
      return releasesWithCounts(scope, filter)
    case 'transaction':
    case 'url':
    case 'server':
      return completeTag(scope, query.key, filter)
    case 'tag':
      return query.tag === undefined
        ? completeTagKey(scope, filter)
        : completeTag(scope, typedKeyOf(query.tag), filter)
    case 'assigned':
      return assignees(scope, filter, userId)
    default:
      return query.key satisfies never
  }
}

async function releasesWithCounts(scope: OrgScope, filter: CompletionFilter): Promise<CompletionValue[]> {
  const releases = await completeRelease(scope, filter)
  const counted = await countIssuesOfReleases(scope, releases, filter.projectId)
  const counts = new Map(counted.map((of) => [of.value, of]))
  return releases.map((value) => counts.get(value) ?? { value, count: 0, capped: false })
}

async function assignees(
  scope: OrgScope,
  { projectId, prefix, limit }: CompletionFilter,
  userId: string | undefined,
): Promise<CompletionValue[]> {
  const start = prefix.toLowerCase()
  const counts = await countByAssignee(scope, projectId)
  const values: CompletionValue[] = []
  if ('me'.startsWith(start))
    values.push({ value: 'me', count: counts.get(userId ?? '') ?? 0, capped: false })
  if ('none'.startsWith(start)) {
    const count = await countUnassigned(scope, projectId, LIMITS.completionCount + 1)
    const capped = count > LIMITS.completionCount
    values.push({ value: 'none', count: Math.min(count, LIMITS.completionCount), capped })
  }
  for (const { id, email } of await findMembersByEmail(scope, start, limit)) {
    values.push({ value: email, count: counts.get(id) ?? 0, capped: false })
  }
  return values.slice(0, limit)
}
