export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Milliseconds since the process began: for spans of time, which a clock that is set must neither end nor prolong. */
export const steadyClock: Clock = () => performance.now()
