import { sql } from 'kysely'
import { MAX_ROWS, type Rule, within } from './rule.ts'

/** An issue has as many values of each of its tags as it counts. */
export const TAG_RULE: Rule = {
  check: 'tag.value_count',
  rows: (scope, range) => sql`
    SELECT issue_id, tag_key AS what, sum(stored) AS stored, sum(found) AS found FROM (
      SELECT issue_id, tag_key, value_count AS stored, 0 AS found FROM issue_tag_key
      WHERE ${within(scope, range, 'issue_tag_key')}
      UNION ALL
      SELECT issue_id, tag_key, 0 AS stored, count(*) AS found FROM issue_tag
      WHERE ${within(scope, range, 'issue_tag')} GROUP BY issue_id, tag_key) AS counted
    GROUP BY issue_id, tag_key HAVING sum(stored) <> sum(found)
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`,
  message: ({ what, stored, found }) =>
    `it counts ${stored} values of the tag ${JSON.stringify(what)} and has ${found}`,
}
