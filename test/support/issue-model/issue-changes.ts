import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { Engine } from '../database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../database/seed.ts'
import { HOUR, type IssueServer, START, startIssueServer } from '../server/issue-server.ts'

/** Issues of one project for a test to change, and what became of them. */
export class IssueChanges {
  readonly fixture: IssueServer
  readonly project: SeedProject

  private constructor(fixture: IssueServer, project: SeedProject) {
    this.fixture = fixture
    this.project = project
  }

  /** The caller ends it with `close`. */
  static async start(engine: Engine): Promise<IssueChanges> {
    const fixture = await startIssueServer(engine)
    return new IssueChanges(fixture, await seedProject(fixture.server.database, fixture.org, 'shop'))
  }

  close(): Promise<void> {
    return this.fixture.server.close()
  }

  /** An issue of three events and users, the newest an hour old. @returns its id. */
  async newIssue(fields: Partial<SeedEvent> = {}): Promise<string> {
    const { fixture, project } = this
    const events = Array.from({ length: 3 }, (_, n) => ({ at: START - HOUR - n, userId: `${n}`, ...fields }))
    const { uid } = await seedIssue(fixture.server.database, { project, title: 'Error: it broke', events })
    return uid
  }

  /** A request below `/api/v1/issues/`. */
  send<T = IssueSummary>(method: string, path: string, body?: unknown) {
    return this.fixture.client.request<T & { error?: string }>(method, `/api/v1/issues/${path}`, body)
  }

  /** The same of someone of another organization. */
  sendForeign<T = IssueSummary>(method: string, path: string, body: unknown) {
    return this.fixture.stranger.request<T & { error?: string }>(method, `/api/v1/issues/${path}`, body)
  }

  read(id: string): Promise<IssueSummary> {
    return this.fixture.client.get(`/api/v1/issues/${id}`)
  }

  async history(id: string) {
    return (await this.fixture.client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)).activity
  }

  /** The issue's row as it is stored. */
  rowOf(id: string) {
    return this.fixture.server.database.queries
      .selectFrom('issue')
      .selectAll()
      .where('uid', '=', id)
      .executeTakeFirstOrThrow()
  }
}
