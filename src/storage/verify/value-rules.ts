import { sql } from 'kysely'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { FACETS, type Facet, OTHER_VALUES } from '../issue/facet.ts'
import { facetColumn, MAX_ROWS, ownIssues, type Rule, within } from './rule.ts'

export const VALUE_RULES: readonly Rule[] = [
  {
    check: 'issue.level',
    rows: (scope, range) => sql`
      SELECT own.id AS issue_id, own.level AS what, 0 AS stored, 0 AS found
      FROM ${ownIssues(scope, range)} AS own
      WHERE own.level NOT IN (${sql.join([...LEVELS])}) OR (
        EXISTS (SELECT 1 FROM event WHERE event.org_id = ${scope.orgId} AND event.issue_id = own.id
          AND event.occurred_at = own.labelled_at)
        AND NOT EXISTS (SELECT 1 FROM event WHERE event.org_id = ${scope.orgId} AND event.issue_id = own.id
          AND event.occurred_at = own.labelled_at AND event.level = own.level
          AND event.environment = own.environment AND event.release = own.release))
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ what }) =>
      `its level is ${what}, but its latest stored event has another level, environment or release`,
  },
  {
    check: 'issue.labelled_at',
    rows: (scope, range) => sql`
      SELECT own.id AS issue_id, own.labelled_at AS what, own.labelled_at AS stored, max(event.occurred_at) AS found
      FROM ${ownIssues(scope, range)} AS own
      JOIN event ON event.org_id = ${scope.orgId} AND event.issue_id = own.id
      GROUP BY own.id, own.labelled_at, own.last_seen_at
      HAVING own.labelled_at < max(event.occurred_at) OR own.labelled_at > own.last_seen_at
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ stored, found }) =>
      `the time of its latest stored event is ${stored}, but there is one of ${found}`,
  },
  {
    check: 'issue.status',
    rows: (scope, { first, last }) => sql`
      SELECT id AS issue_id, status AS what, 0 AS stored, 0 AS found FROM issue
      WHERE org_id = ${scope.orgId} AND id >= ${first} AND id <= ${last}
        AND status NOT IN (${sql.join([...ISSUE_STATUSES])})
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
  ...FACETS.map(facetTimes),
  {
    check: 'family.shown',
    rows: (scope, { first, last }) => sql`
      SELECT issue.id AS issue_id, issue.level AS what, 0 AS stored, 0 AS found FROM issue
      WHERE issue.org_id = ${scope.orgId} AND issue.id >= ${first} AND issue.id <= ${last} AND issue.has_merged = 1
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

/**
 * Values were seen no later or earlier than in their events, exactly if all are stored; facets with a rest
 * are left out, since folded values begin again. Events are counted before they are joined: joined one by one, each value
 * of an issue would read all of its events.
 */
function facetTimes(facet: Facet): Rule {
  const column = facetColumn(facet)
  const isOfAll = facet === 'environment' || facet === 'release'
  const isWhole = sql`own.evicted_event_count = 0
    AND (${isOfAll ? 0 : 1} = 1 OR own.event_count = own.stored_event_count)`
  return {
    check: `facet.${facet}`,
    rows: (scope, range) => sql`
      SELECT facet.issue_id, facet.value AS what, facet.event_count AS stored, coalesce(events.event_count, 0) AS found
      FROM issue_facet AS facet
      JOIN ${ownIssues(scope, range)} AS own ON own.id = facet.issue_id
      LEFT JOIN (
        SELECT event.issue_id, ${column} AS value, count(*) AS event_count,
          min(event.occurred_at) AS first_at, max(event.occurred_at) AS last_at
        FROM event WHERE ${within(scope, range, 'event')} GROUP BY event.issue_id, ${column}
      ) AS events ON events.issue_id = facet.issue_id AND events.value = facet.value
      WHERE ${within(scope, range, 'facet')} AND facet.facet = ${facet}
        AND NOT EXISTS (SELECT 1 FROM issue_facet AS rest WHERE rest.org_id = facet.org_id
          AND rest.issue_id = facet.issue_id AND rest.facet = facet.facet AND rest.value = ${OTHER_VALUES})
        AND (events.first_at < facet.first_seen_at OR events.last_at > facet.last_seen_at
          OR ${isWhole} AND (coalesce(events.event_count, 0) <> facet.event_count
            OR events.first_at <> facet.first_seen_at OR events.last_at <> facet.last_seen_at))
      ORDER BY 1, 2 LIMIT ${MAX_ROWS}`,
    message: ({ what, stored, found }) =>
      `the times or the count (${stored}) of the ${facet} ${JSON.stringify(what)} are not those of its ${found} events`,
  }
}
