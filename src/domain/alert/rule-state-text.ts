/** Events by step: steps since 1970, and how many in each. */
export type Ring = Map<number, number>

type RingText = [window: number, ...steps: number[]]
type UsersText = [users: string, ...seen: number[]]
export type GroupText = [signature: string, rings: RingText[], users: UsersText | EarlierUsersText]
type EarlierUsersText = [string, number][]
export interface StateText {
  groups: GroupText[]
  fired: [ruleId: number, at: number][]
  latest: number
  /** Epoch ms: what was counted before is with another issue. */
  from: number
}

export function readRing([window, ...steps]: RingText): [number, Ring] {
  const ring: Ring = new Map()
  let step = 0
  for (let i = 0; i < steps.length; i += 2) {
    step += steps[i]!
    ring.set(step, steps[i + 1]!)
  }
  return [window, ring]
}

export function writeRing([window, ring]: [number, Ring]): RingText {
  const written: RingText = [window]
  let before = 0
  for (const [step, count] of [...ring].sort(([a], [b]) => a - b)) {
    written.push(step - before, count)
    before = step
  }
  return written
}

export function writeUsers(users: ReadonlyMap<string, number>): UsersText {
  const written: UsersText = [[...users.keys()].join(' ')]
  let before = 0
  for (const seen of users.values()) {
    written.push(seen - before)
    before = seen
  }
  return written
}

/** The users that `writeUsers` wrote, or a version before it. */
export function readUsers(text: UsersText | EarlierUsersText): [string, number][] {
  if (isEarlier(text)) return text
  const [users, ...rest] = text
  if (users === '') return []
  let seen = 0
  return users.split(' ').map((user, at) => {
    seen += rest[at]!
    return [user, seen]
  })
}

function isEarlier(text: UsersText | EarlierUsersText): text is EarlierUsersText {
  return typeof text[0] !== 'string'
}
