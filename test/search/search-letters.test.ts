import { beforeAll, expect, test } from 'vitest'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, issueServer, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'Letters beyond ASCII in searches with one issue', (engine) => {
  const fixture = issueServer(engine)

  beforeAll(async () => {
    const project = await seedProject(fixture.server.database, fixture.org, 'shop')
    const events = ['ÜBER', 'Éclair', 'plain'].map((environment) => ({
      ...{ at: START - DAY, environment, release: environment },
    }))
    // The accent of the title is a mark behind its letter.
    await seedIssue(fixture.server.database, { project, title: 'Caf\u0065\u0301 closed', events })
  })

  async function completed(key: string, prefix: string): Promise<string[]> {
    const path = `/api/v1/search/values?key=${key}&prefix=${encodeURIComponent(prefix)}`
    const { values } = await fixture.client.get<{ values: { value: string }[] }>(path)
    return values.map(({ value }) => value)
  }

  test.each(['env', 'release'])('completions of %s start with a prefix in any case', async (key) => {
    for (const prefix of ['üb', 'ÜB', 'Üb']) expect(await completed(key, prefix)).toEqual(['ÜBER'])
    for (const prefix of ['écl', 'Écl']) expect(await completed(key, prefix)).toEqual(['Éclair'])
    expect(await completed(key, 'PL')).toEqual(['plain'])
  })

  test.each(['caf\u00e9', 'CAFE\u0301', 'Caf\u00e9 clo'])(
    '%s is found, however its accent is written',
    async (text) => {
      const query = encodeURIComponent(`"${text}"`)
      const { issues } = await fixture.client.get<{ issues: IssueSummary[] }>(`/api/v1/issues?q=${query}`)
      expect(issues).toHaveLength(1)
    },
  )
})
