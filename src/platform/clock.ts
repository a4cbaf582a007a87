/** Source of the present time in epoch milliseconds; tests hand in their own. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
