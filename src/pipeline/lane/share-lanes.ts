export interface LaneView {
  lanes: readonly number[]
  nodes: Iterable<string>
  holders: ReadonlyMap<number, string>
}

export interface LanePlan {
  claim: number[]
  leave: number[]
}

/** Even shares without coordination: the same view gives the same result. The largest holder keeps most. */
export function shareLanes({ lanes, nodes, holders }: LaneView, me: string): LanePlan {
  const held = new Map([...nodes, me].map((node) => [node, [] as number[]]))
  const free: number[] = []
  for (const lane of lanes) (held.get(holders.get(lane) ?? '') ?? free).push(lane)
  const ranked = [...held].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
  const least = Math.floor(lanes.length / ranked.length)
  const withOneMore = lanes.length % ranked.length
  for (const [rank, [node, own]] of ranked.entries()) {
    const share = least + (rank < withOneMore ? 1 : 0)
    const claim = free.splice(0, Math.max(0, share - own.length))
    if (node === me) return { claim, leave: own.slice(share) }
  }
  return { claim: [], leave: [] }
}
