import { ApiClient } from '../support/client/api-client.ts'
import { type Attack, pause, type SiegeWorld, type Tally } from './attack.ts'

/* A member, and a token that may only read, ask for the dearest there is. */

const AT_ONCE = 16
const a = (count: number): string => 'a'.repeat(count)
const repeated = (count: number, token: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => token(n)).join(' ')

const SEARCHES = [
  repeated(50, (n) => `user.email:a${n}@`),
  repeated(50, (n) => `!user.email:a${n}`),
  repeated(3, (n) => `user.email:a${n}@`),
  repeated(3, (n) => `!user.email:a${n}.`),
  `user.email:${a(124)}b`,
  `!user.email:*${a(60)}*${a(60)}*${a(60)}b*`,
  `"${a(200)}b"`,
  repeated(20, (n) => `"${a(n + 1)}b"`),
  repeated(10, (n) => `!release:app@1.${n}.0`),
]

/** Asks over and over, several at once; a token has its own limits, so that both are tried. */
async function ask(
  world: SiegeWorld,
  paths: readonly string[],
  { stop, credential }: { stop: AbortSignal; credential: 'session' | 'token' },
): Promise<Tally> {
  const { client, token } = world.attacker
  const asker =
    credential === 'session'
      ? client
      : new ApiClient(world.url).withCredential({ authorization: `Bearer ${token}` })
  const tally: Tally = new Map()
  let next = 0
  const one = async (): Promise<void> => {
    while (!stop.aborted) {
      const answer = asker.request('GET', paths[next++ % paths.length]!)
      const status = await Promise.race([answer.then((got) => got.status).catch(() => 0), stopped(stop)])
      tally.set(status, (tally.get(status) ?? 0) + 1)
      if (status === 0 || status === 429) await pause(50)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return tally
}

function stopped(stop: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve(0)
    else stop.addEventListener('abort', () => resolve(0), { once: true })
  })
}

const searchPaths = SEARCHES.flatMap((q) =>
  ['last_seen_desc', 'events_asc'].map(
    (sort) => `/api/v1/issues?${new URLSearchParams({ q, sort, window: '90d', limit: '500' })}`,
  ),
)

const searches: Attack = {
  name: 'searches',
  finding: 'S10',
  play: (world, stop) => ask(world, searchPaths, { stop, credential: 'session' }),
}

const tokenSearches: Attack = {
  name: 'token-searches',
  finding: 'S10',
  play: (world, stop) => ask(world, searchPaths, { stop, credential: 'token' }),
}

/** Everything else that a member may read, at its largest. */
const otherReads: Attack = {
  name: 'other-reads',
  finding: 'S10',
  async play(world, stop) {
    const { client, project } = world.attacker
    const { issues } = await client.get<{ issues: { id: string }[] }>('/api/v1/issues?window=90d&limit=5')
    const ofIssues = issues.flatMap(({ id }) => [
      `/api/v1/issues/${id}`,
      `/api/v1/issues/${id}/events?limit=200&offset=1000000&release=app%401.1.0`,
      `/api/v1/issues/${id}/timeline?window=all`,
      `/api/v1/issues/${id}/merged`,
    ])
    const keys = ['env', 'release', 'level', 'assigned', 'user.id', 'transaction']
    const completions = keys.map((key) => `/api/v1/search/values?key=${key}&prefix=a&limit=50`)
    const others = [
      `/api/v1/projects/${project.id}/usage`,
      '/api/v1/alerts?limit=200',
      '/api/v1/audit-log?limit=200',
    ]
    return ask(world, [...ofIssues, ...completions, ...others], { stop, credential: 'session' })
  },
}

export const READS: readonly Attack[] = [searches, tokenSearches, otherReads]
