import type { IssueDetail } from '#contract/issue/issue.ts'
import type { IssueReleasesAnswer } from '#contract/issue/release.ts'
import { isoTime } from '#contract/time.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type Facet, facetValues, issueReleases } from '#storage/issue/facet.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from './require-issue.ts'

type FacetsAnswer = Pick<IssueDetail, 'facets' | 'facets_other'>
type ReleaseCount = Pick<IssueDetail, 'release_count' | 'release_count_capped'>
type IssueFacets = FacetsAnswer['facets']

const VALUES_PER_FACET = 50
const FACET_FIELDS: Record<Facet, keyof IssueFacets> = {
  environment: 'environments',
  release: 'releases',
  browser: 'browsers',
  os: 'operating_systems',
}

/** The most frequent values of each facet of these issues (row keys), and how many events have others. */
export async function readFacets(
  scope: OrgScope,
  issueIds: readonly number[],
): Promise<FacetsAnswer & ReleaseCount> {
  const facets: IssueFacets = { environments: [], releases: [], browsers: [], operating_systems: [] }
  const others = { environments: 0, releases: 0, browsers: 0, operating_systems: 0 }
  let releases: ReleaseCount = { release_count: 0 }
  for (const { facet, value, count, total, values, folded } of await facetValues(
    scope,
    issueIds,
    VALUES_PER_FACET,
  )) {
    const field = FACET_FIELDS[facet]
    if (facets[field].length === 0) others[field] = total
    facets[field].push({ value, count })
    others[field] -= count
    if (facet === 'release')
      releases = { release_count: values, ...(folded === 1 && { release_count_capped: true }) }
  }
  const hasOthers = Object.values(others).some((count) => count > 0)
  return { facets, ...(hasOthers && { facets_other: others }), ...releases }
}

/** Values of an issue's events with their counts. @throws not_found for an unknown issue. */
export async function issueFacets(deps: ActionDeps, org: Org, issueId: string): Promise<FacetsAnswer> {
  return deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    const { facets, facets_other } = await readFacets(scope, ids)
    return { facets, ...(facets_other && { facets_other }) }
  })
}

/** Most recently first seen first. @throws not_found */
export async function releasesOfIssue(
  deps: ActionDeps,
  org: Org,
  issueId: string,
): Promise<Required<IssueReleasesAnswer>> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return issueReleases(scope, ids)
  })
  const seen = rows.map(({ first_seen_at, ...row }) => ({ ...row, first_seen_at: isoTime(first_seen_at) }))
  return { releases: seen.map(({ release }) => release), seen }
}
