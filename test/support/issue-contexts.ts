import type { IssueContext } from '#contract/issue/context.ts'
import { countedName } from './counted-name.ts'
import { type SeedEvent, type SeedProject, seedIssue } from './database/seed.ts'
import { HOUR, type IssueServer, START } from './server/issue-server.ts'

/** Makes issues and reads their contexts; `of` is asked at each call, since fixtures begin after the tests are named. */
export function issueContexts(of: () => { fixture: IssueServer; project: SeedProject }) {
  const contextPath = (id: string, query: Record<string, string> = {}) =>
    `/api/v1/issues/${id}/context?${new URLSearchParams(query)}`
  return {
    contextPath,
    newIssue: (events: Partial<SeedEvent>[], columns = {}) =>
      seedIssue(of().fixture.server.database, {
        project: of().project,
        title: countedName('TypeError: it broke'),
        events: events.map((event) => ({ at: START - HOUR, ...event })),
        columns,
      }),
    json: (id: string, query: Record<string, string> = {}) =>
      of().fixture.client.get<IssueContext>(contextPath(id, query)),
    markdown: async (id: string, query: Record<string, string> = {}) => {
      const path = contextPath(id, { format: 'markdown', ...query })
      return (await of().fixture.client.request<string>('GET', path)).body
    },
  }
}
