/** One thing to time. */
export interface Question {
  name: string
  /** Where the table of results shows it. */
  line: string
  column: string
  ask: () => Promise<unknown>
  /** False: shown, but it may take longer than the goal. */
  hasGoal: boolean
}
