import type { SuspectCommits } from '#contract/issue/suspect-commits.ts'
import { readSourceLinks } from '#contract/project/source-links.ts'
import { isoTimeOrNull } from '#contract/time.ts'
import { stackFrames } from '#domain/event/view.ts'
import { commitLink } from '#domain/release/commit-link.ts'
import { type Commit, suspectCommits } from '#domain/release/commits.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import { findProject } from '#storage/project/project.ts'
import { commitsOf, releaseItBeganIn } from '#storage/release/commits.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { chooseEvent } from './choose-event.ts'
import { resolveFrames } from './resolve-frames.ts'

/** The release that an issue began in, and what is known of its commits. */
export interface BeginningRelease {
  version: string
  commits: Commit[]
}

export async function readBeginning(scope: OrgScope, issue: IssueRow): Promise<BeginningRelease> {
  const version = await releaseItBeganIn(scope, issue)
  const commits = version === '' ? [] : await commitsOf(scope, { projectId: issue.project_id, version })
  return { version, commits }
}

/** The commits of the release that an issue began in, if they changed a file of its stack. @throws not_found */
export async function issueSuspectCommits(
  deps: EventDeps,
  org: Org,
  issueId: string,
): Promise<SuspectCommits> {
  const { begun, row, rules } = await deps.database.snapshotOf(org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const begun = await readBeginning(scope, issue)
    if (begun.commits.length === 0) return { begun, row: null, rules: [] }
    const { row } = await chooseEvent(scope, ids, 'best')
    const project = await findProject(scope, issue.project_uid)
    return { begun, row, rules: readSourceLinks(project?.source_links ?? '').rules }
  })
  if (row) await resolveFrames(deps.symbols, deps.database.scope(org), row)
  const frames = row?.document ? stackFrames(row.document.payload) : []
  return {
    release: begun.version,
    commit_count: begun.commits.length,
    commits: suspectCommits(begun.commits, frames).map(({ id, message, author, at, file }) => ({
      id,
      message,
      author,
      file,
      committed_at: isoTimeOrNull(at),
      url: commitLink(rules, id),
    })),
  }
}
