import { setTimeout as sleep } from 'node:timers/promises'
import { type Project, sdkEnvelopePath, signedIn } from '../test/support/client/api-client.ts'
import type { LoadTarget } from '../test/support/client/load-connection.ts'
import { onDatabase } from '../test/support/database/on-database.ts'
import { laneShares } from '../test/support/server/node-set.ts'
import { Service } from '../test/support/server/service.ts'
import { BENCH_SETTINGS } from './bench-service.ts'
import { limitCpu } from './cpu-limit.ts'
import { cpuTimeOf } from './resource-use.ts'

/** One project in each lane. */
const PROJECTS = 8
const POLL_MS = 50

/** Some nodes on one PostgreSQL, with a project in each lane. */
export class BenchNodes {
  readonly #databaseUrl: string
  readonly #cpus: number | null
  readonly #nodes: Service[] = []
  readonly #unlimit = new Map<Service, () => void>()
  #projects: Project[] = []

  /** `cpus`: of how many processors a node has the time, once it has been warmed up; null: of all. */
  constructor(databaseUrl: string, cpus: number | null) {
    this.#databaseUrl = databaseUrl
    this.#cpus = cpus
  }

  /** Starts or stops nodes to reach this number, and waits until they share the lanes. @returns true if any was started. */
  async become(count: number): Promise<boolean> {
    const isGrowing = count > this.#nodes.length
    while (this.#nodes.length < count) await this.#add()
    while (this.#nodes.length > count) await this.#remove(this.#nodes.pop()!)
    while (!(await this.#isShared())) await sleep(POLL_MS)
    return isGrowing
  }

  /** Before they are measured: a limited node would take minutes to start. */
  limit(): void {
    if (this.#cpus === null) return
    for (const node of this.#nodes) {
      if (!this.#unlimit.has(node)) this.#unlimit.set(node, limitCpu(node.pid, this.#cpus))
    }
  }

  /** Every project at every node. */
  targets(): LoadTarget[] {
    return this.#nodes.flatMap(({ url }) => {
      const { hostname: host, port } = new URL(url)
      return this.#projects.map((project) => ({ host, port: Number(port), path: sdkEnvelopePath(project) }))
    })
  }

  /** Epoch ms when this many events in all were counted: a list shows them then. */
  async untilCounted(events: number): Promise<number> {
    for (;;) {
      const [row] = await onDatabase<{ events: number }>(
        this.#databaseUrl,
        'SELECT coalesce(sum(event_count), 0)::int AS events FROM issue',
      )
      if (row!.events === events) return Date.now()
      if (row!.events > events)
        throw new Error(`${row!.events} events are counted, but only ${events} were accepted`)
      await sleep(POLL_MS)
    }
  }

  /** Used by all nodes so far, ms. */
  cpuTime(): number {
    return this.#nodes.reduce((total, { pid }) => total + cpuTimeOf(pid), 0)
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await this.#remove(node)
  }

  async #remove(node: Service): Promise<void> {
    await node.close()
    this.#unlimit.get(node)?.()
    this.#unlimit.delete(node)
  }

  async #add(): Promise<void> {
    const node = new Service({ databaseUrl: this.#databaseUrl, env: BENCH_SETTINGS })
    this.#nodes.push(node)
    await node.start()
    if (this.#projects.length > 0) return
    const client = await signedIn(node.url)
    for (let n = 0; n < PROJECTS; n++) this.#projects.push(await client.createProject(`bench ${n}`))
  }

  async #isShared(): Promise<boolean> {
    const shares = await laneShares(this.#databaseUrl)
    const isWhole = shares.reduce((total, lanes) => total + lanes, 0) === PROJECTS
    return isWhole && shares.length === Math.min(this.#nodes.length, PROJECTS)
  }
}
