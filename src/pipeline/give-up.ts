export interface GiveUp {
  reason: string
  /** They are scrubbed once more, to be kept for a retry. False if that, too, did not finish. */
  keepsBody: boolean
}

/** A record whose processing ended its process or thread this often is given up. */
const MAX_DEATHS = 5
/** Scrubbing it for its dead letter may end the process, too. Bodies that were not scrubbed are never kept. */
const MAX_SCRUB_DEATHS = 3
const GIVEN_UP = `given up after ${MAX_DEATHS} attempts that did not finish`

/** The fate of a record after this many attempts that ended its process or thread; null: it is processed. */
export function giveUpAfter(deaths: number): GiveUp | null {
  if (deaths < MAX_DEATHS) return null
  return { reason: GIVEN_UP, keepsBody: deaths < MAX_DEATHS + MAX_SCRUB_DEATHS }
}
