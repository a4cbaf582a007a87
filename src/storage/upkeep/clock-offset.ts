/** A look at another clock: what it said, between two moments of our own, ms. */
export interface ClockLook {
  time: number
  askedAt: number
  answeredAt: number
}

/** The other clock's time less ours, which lies between both ends of the look: a slow answer tells little, and changes an
 * offset that it allows by nothing. @param known null: this is the first look. */
export function clockOffset(known: number | null, { time, askedAt, answeredAt }: ClockLook): number {
  const [least, most] = [time - answeredAt, time - askedAt]
  return known === null ? (least + most) / 2 : Math.min(Math.max(known, least), most)
}
