import type { IssueDetail } from '#contract/issue/issue.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type Facet, facetValues, issueReleases } from '#storage/issue/facet.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from './require-issue.ts'

type FacetsAnswer = Pick<IssueDetail, 'facets' | 'facets_other'>
type IssueFacets = FacetsAnswer['facets']

const VALUES_PER_FACET = 50
const FACET_FIELDS: Record<Facet, keyof IssueFacets> = {
  environment: 'environments',
  release: 'releases',
  browser: 'browsers',
  os: 'operating_systems',
}

/** The most frequent values of each facet of these issues (row keys), and how many events have others. */
export async function readFacets(scope: OrgScope, issueIds: readonly number[]): Promise<FacetsAnswer> {
  const facets: IssueFacets = { environments: [], releases: [], browsers: [], operating_systems: [] }
  const others = { environments: 0, releases: 0, browsers: 0, operating_systems: 0 }
  for (const { facet, value, count, total } of await facetValues(scope, issueIds, VALUES_PER_FACET)) {
    const field = FACET_FIELDS[facet]
    if (facets[field].length === 0) others[field] = total
    facets[field].push({ value, count })
    others[field] -= count
  }
  return Object.values(others).some((count) => count > 0) ? { facets, facets_other: others } : { facets }
}

/** Values of an issue's events with their counts. @throws not_found for an unknown issue. */
export async function issueFacets(deps: ActionDeps, org: Org, issueId: string): Promise<FacetsAnswer> {
  return deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return readFacets(scope, ids)
  })
}

/** Most recently first seen first. @throws not_found */
export async function releasesOfIssue(deps: ActionDeps, org: Org, issueId: string): Promise<string[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return issueReleases(scope, ids)
  })
  return rows.map((row) => row.release)
}
