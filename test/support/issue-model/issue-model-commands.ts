import fc from 'fast-check'
import { expect } from 'vitest'
import { endSnoozes } from '#actions/upkeep/end-snoozes.ts'
import type { BulkStatusChange } from '#contract/issue/change/bulk.ts'
import type { IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import type { UpdatedAnswer } from '#contract/scalars.ts'
import { ISSUE_STATUSES, type IssueStatus } from '#contract/vocabulary.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { evictEvents } from '#storage/event/eviction.ts'
import { findIssueKeys } from '#storage/issue/issue.ts'
import type { SeedProject } from '../database/seed.ts'
import type { PipelineFeed } from '../pipeline/pipeline-feed.ts'
import type { IssueServer } from '../server/issue-server.ts'
import { type IssueModel, type ModelIssue, RELEASES } from './issue-model.ts'
import type { ModelCheck } from './issue-model-check.ts'
import { eventsOf, FIRST_SAMPLES, fedEvent, SAMPLE, type Sample } from './issue-model-events.ts'
import { expectedSummary } from './issue-model-views.ts'

/** The service that runs beside a model. */
export interface RealIssues {
  fixture: IssueServer
  feed: PipelineFeed
  project: SeedProject
  check: ModelCheck
}

type IssueCommand = fc.AsyncCommand<IssueModel, RealIssues>

/** A step of a run: what is done to the service, and to the model; the list is compared after each. */
class Step implements IssueCommand {
  readonly #text: string
  readonly #act: (model: IssueModel, real: RealIssues) => Promise<void>

  constructor(text: string, act: (model: IssueModel, real: RealIssues) => Promise<void>) {
    this.#text = text
    this.#act = act
  }

  check(): boolean {
    return true
  }

  async run(model: IssueModel, real: RealIssues): Promise<void> {
    model.now += 1000
    setClock(model, real)
    await this.#act(model, real)
    setClock(model, real)
    await real.check.list(model)
  }

  toString(): string {
    return this.#text
  }
}

function setClock(model: IssueModel, { fixture }: RealIssues): void {
  fixture.server.stoppedAt = model.now
}

function step<T>(
  name: string,
  input: fc.Arbitrary<T>,
  act: (input: T, model: IssueModel, real: RealIssues) => Promise<void>,
): fc.Arbitrary<IssueCommand> {
  return input.map(
    (value) => new Step(`${name} ${JSON.stringify(value)}`, (model, real) => act(value, model, real)),
  )
}

/** 12 names no issue that exists. */
const pick = fc.oneof(
  { weight: 15, arbitrary: fc.nat({ max: 11 }) },
  { weight: 1, arbitrary: fc.constant(12) },
)
const picks = fc.array(pick, { minLength: 1, maxLength: 4 })

const ingest = step('ingest', fc.array(SAMPLE, { minLength: 1, maxLength: 5 }), send)

/** What every run begins with: two events of each kind, and a family. */
export async function beginRun(model: IssueModel, real: RealIssues): Promise<void> {
  setClock(model, real)
  await send(FIRST_SAMPLES, model, real)
  const [root, child] = model.issues
  model.merge(root, [child])
  const body = { canonical_id: root!.uid, merge_ids: [child!.uid] }
  await real.fixture.client.request('POST', '/api/v1/issues/merge', body)
}

async function send(samples: readonly Sample[], model: IssueModel, real: RealIssues): Promise<void> {
  const events = samples.flatMap((one) => eventsOf(one, model))
  const { ids } = await real.feed.send(real.project, events.map(fedEvent))
  for (const [index, event] of events.entries()) event.id = uuidFromBytes(ids[index]!)
  model.ingest(events)
  setClock(model, real)
  await nameNewIssues(model, real)
}

/** New issues stand by themselves, so the list names them. */
async function nameNewIssues(model: IssueModel, { fixture, project }: RealIssues): Promise<void> {
  const fresh = model.issues.filter(({ uid }) => uid === '')
  if (fresh.length === 0) return
  const query = `project_id=${project.projectUid}&window=90d`
  const { issues } = await fixture.client.get<IssuePage>(`/api/v1/issues?${query}`)
  for (const issue of fresh) {
    issue.uid = issues.find(({ title }) => title === `${issue.kind}: it broke`)?.id ?? 'not in the list'
  }
}

const relation = fc.record({ canonical: pick, named: picks })

const merge = step('merge', relation, async ({ canonical, named }, model, { fixture }) => {
  const body = { canonical_id: model.uidAt(canonical), merge_ids: named.map((one) => model.uidAt(one)) }
  const issues = named.map((one) => model.issueAt(one))
  const expected = model.merge(model.issueAt(canonical), issues)
  const answer = await fixture.client.request<UpdatedAnswer>('POST', '/api/v1/issues/merge', body)
  expect({ status: answer.status, updated: answer.body.updated }).toEqual(expected)
})

const split = step('split', relation, async ({ canonical: from, named }, model, { fixture }) => {
  // Of all issues few are merged: mostly the parent of one that is.
  const parent = model.issueAt(named[0]!)?.parent
  const canonical = parent ? model.issues.indexOf(parent) : from
  const body = { canonical_id: model.uidAt(canonical), split_ids: named.map((one) => model.uidAt(one)) }
  const issues = named.map((one) => model.issueAt(one))
  const expected = model.split(model.issueAt(canonical), issues)
  const answer = await fixture.client.request<UpdatedAnswer>('POST', '/api/v1/issues/split', body)
  expect({ status: answer.status, updated: answer.body.updated }).toEqual(expected)
})

const patchOf = fc.record({
  status: fc.option(fc.constantFrom<IssueStatus>('resolved', ...ISSUE_STATUSES), { nil: undefined }),
  release: fc.option(fc.constantFrom(null, '', ...RELEASES.slice(1, 4)), { nil: undefined }),
})

const patch = step(
  'patch',
  fc.record({ issue: pick, change: patchOf }),
  async (input, model, { fixture }) => {
    const { status, release } = input.change
    const issue = model.issueAt(input.issue)
    const body = { ...(status && { status }), ...(release !== undefined && { resolved_in_release: release }) }
    const path = `/api/v1/issues/${model.uidAt(input.issue)}`
    const answer = await fixture.client.request<IssueSummary>('PATCH', path, body)
    if (status === undefined && release === undefined) expect(answer.status).toBe(400)
    else if (!issue) expect(answer.status).toBe(404)
    else {
      model.change(issue, { ...(status && { status }), ...(release !== undefined && { release }) })
      expect(answer.body).toMatchObject(expectedSummary(model, issue.root))
    }
  },
)

const snooze = step(
  'snooze',
  fc.record({ issue: pick, mode: fc.constantFrom('4h', '100', '10') }),
  async ({ issue: named, mode }, model, { fixture }) => {
    const issue = model.issueAt(named)
    const path = `/api/v1/issues/${model.uidAt(named)}/snooze`
    const answer = await fixture.client.request<IssueSummary>('POST', path, { mode })
    if (!issue) return expect(answer.status).toBe(404)
    model.snooze(issue, mode)
    expect(answer.body).toMatchObject(expectedSummary(model, issue.root))
  },
)

const STATUS_OF = {
  resolve: 'resolved',
  ignore: 'ignored',
  reopen: 'unresolved',
  unresolved: 'unresolved',
  resolved: 'resolved',
  ignored: 'ignored',
  regression: 'regression',
} as const satisfies Record<BulkStatusChange['action'], IssueStatus>

/** Assigning an issue changes none of its numbers. */
const bulkChange = fc.oneof(
  fc.record({ action: fc.constantFrom(...(Object.keys(STATUS_OF) as (keyof typeof STATUS_OF)[])) }),
  fc.record({
    action: fc.constant('resolve' as const),
    resolved_in_release: fc.constantFrom(...RELEASES.slice(1, 4)),
  }),
  fc.record({ action: fc.constant('snooze' as const), mode: fc.constantFrom('4h', '100', '10') }),
) as fc.Arbitrary<{ action: keyof typeof STATUS_OF | 'snooze'; mode?: string; resolved_in_release?: string }>

const bulk = step(
  'bulk',
  fc.record({ issues: picks, change: bulkChange }),
  async ({ issues: named, change }, model, { fixture }) => {
    const body = { ids: named.map((one) => model.uidAt(one)), ...change }
    const answer = await fixture.client.request<UpdatedAnswer>('PATCH', '/api/v1/issues/bulk', body)
    const issues = issuesAt(model, named)
    expect(answer.body).toEqual({ updated: issues.size })
    const roots = new Set([...issues].map(({ root }) => root))
    for (const issue of model.roots().filter((root) => roots.has(root))) {
      if (change.action === 'snooze') model.snooze(issue, change.mode!)
      else {
        const { action, resolved_in_release: release } = change
        model.change(issue, { status: STATUS_OF[action], ...(release !== undefined && { release }) })
      }
    }
  },
)

const remove = step(
  'delete',
  fc.array(pick, { minLength: 1, maxLength: 2 }),
  async (named, model, { fixture }) => {
    const body = { ids: named.map((one) => model.uidAt(one)), action: 'delete' }
    const answer = await fixture.client.request<UpdatedAnswer>('DELETE', '/api/v1/issues/bulk', body)
    const issues = issuesAt(model, named)
    expect(answer.body).toEqual({ updated: issues.size })
    model.delete([...issues])
  },
)

const evict = step(
  'evict',
  fc.record({ issue: pick, limit: fc.integer({ min: 1, max: 40 }) }),
  async ({ issue: named, limit }, model, { fixture }) => {
    const issue = model.issueAt(named)
    if (!issue) return
    const { database } = fixture.server
    await database.inOrg(fixture.org, async (scope) => {
      const issueId = (await findIssueKeys(scope, [issue.uid])).get(issue.uid)!
      await evictEvents(scope, { issueId, before: null, limit })
    })
    model.evict(issue, limit)
  },
)

const wait = step('wait', fc.nat({ max: 300 }), async (minutes, model, real) => {
  model.now += minutes * 60_000
  setClock(model, real)
  const { database, live, clock } = real.fixture.server
  await endSnoozes({ database, live, clock })
  model.endHoldsByClock()
})

const restart = step('restart', fc.constant(null), async (_, __, real) => {
  real.feed = real.feed.restart()
})

const look = step('look', fc.constant(null), (_, model, real) => real.check.everything(model))

function issuesAt(model: IssueModel, named: readonly number[]): Set<ModelIssue> {
  return new Set(named.flatMap((one) => model.issueAt(one) ?? []))
}

/** Every step that a run is made of, the frequent ones several times. */
export const ISSUE_STEPS: fc.Arbitrary<IssueCommand>[] = [
  ...[ingest, ingest, ingest, ingest, merge, merge, merge, split, evict, evict, look, look],
  ...[patch, patch, bulk, snooze, remove, wait, restart],
]
