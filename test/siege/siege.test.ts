import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attack } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { namesOf, type Outcome, percentile, Siege } from './siege.ts'

/** The long form is `npm run test:siege`. */
const ATTACK_MS = 1_500
const COSTLY_ISSUES = 2_500
/** The client waits up to 45 s for its events, and a service that hangs is started again. */
const TIMEOUT_MS = 360_000
/** Other tests take the same cores: what they cost the client is not the attack's doing. A miss is one that repeats. */
const TRIES = 3

describe('a client that behaves is served as always', () => {
  const siege = new Siege({ attackMs: ATTACK_MS, costlyIssues: COSTLY_ISSUES, databaseUrl: null })

  beforeAll(async () => {
    await siege.start()
    await measureCalm()
  })
  afterAll(() => siege.end())

  async function measureCalm(): Promise<void> {
    siege.allowanceMs = percentile((await siege.play(null)).served.api, 0.95)
  }

  async function playUntilHeld(attack: Attack): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const outcome = await siege.play(attack)
      if (outcome.misses.length === 0 || tries === TRIES) return outcome
      await measureCalm()
    }
  }

  test.each(ATTACKS.map((attack) => [attack.finding, attack.name, attack] as const))(
    'while %s %s is played',
    { timeout: TIMEOUT_MS },
    async (_finding, name, attack) => {
      const { misses, served, answers } = await playUntilHeld(attack)
      const p95 = Math.round(percentile(served.api, 0.95))
      process.stdout.write(`siege ${name}: API p95 ${p95} ms, attack answered ${namesOf(answers)}\n`)
      expect(misses).toEqual([])
      // An attack that reaches nothing proves nothing.
      expect(served.sent).toBeGreaterThan(0)
    },
  )
})
