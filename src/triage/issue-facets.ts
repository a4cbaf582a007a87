import type { IssueDetail } from '#contract/issue.ts'
import { type Facet, facetValues, issueReleases } from '#storage/issue-facet.ts'
import type { OrgScope } from '#storage/scope.ts'
import { requireIssueFamily } from './require-issue.ts'
import { inSnapshot, type Org, type TriageDeps } from './triage-deps.ts'

type IssueFacets = IssueDetail['facets']

/** Values shown of each facet, the most frequent ones. */
const VALUES_PER_FACET = 50
const FACET_FIELDS: Record<Facet, keyof IssueFacets> = {
  environment: 'environments',
  release: 'releases',
  browser: 'browsers',
  os: 'operating_systems',
}

/** The most frequent values of each facet of these issues (row keys) with their event counts. */
export async function readFacets(scope: OrgScope, issueIds: readonly number[]): Promise<IssueFacets> {
  const facets: IssueFacets = { environments: [], releases: [], browsers: [], operating_systems: [] }
  for (const { facet, value, count } of await facetValues(scope, issueIds)) {
    const values = facets[FACET_FIELDS[facet]]
    if (values.length < VALUES_PER_FACET) values.push({ value, count })
  }
  return facets
}

/**
 * Values of an issue's events with their counts.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function issueFacets(deps: TriageDeps, org: Org, issueId: string): Promise<IssueFacets> {
  return inSnapshot(deps, org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return readFacets(scope, ids)
  })
}

/**
 * Releases an issue was seen in, the one first seen most recently first.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function releasesOfIssue(deps: TriageDeps, org: Org, issueId: string): Promise<string[]> {
  const rows = await inSnapshot(deps, org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return issueReleases(scope, ids)
  })
  return rows.map((row) => row.release)
}
