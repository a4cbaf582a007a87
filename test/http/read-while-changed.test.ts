import { beforeAll, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { IssueDetail, IssuePage } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { EventPage } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Overlap } from '../support/database/overlap.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const KINDS = 5
const BATCHES = 40
const EVENTS_PER_BATCH = 6
const CHANGES = 60
const KEPT_EVENT_IDS = 20
/** Changes and batches that a read was under way with: a few would prove little. */
const MIN_MEETINGS = 20
const RELEASES = ['1.0.0', '1.1.0', '1.2.0']

/** What an answer says that does not fit together; empty if all of it does. */
type Contradictions = string[]

describeOn(ENGINES, 'Reading what changes meanwhile while events come in, merge, split and go', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let goesOn = true
  const random = seededRandom(11)
  const known: string[] = []
  const eventIds: string[] = []
  const contradictions = new Set<string>()
  const read = new Set<string>()
  const overlap = new Overlap()

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  async function sendEvents(): Promise<void> {
    const feed = await PipelineFeed.start(fixture.server.database)
    for (let n = 0; n < BATCHES; n++) {
      const events = Array.from({ length: EVENTS_PER_BATCH }, () => ({
        kind: `Kind${random.int(0, KINDS - 1)}`,
        at: START - random.int(0, 4 * 86_400_000),
        release: random.pick(RELEASES),
        user: { id: `${random.int(0, 30)}` },
      }))
      const { ids } = await overlap.run('batch', () => feed.send(project, events))
      eventIds.push(...ids.map(uuidFromBytes))
      eventIds.splice(0, eventIds.length - KEPT_EVENT_IDS)
    }
  }

  async function changeIssues(): Promise<void> {
    for (let n = 0; n < CHANGES || known.length === 0; n++) {
      for (const { id } of await fixture.client.allIssues(project.projectUid)) {
        if (!known.includes(id)) known.push(id)
      }
      known.splice(0, known.length - 2 * KINDS)
      if (known.length === 0) continue
      const [a, b, action] = [random.pick(known), random.pick(known), random.int(0, 9)]
      if (action === 9) await change('DELETE', 'bulk', { ids: [a], action: 'delete' })
      else if (action < 5) await change('POST', 'merge', { canonical_id: a, merge_ids: [b] })
      else await change('POST', 'split', { canonical_id: a, split_ids: [b] })
    }
  }

  async function change(method: string, path: string, body: object): Promise<void> {
    const request = () => fixture.client.request(method, `/api/v1/issues/${path}`, body)
    const { status } = await overlap.run('change', request, (answer) => answer.status === 200)
    expect([200, 400, 404]).toContain(status)
  }

  async function check<T>(path: string, contradictionsOf: (body: T) => Contradictions): Promise<void> {
    const request = () => fixture.client.request<T>('GET', `/api/v1/${path}`)
    const { status, body } = await overlap.run('read', request)
    expect([200, 404], `${path} gave ${JSON.stringify(body)}`).toContain(status)
    if (status !== 200) return
    read.add(contradictionsOf.name)
    for (const found of contradictionsOf(body)) contradictions.add(`${contradictionsOf.name}: ${found}`)
  }

  async function readAll(): Promise<void> {
    while (goesOn) {
      await check(`issues?project_id=${project.projectUid}&sort=events_desc`, inList)
      await check(`issues?project_id=${project.projectUid}&q=release:1.1.0&limit=2`, inList)
      if (known.length === 0 || eventIds.length === 0) continue
      const id = random.pick(known)
      await check(`issues/${id}`, inIssue)
      await check(`issues/${id}/events?limit=200`, inEvents)
      await check(`issues/${id}/timeline?window=all`, inTimeline)
      await check(`events/${random.pick(eventIds)}`, inEvent)
    }
  }

  test('every answer is of one moment: all of its numbers fit together', async () => {
    const readers = [readAll(), readAll(), readAll()]
    try {
      await Promise.all([sendEvents(), changeIssues(), changeIssues()])
    } finally {
      goesOn = false
    }
    await Promise.all(readers)
    expect(overlap.count('change', 'read')).toBeGreaterThan(MIN_MEETINGS)
    expect(overlap.count('batch', 'read')).toBeGreaterThan(MIN_MEETINGS)
    expect([...contradictions]).toEqual([])
    expect([...read].sort()).toEqual(['inEvent', 'inEvents', 'inIssue', 'inList', 'inTimeline'])
  })
})

function inList({ issues, total, next_cursor }: IssuePage): Contradictions {
  const fits = next_cursor === null ? issues.length === total : issues.length < total
  return fits ? [] : [`${issues.length} issues of ${total}, next_cursor ${next_cursor}`]
}

/** Every event has an environment, so their counts add up to the issue's. */
function inIssue({ event_count, facets }: IssueDetail): Contradictions {
  const sum = facets.environments.reduce((total, { count }) => total + count, 0)
  return sum === event_count ? [] : [`${event_count} events, ${sum} with an environment`]
}

function inEvents({ events, total, has_more }: EventPage): Contradictions {
  const fits = has_more ? events.length < total : events.length === total
  return fits ? [] : [`${events.length} events of ${total}, has_more ${has_more}`]
}

/** All events are of the last week, and name a release. */
function inTimeline({ event_count, summary, releases }: Timeline): Contradictions {
  const fits = event_count > 0 && summary.last_7d === event_count && releases.length > 0
  return fits
    ? []
    : [`${event_count} in buckets, ${summary.last_7d} in the summary, ${releases.length} releases`]
}

function inEvent({ position, total, newer_event_id, older_event_id }: EventDetail): Contradictions {
  const isFirst = newer_event_id === null
  const isLast = older_event_id === null
  const fits = (position === 1) === isFirst && (position === total) === isLast && position <= total
  return fits ? [] : [`position ${position} of ${total}, newer ${newer_event_id}, older ${older_event_id}`]
}
