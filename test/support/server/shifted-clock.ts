/** Loaded into a service before its own code (`--import`): its clock is ahead by `ERRATA_TEST_CLOCK_MS`, behind below 0. */
const ahead = Number(process.env.ERRATA_TEST_CLOCK_MS ?? 0)
const { now } = Date

class ShiftedDate extends Date {
  constructor(...given: [] | [number | string]) {
    super(given[0] ?? now() + ahead)
  }

  static override now(): number {
    return now() + ahead
  }
}
globalThis.Date = ShiftedDate as DateConstructor
