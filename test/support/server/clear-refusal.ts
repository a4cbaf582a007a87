import { expect } from 'vitest'
import type { Outcome } from './run-errata.ts'

/** One sentence for a person: names the thing, and shows no stack trace. */
export function expectClearRefusal(outcome: Outcome, about: RegExp): void {
  expect(outcome.code).toBeGreaterThan(0)
  expect(outcome.stderr).toMatch(about)
  expect(outcome.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
}
