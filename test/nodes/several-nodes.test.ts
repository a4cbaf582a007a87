import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPipeline } from '#pipeline/start-pipeline.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { onDatabase } from '../support/database/on-database.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { ConsumedLane } from '../support/pipeline/consumed-lane.ts'
import { laneShares, startNodes } from '../support/server/node-set.ts'
import { Service } from '../support/server/service.ts'

/** As many as there are lanes: one project in each. */
const PROJECTS = 8
/** Of whole nodes, under load. */
const STARTS = Number(process.env.ERRATA_NODE_STARTS ?? 6)
const MS_PER_START = 60_000
const STARTING_TOGETHER = 2
/** Of each project: work for the nodes that run, and cores left for those that start. */
const SEND_EVERY_MS = 25
/** A rate is only seen over a time. */
const MEASURED_MS = 4000
const UNLIMITED = { SVC_INGEST_HOURLY_CAP: '1000000000' }

async function send(node: Service, project: Project): Promise<void> {
  const body = '{}\n{"type":"event"}\n{"message":"hello"}'
  const answer = await fetch(node.url + sdkEnvelopePath(project), { method: 'POST', body })
  expect(answer.status).toBe(200)
}

/** Sends one event until it is taken: a machine that starts nodes may be too busy now and then. @returns the refusals. */
async function sendPatiently(node: Service, project: Project): Promise<number> {
  const event = JSON.stringify({ event_id: randomUUID().replaceAll('-', ''), message: 'hello' })
  const body = `{}\n{"type":"event"}\n${event}`
  for (let refusals = 0; ; refusals++) {
    const answer = await fetch(node.url + sdkEnvelopePath(project), { method: 'POST', body })
    if (answer.status === 200) return refusals
    expect(answer.status).toBe(503)
  }
}

/** One event into each lane. */
async function sendToAll(node: Service, projects: readonly Project[]): Promise<void> {
  for (const project of projects) await send(node, project)
}

async function untilAllCounted(client: ApiClient, projects: readonly Project[], events: number) {
  for (const project of projects) await client.untilCounted(project.id, events)
}

describe.skipIf(postgresMissing)(postgresMissing ?? 'several nodes on one PostgreSQL', () => {
  async function nodesOfTest(count: number) {
    const databaseUrl = await sharedDatabase()
    const nodes = await startNodes(databaseUrl, count, { env: UNLIMITED })
    const client = await signedIn(nodes[0]!.url)
    const projects: Project[] = []
    for (let n = 0; n < PROJECTS; n++) projects.push(await client.createProject(`project ${n}`))
    return { databaseUrl, nodes, client, projects }
  }

  it('share the lanes evenly; one that dies or stops is replaced, one that wakes counts nothing twice', async () => {
    const { databaseUrl, nodes, client, projects } = await nodesOfTest(3)
    const [first, second, third] = nodes as [Service, Service, Service]
    await expect.poll(() => laneShares(databaseUrl)).toEqual([3, 3, 2])
    let events = 0
    const processed = () => untilAllCounted(client, projects, events)

    // Accepted by a node that has only some of the lanes.
    await sendToAll(first, projects)
    events += 1
    await processed()

    await third.killHard()
    await sendToAll(first, projects)
    events += 1
    await processed()
    await expect.poll(() => laneShares(databaseUrl)).toEqual([4, 4])

    process.kill(second.pid, 'SIGSTOP')
    await sendToAll(first, projects)
    events += 1
    await processed()
    process.kill(second.pid, 'SIGCONT')
    await expect.poll(() => laneShares(databaseUrl)).toEqual([4, 4])

    expect(await second.stop()).toBe(0)
    await sendToAll(first, projects)
    events += 1
    await processed()
    await expect.poll(() => laneShares(databaseUrl)).toEqual([8])

    await third.start()
    await expect.poll(() => laneShares(databaseUrl)).toEqual([4, 4])
    await sendToAll(third, projects)
    events += 1
    await processed()
    // Lanes are read in order: what would be counted twice is, once a later event is.
    await sendToAll(first, projects)
    events += 1
    await processed()
    for (const project of projects) {
      expect(await client.allIssues(project.id)).toMatchObject([{ event_count: events }])
    }
    expect(await client.get('/api/v1/dead-letters')).toMatchObject({ dead_letters: [] })
    // A machine too busy to answer a connection is not what this is about.
    const isTrouble = (line: string) =>
      line.includes('pipeline trouble') && !line.includes('connection timeout')
    for (const node of nodes) expect(node.stderr.split('\n').filter(isTrouble)).toEqual([])
  })

  it(
    `start while others work, ${STARTS} times of ${STARTS}`,
    async () => {
      const { databaseUrl, nodes, client, projects } = await nodesOfTest(1)
      const sent = new Map(projects.map((project) => [project, 0]))
      let refusals = 0
      let isOver = false
      const load = projects.map(async (project) => {
        for (; !isOver; await sleep(SEND_EVERY_MS)) {
          refusals += await sendPatiently(nodes[0]!, project)
          sent.set(project, sent.get(project)! + 1)
        }
      })
      const starting = Array.from({ length: STARTING_TOGETHER }, async (_, turn) => {
        const node = new Service({ databaseUrl, env: UNLIMITED })
        onTestFinished(() => node.close())
        for (let start = turn; start < STARTS; start += STARTING_TOGETHER) {
          await node.start()
          if (start % 4 < 2) expect(await node.stop()).toBe(0)
          else await node.killHard()
        }
      })
      const started = Promise.all(starting).finally(() => {
        isOver = true
      })
      await Promise.all([started, ...load])
      expect(refusals).toBeLessThan(Math.max(2, [...sent.values()].reduce((sum, n) => sum + n) / 100))
      for (const [project, events] of sent) {
        const [issue] = await client.untilCounted(project.id, events)
        expect(issue!.event_count).toBe(events)
      }
    },
    30_000 + STARTS * MS_PER_START,
  )

  it('ask PostgreSQL little while nothing happens', async () => {
    const { options } = await ConsumedLane.ofTest(ENGINES.find(({ name }) => name === 'PostgreSQL')!)
    const listeners = { onProgress: () => {}, onTrouble: () => {} }
    const nodes = await Promise.all([startPipeline(options, listeners), startPipeline(options, listeners)])
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))))
    const commits = async () => {
      const statement =
        'SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()'
      return (await onDatabase<{ commits: number }>(options.databaseUrl!, statement))[0]!.commits
    }
    await expect.poll(() => laneShares(options.databaseUrl!)).toEqual([4, 4])
    const [before, startedAt] = [await commits(), performance.now()]
    await sleep(MEASURED_MS)
    const seconds = (performance.now() - startedAt) / 1000
    const perNodeAndSecond = ((await commits()) - before) / nodes.length / seconds
    expect(perNodeAndSecond).toBeGreaterThan(1)
    // A query per lane four times a second would be twice as many.
    expect(perNodeAndSecond).toBeLessThan(16)
  })
})
