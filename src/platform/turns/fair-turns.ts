export interface TurnOwner {
  orgId: number
  /** Members of an organization take turns among themselves; absent: one queue for those without. */
  userId?: string | undefined
}

export interface Turn {
  place: number
  release(): void
}

/** The caller has too many waiting requests, or one waited too long; it should try again later. */
export class TooManyWaitingError extends Error {
  constructor() {
    super('Too many requests are waiting for their turn.')
    this.name = 'TooManyWaitingError'
  }
}

interface Waiting {
  since: number
  go: (turn: Turn) => void
  refuse: (error: Error) => void
}

interface OrgTurns {
  running: number
  waiting: number
  users: Map<string, Waiting[]>
}

/** The service itself: never refused, one organization among others otherwise. */
export const SERVICE: TurnOwner = { orgId: 0 }

/** Waiting for one member, or for what comes with public keys. A dashboard asks for about six things at once. */
const MAX_WAITING = 200
/** Nobody looks at a later answer. */
const MAX_WAIT_MS = 10_000
/** An organization counts as active for this long after it last asked. */
const ACTIVE_MS = 10_000

/** Shares places between organizations, and then members, in turns. With several active, none has all. */
export class FairTurns {
  readonly #places: number
  readonly #free: number[]
  readonly #orgs = new Map<number, OrgTurns>()
  readonly #active = new Map<number, number>()

  constructor(places: number) {
    this.#places = places
    this.#free = Array.from({ length: places }, (_, place) => place)
  }

  /** @throws TooManyWaitingError if 200 wait for this owner, or this one has for 10 s. */
  take({ orgId, userId = '' }: TurnOwner): Promise<Turn> {
    const org = this.#orgs.get(orgId) ?? { running: 0, waiting: 0, users: new Map<string, Waiting[]>() }
    const isService = orgId === SERVICE.orgId
    const queue = org.users.get(userId) ?? []
    if (queue.length >= MAX_WAITING && !isService) return Promise.reject(new TooManyWaitingError())
    this.#orgs.set(orgId, org)
    this.#noteActive(orgId)
    return new Promise((go, refuse) => {
      org.users.set(userId, queue)
      queue.push({ since: isService ? Number.POSITIVE_INFINITY : performance.now(), go, refuse })
      org.waiting++
      this.#dispatch()
    })
  }

  #noteActive(orgId: number): void {
    const now = performance.now()
    this.#active.delete(orgId)
    this.#active.set(orgId, now)
    for (const [id, at] of this.#active) {
      if (at > now - ACTIVE_MS) break
      this.#active.delete(id)
    }
  }

  #dispatch(): void {
    while (this.#free.length > 0) {
      const orgId = this.#nextOrg()
      if (orgId === undefined) return
      this.#serve(orgId)
    }
  }

  #nextOrg(): number | undefined {
    const share = this.#active.size > 1 ? Math.max(1, this.#places - 1) : this.#places
    for (const [orgId, { waiting, running }] of this.#orgs) if (waiting > 0 && running < share) return orgId
    return undefined
  }

  #serve(orgId: number): void {
    const org = this.#orgs.get(orgId)!
    const next = shiftInTurn(org.users)!
    org.waiting--
    // Behind the others, whether or not anything of it still waits.
    this.#orgs.delete(orgId)
    this.#orgs.set(orgId, org)
    if (performance.now() - next.since > MAX_WAIT_MS) {
      next.refuse(new TooManyWaitingError())
      this.#forgetIdle(orgId, org)
      return
    }
    const place = Math.min(...this.#free)
    this.#free.splice(this.#free.indexOf(place), 1)
    org.running++
    next.go({ place, release: once(() => this.#giveBack(orgId, org, place)) })
  }

  #giveBack(orgId: number, org: OrgTurns, place: number): void {
    org.running--
    this.#free.push(place)
    this.#forgetIdle(orgId, org)
    this.#dispatch()
  }

  #forgetIdle(orgId: number, { running, waiting }: OrgTurns): void {
    if (running === 0 && waiting === 0) this.#orgs.delete(orgId)
  }
}

/** Takes the first of the queue whose turn it is, which goes behind the others. */
function shiftInTurn(queues: Map<string, Waiting[]>): Waiting | undefined {
  const [first] = queues
  if (!first) return undefined
  const [user, queue] = first
  const next = queue.shift()
  queues.delete(user)
  if (queue.length > 0) queues.set(user, queue)
  return next
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
