import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiClient, type IssueSummary, sumOfEvents } from '../support/client/api-client.ts'
import { issueNameOfTitle, type Ledger } from '../support/pipeline/ledger.ts'

/** A busy machine drains slowly; a journal that stands still for so long does not drain. */
const LONGEST_STANDSTILL_MS = 60_000
const EVENTS_PER_PAGE = 200

/** Projects of the service, beside what their clients know. */
export interface Comparison {
  client: ApiClient
  projectIds: readonly string[]
  ledger: Ledger
  /** How long nothing more may be counted before the journal is drained. */
  longestStandstillMs?: number
}

/** What the service says, for the summary of a run. */
export interface Totals {
  issues: number
  events: number
  stored: number
}

/**
 * Waits for the journal to drain, then compares every number the API gives with the client's ledger.
 * @returns one sentence per violation.
 */
export async function verifySums(comparison: Comparison): Promise<string[]> {
  const { client, ledger } = comparison
  const issues = await untilQuiet(comparison)
  const ids = issues.map((issue) => issue.id)
  const trends = await client.trends(ids, '7d')
  const timelines: Awaited<ReturnType<ApiClient['timeline']>>[] = []
  for (const id of ids) timelines.push(await client.timeline(id, '7d'))
  const sums = {
    'issue.event_count': sumOfEvents(issues),
    trends: sum(trends.flatMap((trend) => trend.buckets.map((bucket) => bucket.count))),
    'timeline buckets': sum(timelines.flatMap((timeline) => timeline.buckets.map((bucket) => bucket.count))),
    'timeline event_count': sum(timelines.map((timeline) => timeline.event_count)),
  }
  return [
    ...Object.entries(sums)
      .filter(([, value]) => value !== ledger.size)
      .map(([name, value]) => `${name}: ${value}, but ${ledger.size} events were accepted`),
    ...differentIssueCounts(issues, ledger),
  ]
}

/** Also reads every stored event: each is in the ledger, none twice, as many as the counters say. */
export async function verifyEvents(
  comparison: Comparison,
): Promise<{ violations: string[]; totals: Totals }> {
  const { client, ledger } = comparison
  const issues = await issuesOf(comparison)
  const violations: string[] = []
  const seen = new Set<string>()
  for (const issue of issues) {
    const { stored_event_count: stored } = await client.timeline(issue.id, '7d')
    const ids = await storedEventIds(client, issue.id)
    if (ids.length !== stored)
      violations.push(`${issue.title}: ${ids.length} events listed, ${stored} counted as stored`)
    for (const id of ids) {
      if (seen.has(id)) violations.push(`event ${id} is stored twice`)
      if (!ledger.has(id)) violations.push(`event ${id} is stored but was never accepted`)
      seen.add(id)
    }
  }
  return { violations, totals: { issues: issues.length, events: sumOfEvents(issues), stored: seen.size } }
}

/** Issues once their sum has reached the ledger and has stopped moving, or stands still. */
async function untilQuiet(comparison: Comparison): Promise<IssueSummary[]> {
  const { ledger, longestStandstillMs = LONGEST_STANDSTILL_MS } = comparison
  let last = { sum: -1, at: Date.now() }
  for (;;) {
    const issues = await issuesOf(comparison)
    const sum = sumOfEvents(issues)
    if (sum !== last.sum) last = { sum, at: Date.now() }
    if (sum >= ledger.size || Date.now() - last.at > longestStandstillMs) {
      // A moment more, so that an event counted twice has the time to show itself.
      await sleep(150)
      return issuesOf(comparison)
    }
    await sleep(50)
  }
}

async function issuesOf({ client, projectIds }: Comparison): Promise<IssueSummary[]> {
  const issues = await Promise.all(projectIds.map((projectId) => client.allIssues(projectId)))
  return issues.flat()
}

function differentIssueCounts(issues: IssueSummary[], ledger: Ledger): string[] {
  const counted = new Map<string, number>()
  for (const issue of issues) {
    const name = issueNameOfTitle(issue.title)
    counted.set(name, (counted.get(name) ?? 0) + issue.event_count)
  }
  const names = new Set([...counted.keys(), ...ledger.byIssue.keys()])
  return [...names]
    .filter((name) => counted.get(name) !== ledger.byIssue.get(name))
    .map((name) => `${name}: ${counted.get(name) ?? 0} counted, ${ledger.byIssue.get(name) ?? 0} accepted`)
}

async function storedEventIds(client: ApiClient, issueId: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = await client.events(issueId, { limit: String(EVENTS_PER_PAGE), offset: String(ids.length) })
    ids.push(...page.events.map((event) => event.id))
    if (!page.has_more) return ids
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
