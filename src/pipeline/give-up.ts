/** That records are not processed but become dead letters. */
export interface GiveUp {
  reason: string
  /** They are scrubbed once more, to be kept for a retry. False where that, too, did not finish. */
  keepsBody: boolean
}
