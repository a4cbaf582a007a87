import type { Alert, AlertPage } from '#contract/alert/alert.ts'
import type { AlertRule, AlertRuleList } from '#contract/alert/alert-rule.ts'
import type { Project } from '../client/api-client.ts'
import type { SeedProject } from '../database/seed.ts'
import type { FedEvent, PipelineFeed } from '../pipeline/pipeline-feed.ts'
import { type IssueServer, START } from '../server/issue-server.ts'

export const MINUTE = 60_000

/** A project with the rules that a test gives it, and no other. */
export class RuleFixture {
  readonly #fixture: IssueServer
  readonly #project: Project
  readonly project: SeedProject
  readonly rules: AlertRule[] = []

  private constructor(fixture: IssueServer, project: Project) {
    this.#fixture = fixture
    this.#project = project
    this.project = { ...fixture.org, projectId: project.number, projectUid: project.id }
  }

  static async start(fixture: IssueServer, rules: readonly object[]): Promise<RuleFixture> {
    const project = await fixture.client.createProject('shop')
    const made = new RuleFixture(fixture, project)
    const list = await fixture.client.get<AlertRuleList>(`/api/v1/alert-rules?project_id=${project.id}`)
    for (const { id } of list.rules) await fixture.client.request('DELETE', `/api/v1/alert-rules/${id}`)
    for (const rule of rules) await made.add(rule)
    return made
  }

  /** Makes a further rule: by default 3 events in 10 minutes, once in an hour. */
  async add(fields: object): Promise<AlertRule> {
    const { status, body } = await this.#fixture.client.request<AlertRule>('POST', '/api/v1/alert-rules', {
      project_id: this.#project.id,
      name: 'Rule',
      kind: 'velocity',
      window_minutes: 10,
      threshold: { type: 'count', value: 3 },
      ...fields,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    this.rules.push(body)
    return body
  }

  async change(rule: AlertRule, fields: object): Promise<void> {
    await this.#fixture.client.request('PATCH', `/api/v1/alert-rules/${rule.id}`, fields)
  }

  async remove(rule: AlertRule): Promise<void> {
    await this.#fixture.client.request('DELETE', `/api/v1/alert-rules/${rule.id}`)
  }

  /** Alerts of rules, newest first. */
  async alerts(): Promise<Extract<Alert, { kind: 'velocity_spike' | 'custom_rule' }>[]> {
    const path = `/api/v1/alerts?project_id=${this.#project.id}`
    const { alerts } = await this.#fixture.client.get<AlertPage>(path)
    return alerts.filter((alert) => alert.kind === 'velocity_spike' || alert.kind === 'custom_rule')
  }

  async reasons(): Promise<string[]> {
    return (await this.alerts()).map(({ details }) => details.reason)
  }

  /** Sends events of one kind, as one batch, so many minutes after the start. */
  async send(feed: PipelineFeed, minute: number, events: number | Partial<FedEvent>[]): Promise<void> {
    const list = typeof events === 'number' ? Array.from({ length: events }, () => ({})) : events
    const at = START + minute * MINUTE
    await feed.send(
      this.project,
      list.map((event) => ({ kind: 'Crash', at, receivedAt: at, ...event })),
    )
  }

  /** The issue that all of its events are in, or that of a kind. */
  async issue(kind = 'Crash'): Promise<string> {
    const path = `/api/v1/issues?window=90d&project_id=${this.#project.id}&q=${kind}`
    const { issues } = await this.#fixture.client.get<{ issues: { id: string }[] }>(path)
    return issues[0]!.id
  }
}
