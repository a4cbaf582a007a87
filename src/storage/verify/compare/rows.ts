import { type RawBuilder, sql } from 'kysely'
import { HOUR_MS, isoTime } from '#contract/time.ts'
import type { OrgScope } from '../../engine/scope.ts'
import { OTHER_VALUES } from '../../issue/facet.ts'
import type { Difference } from '../difference.ts'
import { KEY_RULES } from '../key-rules.ts'
import { type IssueRange, within } from '../range.ts'
import { MAX_ROWS, ownIssues, type Row, type Rule } from '../rule.ts'
import { VALUE_RULES } from '../value-rules.ts'

/** What a range of issues has in events and in what is counted of them, value by value. */
const RULES: Rule[] = [
  {
    check: 'hour.stored_event_count',
    rows: hours,
    message: ({ what, stored, found }) =>
      `the hour from ${hourName(what)} counts ${stored} stored events, but there are ${found}`,
  },
  {
    check: 'day.event_count',
    rows: days,
    message: ({ what, stored, found }) =>
      `the day from ${hourName(24 * Number(what))} counts ${stored} events, but its hours count ${found}`,
  },
  {
    check: 'issue.latest',
    rows: latest,
    message: ({ what }) =>
      `its latest environment or release, ${JSON.stringify(what)}, was last seen before the issue was`,
  },
  {
    check: 'release.missing',
    rows: releases,
    message: ({ what }) => `the project does not know its release ${JSON.stringify(what)}`,
  },
  {
    check: 'issue.resolved_base_release',
    rows: bases,
    message: ({ what }) =>
      `returning events are compared with ${JSON.stringify(what)}, a release that the project does not know`,
  },
]

/** What is wrong with the rows of these issues. `uids` are the public ids by row key. */
export async function compareRows(
  scope: OrgScope,
  range: IssueRange,
  uids: ReadonlyMap<number, string>,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { check, rows, message } of [...RULES, ...KEY_RULES, ...VALUE_RULES]) {
    const result = await rows(scope, range).execute(scope.db)
    for (const row of result.rows) {
      const uid = uids.get(row.issue_id)
      if (uid) found.push({ check, subject: `issue ${uid}`, message: message(row) })
    }
  }
  return found
}

function hourName(hour: string | number): string {
  return isoTime(Number(hour) * HOUR_MS)
}

function hours(scope: OrgScope, range: IssueRange): RawBuilder<Row> {
  return sql`
    SELECT issue_id, hour AS what, sum(counted) AS stored, sum(there) AS found FROM (
      SELECT issue_id, hour, stored_event_count AS counted, 0 AS there
      FROM issue_hour WHERE ${within(scope, range, 'issue_hour.issue_id')}
      UNION ALL
      SELECT issue_id, occurred_at / ${sql.lit(HOUR_MS)}, 0, 1 FROM event WHERE ${within(scope, range, 'event.issue_id')}
    ) AS counts
    GROUP BY issue_id, hour HAVING sum(counted) <> sum(there) ORDER BY 1, 2 LIMIT ${MAX_ROWS}`
}

function days(scope: OrgScope, range: IssueRange): RawBuilder<Row> {
  return sql`
    SELECT issue_id, day AS what, sum(by_day) AS stored, sum(by_hour) AS found FROM (
      SELECT issue_id, day, event_count AS by_day, 0 AS by_hour
      FROM issue_day WHERE ${within(scope, range, 'issue_day.issue_id')}
      UNION ALL
      SELECT issue_id, hour / 24, 0, event_count FROM issue_hour WHERE ${within(scope, range, 'issue_hour.issue_id')}
    ) AS counts
    GROUP BY issue_id, day HAVING sum(by_day) <> sum(by_hour) ORDER BY 1, 2 LIMIT ${MAX_ROWS}`
}

/** The values an issue shows are those of its latest stored event, so they were not seen last before it. */
function latest(scope: OrgScope, range: IssueRange): RawBuilder<Row> {
  const own = ownIssues(scope, range)
  return sql`
    SELECT id AS issue_id, value AS what, 0 AS stored, 0 AS found FROM (
      SELECT id, environment AS value, 'environment' AS facet, labelled_at AS seen FROM ${own} AS own
      UNION ALL
      SELECT id, release, 'release', labelled_at FROM ${own} AS own
    ) AS shown
    WHERE value <> '' AND NOT EXISTS (
      SELECT 1 FROM issue_facet
      WHERE org_id = ${scope.orgId} AND issue_id = shown.id AND issue_facet.facet = shown.facet
        AND issue_facet.value = shown.value AND last_seen_at >= shown.seen)
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`
}

function releases(scope: OrgScope, range: IssueRange): RawBuilder<Row> {
  return sql`
    SELECT issue_id, value AS what, 0 AS stored, 0 AS found
    FROM issue_facet JOIN issue ON issue.org_id = issue_facet.org_id AND issue.id = issue_facet.issue_id
    WHERE ${within(scope, range, 'issue_facet.issue_id')} AND facet = 'release'
      AND value <> ${OTHER_VALUES} AND NOT EXISTS (
      SELECT 1 FROM release
      WHERE release.org_id = ${scope.orgId} AND release.project_id = issue.project_id
        AND release.version = issue_facet.value)
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`
}

/** The release a regression is measured by is always one the project has seen, hidden or not. */
function bases(scope: OrgScope, range: IssueRange): RawBuilder<Row> {
  return sql`
    SELECT id AS issue_id, resolved_base_release AS what, 0 AS stored, 0 AS found
    FROM issue
    WHERE ${within(scope, range, 'issue.id')} AND resolved_base_release IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM release
      WHERE release.org_id = ${scope.orgId} AND release.project_id = issue.project_id
        AND release.version = issue.resolved_base_release)
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`
}
