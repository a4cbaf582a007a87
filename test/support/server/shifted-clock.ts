/**
 * Loaded into a service before its own code (`--import`): its clock is ahead by `ERRATA_TEST_CLOCK_MS`, behind below 0. On
 * SIGUSR2 a minute passes at once in its main thread.
 */
const MINUTE_MS = 60_000
let ahead = Number(process.env.ERRATA_TEST_CLOCK_MS ?? 0)
let passed = 0
const { now } = Date
const steadyNow = performance.now.bind(performance)

class ShiftedDate extends Date {
  constructor(...given: [] | [number | string]) {
    super(given[0] ?? now() + ahead)
  }

  static override now(): number {
    return now() + ahead
  }
}
globalThis.Date = ShiftedDate as DateConstructor
performance.now = () => steadyNow() + passed
process.on('SIGUSR2', () => {
  ahead += MINUTE_MS
  passed += MINUTE_MS
})
