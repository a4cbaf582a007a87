import { sql } from 'kysely'
import { within } from './range.ts'
import { MAX_ROWS, type Rule } from './rule.ts'

/** The fingerprint of an issue that no event was processed of; then comes the preview. */
const PLACEHOLDER = 'preview:%'

export const KEY_RULES: readonly Rule[] = [
  {
    check: 'issue.fingerprint',
    rows: (scope, range) => sql`
      SELECT id AS issue_id, fingerprint AS what, 0 AS stored, 0 AS found FROM issue
      WHERE ${within(scope, range, 'issue.id')} AND is_placeholder = 0
        AND NOT EXISTS (SELECT 1 FROM issue_fingerprint AS key
          WHERE key.org_id = issue.org_id AND key.project_id = issue.project_id
            AND key.fingerprint = issue.fingerprint AND key.issue_id = issue.id)
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ what }) => `the next event with its fingerprint ${what} would not be assigned to it`,
  },
  {
    check: 'issue.is_placeholder',
    rows: (scope, range) => sql`
      SELECT id AS issue_id, is_placeholder AS what, 0 AS stored, 0 AS found FROM issue
      WHERE ${within(scope, range, 'issue.id')}
        AND ((is_placeholder = 1) <> (fingerprint LIKE ${PLACEHOLDER})
          OR is_placeholder = 1 AND EXISTS (SELECT 1 FROM issue_fingerprint AS key
            WHERE key.org_id = issue.org_id AND key.issue_id = issue.id))
      ORDER BY 1 LIMIT ${MAX_ROWS}`,
    message: ({ what }) => `is_placeholder is ${what}, which does not fit its fingerprints`,
  },
  ...(['issue_fingerprint', 'issue_preview'] as const).map(
    (table): Rule => ({
      check: `${table.slice('issue_'.length)}.project`,
      rows: (scope, range) => sql`
        SELECT issue_id, count(*) AS what, 0 AS stored, 0 AS found FROM ${sql.table(table)} AS key
        JOIN issue ON issue.org_id = key.org_id AND issue.id = key.issue_id
        WHERE ${within(scope, range, 'key.issue_id')} AND key.project_id <> issue.project_id
        GROUP BY issue_id ORDER BY 1 LIMIT ${MAX_ROWS}`,
      message: ({ what }) => `${what} of its keys (${table}) are of another project`,
    }),
  ),
]
