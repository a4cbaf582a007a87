import { setTimeout as sleep } from 'node:timers/promises'
import { type Project, sdkEnvelopePath } from '../support/client/api-client.ts'
import type { LoadTarget } from '../support/client/load-connection.ts'
import type { SeededRandom } from '../support/fuzz/seeded-random.ts'
import { Service } from '../support/server/service.ts'

const SHIFTED_CLOCK = new URL('../support/server/shifted-clock.ts', import.meta.url)
/** Of a node whose clock is set; less than what makes retention doubt it. */
const MOST_OFF_MS = 30 * 60_000

export interface CrashNodesOptions {
  count: number
  databaseUrl: string | null
  random: SeededRandom
  env: Record<string, string>
}

interface CrashNode {
  service: Service
  /** Its settings at the next start. */
  env: Record<string, string>
  isUp: boolean
}

/** The nodes of a crash test: one on the embedded engine, some on one PostgreSQL. */
export class CrashNodes {
  readonly #random: SeededRandom
  readonly #nodes: CrashNode[]

  constructor({ count, databaseUrl, random, env: given }: CrashNodesOptions) {
    this.#random = random
    this.#nodes = Array.from({ length: count }, () => {
      // Each start has another port, which links in messages must not show.
      const origin = { SVC_BASE_URL: 'http://127.0.0.1:8000' }
      const env = {
        ...origin,
        ...given,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        ERRATA_TEST_CLOCK_MS: '0',
      }
      return { service: new Service({ databaseUrl, env }), env, isUp: false }
    })
  }

  /** That the results are read from; its clock is right. */
  get first(): Service {
    return this.#nodes[0]!.service
  }

  async start(): Promise<void> {
    for (const node of this.#nodes) await this.#start(node)
  }

  /**
   * SIGKILL to one at random, and a new start, which one time in four is cut short as well.
   * @param setsClock it then has another time; if there is only one, what it stored before is not to come.
   */
  async killOne(setsClock: boolean): Promise<void> {
    const random = this.#random
    const index = random.int(0, this.#nodes.length - 1)
    const node = this.#nodes[index]!
    node.isUp = false
    await node.service.killHard()
    if (setsClock) node.env.ERRATA_TEST_CLOCK_MS = String(this.#anotherTime(index))
    if (random.next() < 0.25) {
      const starting = node.service.start().catch(() => undefined)
      await sleep(random.int(20, 400))
      await node.service.killHard()
      await starting
    }
    await this.#start(node)
  }

  /** Before what is stored is compared with what was sent: hours to come are not shown. */
  async setClocksRight(): Promise<void> {
    const node = this.#nodes[0]!
    if (node.env.ERRATA_TEST_CLOCK_MS === '0') return
    node.isUp = false
    await node.service.stop()
    node.env.ERRATA_TEST_CLOCK_MS = '0'
    await this.#start(node)
  }

  /** Where a client sends: each to a node of its own, or to another one while that is down. */
  target(client: number, project: Project): LoadTarget | null {
    const own = this.#nodes[client % this.#nodes.length]!
    const node = own.isUp ? own : this.#nodes.find(({ isUp }) => isUp)
    if (!node) return null
    const { hostname, port } = new URL(node.service.url)
    return { host: hostname, port: Number(port), path: sdkEnvelopePath(project) }
  }

  /** Ends all of them. @returns what was wrong with that. */
  async stop(): Promise<string[]> {
    const problems: string[] = []
    for (const { service } of this.#nodes) {
      const exitCode = await service.stop()
      if (exitCode !== 0) problems.push(`a node ended with ${exitCode} after SIGTERM\n${service.stderr}`)
    }
    return problems
  }

  async close(): Promise<void> {
    for (const { service } of this.#nodes) await service.close()
  }

  async #start(node: CrashNode): Promise<void> {
    await node.service.start()
    node.isUp = true
  }

  #anotherTime(index: number): number {
    if (this.#nodes.length === 1) return -this.#random.int(0, MOST_OFF_MS)
    return index === 0 ? 0 : this.#random.int(-MOST_OFF_MS, MOST_OFF_MS)
  }
}
