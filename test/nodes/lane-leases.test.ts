import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LaneLeases, LEASE_MS } from '#pipeline/lane/leases.ts'
import { openDatabase } from '#storage/engine/database.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'

const LANES = [0, 1, 2, 3, 4, 5, 6, 7]

describe.skipIf(postgresMissing)(postgresMissing ?? 'leases on lanes', () => {
  /** Nodes on one database, whose own clocks say anything, and time that the test lets pass. */
  async function nodesOfTest() {
    const database = await openDatabase({ dataDir: '', databaseUrl: await sharedDatabase() })
    onTestFinished(() => database.close())
    const time = { steady: 1000 }
    const newNode = (node: string) => {
      const clock = () => Math.floor(Math.random() * 2e12)
      return new LaneLeases({
        ...{ database, node, clock, lanes: LANES, onChange: () => {} },
        steady: () => time.steady,
      })
    }
    /** Of the server: what it knows moves the other way. */
    const setClock = (ms: number) =>
      sql`UPDATE lease SET expires_at = expires_at - ${ms}`.execute(database.queries)
    const pass = async (ms: number) => {
      time.steady += ms
      await setClock(ms)
    }
    const rows = async () => (await database.queries.selectFrom('lease').selectAll().execute()).length
    return { newNode, pass, setClock, rows }
  }
  const lanesOf = (node: LaneLeases) => LANES.filter((lane) => node.holds(lane))
  const sharesOf = (...nodes: LaneLeases[]) => nodes.map((node) => lanesOf(node).length)

  /** Each node looks, and gives back what it is to leave. */
  async function rounds(nodes: LaneLeases[], times = 2): Promise<void> {
    for (let n = 0; n < times; n++) {
      for (const node of nodes) {
        await node.look()
        for (const lane of LANES) if (!node.holds(lane)) await node.release(lane)
      }
    }
  }

  it('are shared evenly, at no time by two, as nodes come', async () => {
    const { newNode } = await nodesOfTest()
    const nodes: LaneLeases[] = []
    for (const even of [[8], [4, 4], [3, 3, 2], [2, 2, 2, 2], [2, 2, 2, 1, 1]]) {
      nodes.push(newNode(`node ${nodes.length}`))
      for (let n = 0; n < 3; n++) {
        await rounds(nodes, 1)
        const held = nodes.flatMap(lanesOf)
        expect(new Set(held).size).toBe(held.length)
      }
      expect(nodes.flatMap(lanesOf).sort()).toEqual(LANES)
      expect(sharesOf(...nodes).sort((a, b) => b - a)).toEqual(even)
    }
  })

  it('a lane that is to be left stays with the node until the work at it has ended', async () => {
    const { newNode } = await nodesOfTest()
    const [one, other] = [newNode('a'), newNode('b')]
    await one.look()
    await other.look()
    await one.look()
    expect(sharesOf(one, other)).toEqual([4, 0])
    await other.look()
    expect(sharesOf(one, other)).toEqual([4, 0])
    await rounds([one, other], 1)
    expect(sharesOf(one, other)).toEqual([4, 4])
  })

  it('a node that stops leaves its lanes at once, and no trace', async () => {
    const { newNode, rows } = await nodesOfTest()
    const nodes = [newNode('a'), newNode('b')] as const
    await rounds([...nodes])
    await nodes[0].close()
    await nodes[1].look()
    expect(sharesOf(nodes[1])).toEqual([8])
    expect(await rows()).toBe(LANES.length + 1)
    await nodes[1].close()
    expect(await rows()).toBe(0)
  })

  it('a node that is not heard of loses them when its lease ends, and knows so by itself', async () => {
    const { newNode, pass, rows } = await nodesOfTest()
    const [silent, other] = [newNode('a'), newNode('b')]
    await rounds([silent, other])
    await pass(LEASE_MS - 1000)
    await other.look()
    expect(sharesOf(silent, other)).toEqual([4, 4])
    await pass(1000)
    await other.look()
    expect(sharesOf(silent, other)).toEqual([0, 8])
    expect(await rows()).toBe(LANES.length + 1)
    await rounds([silent, other])
    expect(sharesOf(silent, other)).toEqual([4, 4])
  })

  it('the same node, started again, goes on with its lanes at once', async () => {
    const { newNode } = await nodesOfTest()
    await newNode('a').look()
    const again = newNode('a')
    await again.look()
    expect(sharesOf(again)).toEqual([8])
  })

  it('a clock of the server that is set, ahead or back, holds up nothing: the shares are even again, and those of a dead node are free', async () => {
    const { newNode, setClock } = await nodesOfTest()
    const nodes = [newNode('a'), newNode('b')] as const
    await rounds([...nodes])
    for (const hours of [1, -1]) {
      await setClock(hours * 3_600_000)
      await rounds([...nodes], 3)
      expect(sharesOf(...nodes)).toEqual([4, 4])
    }
    await setClock(-3_600_000)
    await nodes[1].look()
    expect(sharesOf(nodes[1])).toEqual([8])
  })
})
