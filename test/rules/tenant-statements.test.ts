import { describe, expect, it } from 'vitest'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { looseStatements } from '../support/rules/tenant-statements.ts'

/*
 * What every statement of a run is held against when the run ends (global-setup.ts), on statements made for it.
 */

/** Its numbers stand as parameters, as PostgreSQL keeps it. */
const COUNTED = 'GROUP BY id HAVING sum(CASE WHEN status = $2 THEN $3 ELSE $4 END) > $5'
const JOINED = 'SELECT 1 FROM issue JOIN project ON project.id = issue.project_id'

describe.skipIf(postgresMissing)(postgresMissing ?? 'a statement names its organization', () => {
  it.each([
    ['SELECT 1 FROM issue WHERE org_id = $1', []],
    ['SELECT 1 FROM issue WHERE id = $1', ['issue']],
    ['SELECT 1 FROM issue WHERE org_id > $1', ['issue']],
    ['SELECT 1 FROM issue WHERE org_id = ANY ($1::bigint[])', ['issue']],
    ['DELETE FROM issue WHERE id = $1', ['issue']],
    ['UPDATE issue SET status = $1 WHERE org_id = $2 AND id = $3', []],
    [`${JOINED} WHERE issue.org_id = $1`, ['project']],
    [`${JOINED} AND project.org_id = issue.org_id WHERE issue.org_id = $1`, []],
    [`${JOINED} AND project.org_id = issue.org_id WHERE issue.id = $1`, ['issue', 'project']],
    ['SELECT 1 FROM org JOIN issue ON issue.org_id = org.id WHERE issue.id = $1', ['issue']],
    ['SELECT 1 FROM org JOIN issue ON issue.org_id = org.id WHERE org.id = $1', []],
    ['SELECT 1 FROM org JOIN issue ON issue.org_id = org.id WHERE org.uid = $1', ['issue']],
    ['UPDATE issue SET title = v.t FROM (VALUES ($1::bigint, $2)) v (o, t) WHERE org_id = v.o', []],
    [
      'SELECT 1 FROM issue AS a WHERE org_id = $1 AND EXISTS (SELECT 1 FROM issue WHERE id = a.id)',
      ['issue'],
    ],
    [`SELECT 1 FROM issue WHERE org_id = $1 ${COUNTED}`, []],
    [`SELECT 1 FROM issue WHERE project_id = $1 ${COUNTED}`, ['issue']],
    ['INSERT INTO issue SELECT org_id', ['not planned']],
    ['SELECT 1 FROM lease', []],
  ])('%s → %j', async (statement, tables) => {
    const found = await looseStatements(await database(), [statement])
    expect(found.map(({ table }) => table.replace(/ \(.*/, '')).sort()).toEqual(tables)
  })

  it('and what a test asks for itself is left out', async () => {
    const [asked, other] = ['SELECT 1 FROM issue WHERE id = $1', 'DELETE FROM issue WHERE id = $1']
    const found = await looseStatements(await database(), [asked, other], [asked])
    expect(found).toEqual([{ table: 'issue', statement: other }])
  })
})

let made: Promise<string> | null = null

function database(): Promise<string> {
  made ??= sharedDatabase()
  return made
}
