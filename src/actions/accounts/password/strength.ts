import { ServiceError } from '#contract/errors.ts'
import { type TaskFailure, TaskThread } from '#platform/threads/task-thread.ts'
import type { JudgedPassword, PasswordVerdict } from './verdict.ts'

/** The cost grows with the square of the length, and no password gets weaker by what follows. */
const JUDGED_CHARS = 100

/** The dictionaries take 70 MB and a check up to a second. */
const judge = new TaskThread<JudgedPassword, PasswordVerdict>({
  module: new URL('./strength-thread.ts', import.meta.url),
  name: 'passwords',
  memoryMb: 256,
  longestMs: 30_000,
  maxTasks: 21,
  idleMs: 10_000,
  failure,
})

/** @throws rate_limit_exceeded when many wait, or the machine is too busy. */
export function passwordStrength({ password, words }: JudgedPassword): Promise<PasswordVerdict> {
  return judge.run({ password: [...password].slice(0, JUDGED_CHARS).join(''), words })
}

function failure(why: TaskFailure, cause?: Error): Error {
  if (why === 'too_many') return busy('Too many new passwords at once.')
  if (why === 'too_slow') return busy('The password check took too long.')
  return new Error('The password check stopped.', { cause })
}

function busy(what: string): ServiceError {
  return new ServiceError('rate_limit_exceeded', `${what} Try again shortly.`, { retryAfterSeconds: 5 })
}
