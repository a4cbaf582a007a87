import { sql } from 'kysely'
import { ISSUE_STATUSES } from '#contract/vocabulary.ts'
import { OTHER_VALUES } from '../issue/facet.ts'
import { within } from './range.ts'
import { MAX_ROWS, ownIssues, type Rule } from './rule.ts'

export const VALUE_RULES: readonly Rule[] = [
  {
    check: 'issue.status',
    rows: (scope, range) => sql`
      SELECT id AS issue_id, status AS what, 0 AS stored, 0 AS found FROM issue
      WHERE ${within(scope, range, 'issue.id')} AND status NOT IN (${sql.join([...ISSUE_STATUSES])})
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ what }) => `${JSON.stringify(what)} is not a status`,
  },
  {
    check: 'issue.first_release',
    rows: (scope, range) => sql`
      SELECT own.id AS issue_id, own.first_release AS what, 0 AS stored, 0 AS found
      FROM ${ownIssues(scope, range)} AS own
      WHERE own.first_release <> '' AND NOT EXISTS (SELECT 1 FROM issue_facet AS facet
          WHERE facet.org_id = ${scope.orgId} AND facet.issue_id = own.id AND facet.facet = 'release'
            AND facet.value IN (own.first_release, ${OTHER_VALUES}))
        OR own.first_release = '' AND own.event_count = (SELECT sum(event_count) FROM issue_facet AS facet
          WHERE facet.org_id = ${scope.orgId} AND facet.issue_id = own.id AND facet.facet = 'release')
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ what }) => `none of its events can have had its first release, ${JSON.stringify(what)}`,
  },
  {
    check: 'issue.latest',
    rows: (scope, range) => sql`
      SELECT own.id AS issue_id, '' AS what, 0 AS stored, 0 AS found
      FROM ${ownIssues(scope, range)} AS own
      WHERE EXISTS (SELECT 1 FROM issue_facet AS facet
        WHERE facet.org_id = ${scope.orgId} AND facet.issue_id = own.id
          AND (facet.facet = 'release' AND own.release = '' OR facet.facet = 'environment' AND own.environment = '')
        GROUP BY facet.facet HAVING sum(facet.event_count) = own.event_count)
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: () => 'it shows no latest environment or release, but every event has one',
  },
  {
    check: 'family.shown',
    rows: (scope, range) => sql`
      SELECT issue.id AS issue_id, issue.level AS what, 0 AS stored, 0 AS found FROM issue
      WHERE ${within(scope, range, 'issue.id')} AND issue.has_merged = 1
        AND (NOT EXISTS (SELECT 1 FROM ${members(scope)} AS member WHERE member.root = issue.id
            AND member.labelled_at = issue.labelled_at AND member.level = issue.level
            AND member.environment = issue.environment AND member.release = issue.release)
          OR NOT EXISTS (SELECT 1 FROM ${members(scope)} AS member WHERE member.root = issue.id
            AND member.first_seen_at = issue.first_seen_at AND member.first_release = issue.first_release))
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: () =>
      'its level, environment or releases are not those of the first or latest stored event of its family',
  },
]

function members({ orgId }: { orgId: number }) {
  const columns = sql`first_seen_at, labelled_at, level, environment, release, first_release`
  return sql`(SELECT issue_id AS root, ${columns} FROM issue_own WHERE org_id = ${orgId}
    UNION ALL
    SELECT merge_parent_id, ${columns} FROM issue WHERE org_id = ${orgId} AND merge_parent_id IS NOT NULL)`
}
