import fc from 'fast-check'
import type { FedEvent } from '../pipeline/pipeline-feed.ts'
import { type IssueModel, type ModelEvent, RELEASES } from './issue-model.ts'

const HOUR = 3_600_000
const KINDS = 5
const LEVELS = ['error', 'warning', 'fatal']
const ENVIRONMENTS = ['production', 'staging', 'test', 'canary', 'qa', 'demo']

/** Events that a step sends, by numbers that mean something to the model. */
export const SAMPLE = fc.record({
  kind: fc.nat({ max: KINDS - 1 }),
  /** How long ago, in tenths of an hour; most are recent. */
  age: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 30 }) }, fc.nat({ max: 19_000 })),
  release: fc.nat({ max: RELEASES.length - 1 }),
  environment: fc.nat({ max: ENVIRONMENTS.length - 1 }),
  level: fc.nat({ max: LEVELS.length - 1 }),
  /** Past 11: nobody. */
  user: fc.nat({ max: 13 }),
  countedOnly: fc.boolean(),
  /** So many alike, each of another person and another time. */
  times: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 9, max: 60 })),
})

export type Sample = typeof SAMPLE extends fc.Arbitrary<infer T> ? T : never

/** Two events of each kind. */
export const FIRST_SAMPLES: Sample[] = Array.from({ length: 2 * KINDS }, (_, n) => ({
  kind: n >> 1,
  age: 5 * n,
  release: n % RELEASES.length,
  environment: n % ENVIRONMENTS.length,
  level: n % LEVELS.length,
  user: n,
  countedOnly: false,
  times: 1,
}))

/** The events of a sample, as the model keeps them; their ids are not known yet. */
export function eventsOf(sample: Sample, model: IssueModel): ModelEvent[] {
  return Array.from({ length: sample.times }, (_, index) => eventOf(sample, index, model))
}

function eventOf(
  { kind, age, release, environment, level, user, countedOnly }: Sample,
  index: number,
  model: IssueModel,
): ModelEvent {
  // A counted-only record has no time but that of its receipt.
  const at = countedOnly ? model.freeTime(model.now) : model.freeTime(model.now - (age * HOUR) / 10 - index)
  const person = user > 11 ? null : (user + index) % 24
  return {
    kind: `Kind${kind}`,
    id: '',
    at,
    receivedAt: countedOnly ? at : model.now,
    release: RELEASES[release]!,
    environment: ENVIRONMENTS[environment]!,
    level: LEVELS[level]!,
    user: person === null ? null : person % 3 === 1 ? `email:u${person}@example.com` : `id:${person}`,
    email: person === null || person % 3 === 0 ? null : `U${person}@example.com`,
    state: countedOnly ? 'counted' : 'stored',
  }
}

/** An event as it is sent. */
export function fedEvent({
  kind,
  at,
  receivedAt,
  release,
  environment,
  level,
  user,
  email,
  state,
}: ModelEvent): FedEvent {
  const id = user?.startsWith('id:') ? user.slice(3) : undefined
  return {
    kind,
    at,
    receivedAt,
    environment,
    level,
    countedOnly: state === 'counted',
    ...(release !== '' && { release }),
    ...(user !== null && { user: { ...(id !== undefined && { id }), ...(email !== null && { email }) } }),
  }
}
