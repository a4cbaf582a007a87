import type { IssueDetail, IssueList, IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import type { ApiAnswer, ApiClient } from './client/api-client.ts'
import type { Engine } from './database/engines.ts'
import { type SeedProject, seedProject } from './database/seed.ts'
import { type FedEvent, PipelineFeed } from './pipeline/pipeline-feed.ts'
import { DAY, HOUR, type IssueServer, START, startIssueServer } from './server/issue-server.ts'

/** Three issues that share two of their three users. */
export const FAMILY_EVENTS: FedEvent[] = [
  { kind: 'Parent', at: START - 3 * DAY, release: '1.0', user: { id: 'ada' } },
  { kind: 'Parent', at: START - 5 * HOUR, release: '1.1', user: { id: 'bo' } },
  { kind: 'Child', at: START - 9 * DAY, release: '0.9', environment: 'staging', user: { id: 'ada' } },
  { kind: 'Child', at: START - HOUR, release: '1.2', level: 'warning', user: { email: 'CY@example.com' } },
  { kind: 'Child', at: START - HOUR + 1, user: { id: 'bo' }, countedOnly: true },
  { kind: 'Other', at: START - 2 * HOUR, release: '1.1', user: { id: 'bo' } },
]

/** Issues of processed events that can be merged, made again for each test by `begin`. */
export class FamilyFixture {
  readonly server: IssueServer
  readonly client: ApiClient
  feed: PipelineFeed
  /** Of the present test. */
  project!: SeedProject
  /** Of the issues of `FAMILY_EVENTS`. */
  parent = ''
  child = ''
  other = ''
  #projects = 0

  constructor(server: IssueServer, feed: PipelineFeed) {
    this.server = server
    this.client = server.client
    this.feed = feed
  }

  static async start(engine: Engine): Promise<FamilyFixture> {
    const server = await startIssueServer(engine)
    return new FamilyFixture(server, await PipelineFeed.start(server.server.database))
  }

  close(): Promise<void> {
    return this.server.server.close()
  }

  /** A new project with the three issues. */
  async begin(): Promise<void> {
    this.project = await this.newProject()
    await this.send(...FAMILY_EVENTS)
    const ids = new Map((await this.list()).map(({ id, title }) => [kindOf(title), id]))
    this.parent = ids.get('Parent')!
    this.child = ids.get('Child')!
    this.other = ids.get('Other')!
  }

  newProject(): Promise<SeedProject> {
    this.#projects += 1
    return seedProject(this.server.server.database, this.server.org, `shop-${this.#projects}`)
  }

  send(...events: FedEvent[]) {
    return this.feed.send(this.project, events)
  }

  get<T>(path: string): Promise<T> {
    return this.client.get(`/api/v1/issues/${path}`)
  }

  issue(id: string): Promise<IssueDetail> {
    return this.get(id)
  }

  async list(q = '', query = ''): Promise<IssueSummary[]> {
    const path = `?window=90d&project_id=${this.project.projectUid}&q=${encodeURIComponent(q)}${query}`
    return (await this.client.get<IssuePage>(`/api/v1/issues${path}`)).issues
  }

  /** Kinds of the issues that a search finds, sorted. */
  async kinds(q = ''): Promise<string[]> {
    return (await this.list(q)).map(({ title }) => kindOf(title)).sort()
  }

  /** Kinds of the issues that are merged into one. */
  async mergedInto(id: string): Promise<string[]> {
    return (await this.get<IssueList>(`${id}/merged`)).issues.map(({ title }) => kindOf(title))
  }

  change(
    action: 'merge' | 'split',
    canonical: string,
    { ids, client = this.client }: { ids: readonly string[]; client?: ApiClient },
  ): Promise<ApiAnswer<{ updated: number; error?: string }>> {
    const body = { canonical_id: canonical, [`${action}_ids`]: ids }
    return client.request('POST', `/api/v1/issues/${action}`, body)
  }

  /** @returns `updated`. */
  async merge(canonical: string, ...ids: string[]): Promise<number> {
    return (await this.change('merge', canonical, { ids })).body.updated
  }

  /** @returns `updated`. */
  async split(canonical: string, ...ids: string[]): Promise<number> {
    return (await this.change('split', canonical, { ids })).body.updated
  }
}

function kindOf(title: string): string {
  return title.split(':')[0]!
}
