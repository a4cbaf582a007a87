import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import {
  type ApiClient,
  type Project,
  sdkEnvelopePath,
  signedIn,
  sumOfEvents,
} from '../test/support/client/api-client.ts'
import type { LoadTarget } from '../test/support/client/load-connection.ts'
import { Service } from '../test/support/server/service.ts'
import { databaseSize, diskUse, threadTimesOf } from './resource-use.ts'

const POLL_MS = 50
const MAX_POLL_MS = 2000
const STABLE_MS = 3000
const TRIM_DEADLINE_MS = 60_000
const UNLIMITED = '1000000000'

/** Settings of a service under load: caps and spike valve out of the way. */
export const BENCH_SETTINGS = {
  SVC_INGEST_HOURLY_CAP: UNLIMITED,
  SVC_SPIKE_EVENTS_PER_MINUTE: UNLIMITED,
  SVC_NEW_ISSUES_PER_HOUR: '0',
  SVC_LOG_LEVEL: 'warn',
}

/** The service under load: its own process, caps and spike valve out of the way, one project. */
export interface BenchService {
  target: LoadTarget
  pid: number
  /** Disk in use before the first event, bytes. */
  emptyDisk: number
  /** Time from spawn to a healthy answer of the second start, ms. */
  secondStartMs: number
  /** Resolves when `events` in sum are queryable, with the epoch ms of that answer. */
  untilQueryable(events: number): Promise<number>
  /** CPU time used so far by thread name, ms; threads of the same name together. */
  threadTimes(): Map<string, number>
  /** Sum of the counts of all issues. */
  countedEvents(): Promise<number>
  /** Waits for the journal to be trimmed, stops the service (checkpoint), and gives the disk in use by file. */
  stopAndMeasureDisk(): Promise<Map<string, number>>
  close(): Promise<void>
}

export interface BenchServiceOptions {
  /** `postgres://…`; null: embedded. */
  databaseUrl: string | null
  /** Settings beside those of every bench. */
  env?: Record<string, string>
  /** Sets the project up before the second start. */
  prepare?: (client: ApiClient, project: Project) => Promise<void>
}

/** Starts it, creates a project, and starts it again, so that the empty disk is known. */
export async function startBenchService(options: BenchServiceOptions): Promise<BenchService> {
  const { databaseUrl, prepare, env = {} } = options
  const service = new Service({ databaseUrl, env: { ...BENCH_SETTINGS, ...env } })
  await service.start()
  const owner = await signedIn(service.url)
  const project = await owner.createProject('bench')
  await prepare?.(owner, project)
  await service.stop()
  const emptyDisk = sum(await diskOf(service, databaseUrl))
  const before = performance.now()
  await service.start()
  const secondStartMs = performance.now() - before
  const client = await signedIn(service.url)
  const { hostname, port } = new URL(service.url)
  return {
    target: { host: hostname, port: Number(port), path: sdkEnvelopePath(project) },
    pid: service.pid,
    emptyDisk,
    secondStartMs,
    threadTimes: () => threadTimesOf(service.pid),
    countedEvents: async () => sumOfEvents(await client.allIssues(project.id)),
    untilQueryable: (events) => untilQueryable(client, project, events),
    stopAndMeasureDisk: () => stopAndMeasureDisk(service, databaseUrl),
    close: () => service.close(),
  }
}

/** Asks for one number: a list of 20,000 issues would cost more than the events. Asks often only towards the end. */
async function untilQueryable(client: ApiClient, project: Project, events: number): Promise<number> {
  let first: { counted: number; at: number } | undefined
  for (;;) {
    const { last_24h: hours } = await client.get<ProjectUsage>(`/api/v1/projects/${project.id}/usage`)
    const now = Date.now()
    const counted = hours.reduce((total, { accepted }) => total + accepted, 0)
    if (counted === events) return now
    if (counted > events) throw new Error(`${counted} events are counted, but only ${events} were accepted`)
    first ??= { counted, at: now }
    const rate = (counted - first.counted) / (now - first.at)
    const expectedMs = rate > 0 ? (events - counted) / rate : 0
    await sleep(Math.min(MAX_POLL_MS, Math.max(POLL_MS, expectedMs / 2)))
  }
}

async function stopAndMeasureDisk(
  service: Service,
  databaseUrl: string | null,
): Promise<Map<string, number>> {
  const deadline = Date.now() + TRIM_DEADLINE_MS
  let last = -1
  let stableSince = Date.now()
  while (Date.now() < deadline && Date.now() - stableSince < STABLE_MS) {
    const size = sum(await diskOf(service, databaseUrl))
    if (size !== last) stableSince = Date.now()
    last = size
    await sleep(200)
  }
  await service.stop()
  return diskOf(service, databaseUrl)
}

async function diskOf(service: Service, databaseUrl: string | null): Promise<Map<string, number>> {
  const use = diskUse(service.dataDir)
  if (databaseUrl) use.set('(PostgreSQL database)', await databaseSize(databaseUrl))
  return use
}

/** Sum of a disk-use table, bytes. */
export function sum(use: Map<string, number>): number {
  return [...use.values()].reduce((total, bytes) => total + bytes, 0)
}
